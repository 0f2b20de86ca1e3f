/** Finds the created records of a step that its revert may remove. */

import { type Message, message } from '../../../shared/messages/message.ts';
import { jsonEquals } from '../../../shared/model/change-set.ts';
import { recordAsSubject } from '../../../shared/model/kind-messages.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { parentIdOf } from '../../../shared/model/project.ts';
import { referencedIds } from '../../../shared/model/references.ts';
import type { ProjectDraft } from '../decide/project-draft.ts';

/**
 * The ids of the created records that have not changed since and to which no other record refers. If a record remains, the records that
 * were created inside it (such as the conditions of a branch) and those to which it refers remain as well. The remaining ones are reported
 * in `skipped`.
 */
export function findRemovableRecords(created: readonly AnyRecord[], draft: ProjectDraft, skipped: Message[]): ReadonlySet<string> {
  const isUnchanged = (record: AnyRecord): boolean => jsonEquals(draft.project.get(record.id), record);
  const removable = new Map(created.filter(isUnchanged).map((record) => [record.id, record]));
  const childrenByParent = Map.groupBy(removable.values(), primaryParentOf);
  const retained: AnyRecord[] = [];
  const retain = (record: AnyRecord | undefined) => {
    if (!record || !removable.delete(record.id)) return;
    skipped.push(message('undo.skipped.inUse', { record: recordAsSubject(record.kind) }));
    retained.push(record);
  };
  const retainDependencies = () => {
    for (let record = retained.pop(); record; record = retained.pop()) {
      for (const target of referencedIds(record)) retain(removable.get(target));
      for (const child of childrenByParent.get(record.id) ?? []) retain(child);
    }
  };

  for (const record of created) {
    if (removable.has(record.id) || !draft.project.has(record.id)) continue;
    skipped.push(message('undo.skipped.changedSince', { record: recordAsSubject(record.kind) }));
    for (const child of childrenByParent.get(record.id) ?? []) retain(child);
  }
  for (const record of [...removable.values()]) if (isReferenced(record.id, removable, draft)) retain(record);
  retainDependencies();
  retain(findLastPlayableBoard(removable, draft));
  retainDependencies();
  return new Set(removable.keys());
}

/** A board that must remain because there would be no other playable one ([Boards] the last playable board cannot be removed). */
function findLastPlayableBoard(removable: ReadonlyMap<string, AnyRecord>, draft: ProjectDraft): AnyRecord | undefined {
  const isPlayable = (record: AnyRecord | undefined) => record?.kind === 'board' && record.type === 'board';
  const candidate = [...removable.values()].find(isPlayable);
  if (!candidate) return undefined;
  for (const { id } of draft.project.recordsOfKind('board')) if (!removable.has(id) && isPlayable(draft.get(id))) return undefined;
  for (const record of draft.writtenRecords()) if (!removable.has(record.id) && isPlayable(record)) return undefined;
  return candidate;
}

/** Whether a record that remains in the draft refers to this one. */
function isReferenced(id: string, removable: ReadonlyMap<string, unknown>, draft: ProjectDraft): boolean {
  for (const referrerId of draft.project.referrersOf(id)) {
    const referrer = removable.has(referrerId) ? undefined : draft.get(referrerId);
    if (referrer) for (const target of referencedIds(referrer)) if (target === id) return true;
  }
  return false;
}

const primaryParentOf = (record: AnyRecord): string | null => parentIdOf(record, getKind(record.kind).orders[0]?.parentField ?? null);
