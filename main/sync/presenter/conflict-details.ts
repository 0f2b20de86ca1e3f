/** A conflict as it is shown: what it is about, what each side did, and what each choice would do. */
import type { ConflictDetails } from '../../../shared/contracts/sync.ts';
import { fieldNameMessages } from '../../../shared/messages/en/fields.ts';
import { conflictMessages } from '../../../shared/messages/en/sync.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { conflictText } from '../plan/conflict-text.ts';
import { fieldNameOf, isReadOnly, localeOf } from '../plan/field-paths.ts';
import type { MergeConflict } from '../plan/merge-conflict.ts';
import { describeRecord, recordLocation, recordTitle } from '../project/record-title.ts';

export type OpenConflict = MergeConflict & { readonly reason: ConflictDetails['why'] };

/** A renamed record is only reported: there is nothing to resolve. */
export const isOpenConflict = (conflict: MergeConflict): conflict is OpenConflict => conflict.reason !== 'renamed';

export function toConflictDetails(conflict: OpenConflict, hash: string, remote: string, project: Project): ConflictDetails {
  const { id, kind, recordId, field: path, reason } = conflict;
  const record = project.get(recordId) ?? [conflict.local, conflict.remote, conflict.base].find(isRecord);
  const title = recordTitle(record, project);
  const isField = path !== null && path !== 'place';
  const field = isField ? fieldNameOf(path) : null;
  const locale = isField ? localeOf(path) : null;
  const subject = describeRecord(kind, title);
  const fieldLabels: Readonly<Record<string, string>> = fieldNameMessages;
  const about = field === null ? subject : conflictMessages.field(fieldLabels[field] ?? field, locale, subject);
  return {
    id: `${hash}/${id}`,
    hash,
    kind,
    record: recordId,
    title,
    location: recordLocation(record, project),
    field,
    locale,
    why: reason,
    sentence: conflictMessages.reasons[reason](about, remote),
    base: conflict.base,
    mine: conflict.local,
    theirs: conflict.remote,
    choices: {
      ...conflictMessages.choices[reason](remote),
      // [Comments, Assets] Nobody can create it there again: the conflict stays until the user gives it up, or it is there again.
      ...(reason === 'gone there' && record && isReadOnly(record) && { mine: null }),
      text: reason === 'both changed' && conflictText(conflict) !== undefined,
    },
  };
}

/** The values of a conflict about a whole record are records. */
const isRecord = (value: unknown): value is AnyRecord => typeof value === 'object' && value !== null && 'kind' in value;
