/** [I28] Checks what the program lists as existing only here, with its own record of everything that the remote has ever had. */

import { fieldPathsOf, fieldValue, isSameField, isSendable } from '../../../main/sync/plan/field-paths.ts';
import { requiredIds } from '../../../main/sync/plan/merge-trees.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { referencedIds } from '../../../shared/model/references.ts';
import { normalizeTexts } from '../../simulated-remote.ts';

export class RemoteHistory {
  readonly #versions = new Map<string, Set<AnyRecord>>();

  /** Records are immutable, so a version is an object. */
  add(project: Project): void {
    for (const record of project.records()) {
      const versions = this.#versions.get(keyOf(record)) ?? new Set();
      this.#versions.set(keyOf(record), versions.add(record));
    }
  }

  /** The field paths of a local record whose value the remote has never had; all of them where it has never had the record. */
  fieldsOnlyHere(record: AnyRecord): string[] {
    const versions = [...(this.#versions.get(keyOf(record)) ?? [])];
    if (versions.length === 0) return ['all'];
    const stored = normalizeTexts(record);
    return [...fieldPathsOf(record)].filter(
      (path) =>
        isSendable(record.kind, path) &&
        !path.startsWith('extra/') &&
        !isEmpty(record, path) &&
        !versions.some((version) => [record, stored].some((each) => isSameField(record.kind, path, each, version))),
    );
  }
}

/** Also as a merge leaves a reference whose target is in conflict. */
function isEmpty(record: AnyRecord, path: string): boolean {
  if (record.kind === 'attribute' && path === 'value') return (record.value as { data: unknown }).data === null;
  return (fieldValue(record, path) ?? null) === null;
}

/** Reads do not show the ids of attachments. */
const keyOf = (record: AnyRecord): string =>
  record.kind === 'componentAttachment' ? `${String(record.elementId)} ${String(record.componentId)}` : record.id;

interface Sides {
  readonly local: Project;
  readonly base: Project;
  readonly remote: Project;
  readonly history: RemoteHistory;
}

/** What exists only here although neither it nor anything that it requires is in the list. */
export function unlistedChanges({ local, base, remote, history }: Sides, listed: ReadonlySet<string>): string[] {
  const isListed = (record: AnyRecord, project: Project): boolean =>
    listed.has(record.id) ||
    [...requiredIds(record)].some((id) => {
      const required = project.get(id);
      return required !== undefined && required.kind !== 'project' && isListed(required, project);
    });
  /** Removing a record changes the texts that mention it; the removal is listed. */
  const followsFromRemoval = ({ id }: AnyRecord): boolean => {
    const before = base.get(id);
    const targets = before === undefined ? [] : [...referencedIds(before)].map((target) => base.get(target) ?? remote.get(target));
    return targets.some((target) => target !== undefined && !local.has(target.id) && isListed(target, base));
  };
  const found: string[] = [];
  for (const record of local.records()) {
    const fields = isListed(record, local) || followsFromRemoval(record) ? [] : history.fieldsOnlyHere(record);
    if (fields.length > 0) found.push(`${record.kind} ${record.id} (${fields.join(', ')}) exists only here and is not listed`);
  }
  // The base has stubs without parents after the remote was restored from a backup.
  for (const record of remote.records()) {
    // Where a backup has put it elsewhere, it was removed here with what contained it before.
    const agreed = base.get(record.id);
    if (!local.has(record.id) && agreed && !isListed(record, remote) && !isListed(agreed, base))
      found.push(`that ${record.kind} ${record.id} was removed exists only here and is not listed`);
  }
  return found;
}
