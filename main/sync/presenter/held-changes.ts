/** (G30) Presents held texts: which text it is, what the remote does not accept, and what would be sent instead. */
import type { HeldChange } from '../../../shared/contracts/sync.ts';
import { message } from '../../../shared/messages/message.ts';
import { recordLocation, recordTitle } from '../../../shared/model/record-title.ts';
import { simplifyRichText, unsupportedFormatting } from '../../../shared/rich-text/simplify-rich-text.ts';
import { fieldNameOf, localeOf } from '../plan/field-paths.ts';
import { apiDialectOf, type HeldText, textAt } from '../plan/held-texts.ts';
import type { SyncedProject } from '../project/synced-project.ts';
import type { SyncEngine } from '../store/sync-engine.ts';

/** Unique within the project, and stable as long as the text is held. */
export const heldChangeId = ({ recordId, field }: HeldText): string => `${recordId}#${field}`;

/** The texts that are held at the moment, in the order of their records. */
export function toHeldChanges({ deps }: { readonly deps: { readonly engine: SyncEngine } }, project: SyncedProject): HeldChange[] {
  const { hash, remote, isFetched } = project.row;
  if (!isFetched) return [];
  const local = deps.engine.getProject(hash);
  const base = project.base();
  return project.localChanges().held.flatMap((held): HeldChange[] => {
    const record = local.get(held.recordId);
    const text = record && textAt(record, held.field);
    const dialect = apiDialectOf(text?.rule);
    if (!record || !text || !dialect) return [];
    const baseRecord = base.get(record.id);
    return [
      {
        id: heldChangeId(held),
        hash,
        kind: record.kind,
        record: record.id,
        title: recordTitle(record, local),
        location: recordLocation(record, local),
        field: fieldNameOf(held.field),
        locale: localeOf(held.field),
        reason: message('sync.held.reason', { remote, what: unsupportedFormatting(text.text, dialect) }),
        local: text.text,
        remote: (baseRecord && textAt(baseRecord, held.field)?.text) ?? null,
        simplified: simplifyRichText(text.text, dialect),
      },
    ];
  });
}
