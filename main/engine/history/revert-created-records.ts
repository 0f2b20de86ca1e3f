/** Which of the records that a step made may go again when the step is taken back. */
import { jsonEquals } from '../../../shared/model/change-set.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { parentIdOf } from '../../../shared/model/project.ts';
import { referencedIds } from '../../../shared/model/references.ts';
import type { ProjectDraft } from '../decide/project-draft.ts';
import { describeRecord } from './revert-records.ts';

/**
 * The ids of those that are still as they were made and that nobody else has come to need. What was made inside of one
 * that stays, stays with it (a branch keeps its conditions), and so does what one that stays refers to.
 */
export function findRemovableRecords(made: readonly AnyRecord[], stage: ProjectDraft, left: string[]): ReadonlySet<string> {
  const going = new Map(made.flatMap((record) => (jsonEquals(stage.project.get(record.id), record) ? [[record.id, record] as const] : [])));
  const inside = Map.groupBy(going.values(), primaryParentOf);
  const staying: AnyRecord[] = [];
  const keep = (record: AnyRecord | undefined) => {
    if (!record || !going.delete(record.id)) return;
    left.push(`${describeRecord(record)} is used by something newer and stays.`);
    staying.push(record);
  };
  const keepWhatTheyNeed = () => {
    for (let record = staying.pop(); record; record = staying.pop()) {
      for (const target of referencedIds(record)) keep(going.get(target));
      for (const held of inside.get(record.id) ?? []) keep(held);
    }
  };

  for (const record of made) {
    if (going.has(record.id) || !stage.project.has(record.id)) continue;
    left.push(`${describeRecord(record)} has been changed since and stays.`);
    for (const held of inside.get(record.id) ?? []) keep(held);
  }
  for (const record of [...going.values()]) if (isReferenced(record.id, going, stage)) keep(record);
  keepWhatTheyNeed();
  keep(findLastPlayableBoard(going, stage));
  keepWhatTheyNeed();
  return new Set(going.keys());
}

/** A board that may not go because no other playable one would be left ([Boards] the last playable board stays). */
function findLastPlayableBoard(going: ReadonlyMap<string, AnyRecord>, stage: ProjectDraft): AnyRecord | undefined {
  const playable = (record: AnyRecord | undefined) => record?.kind === 'board' && record.type === 'board';
  const candidate = [...going.values()].find(playable);
  if (!candidate) return undefined;
  for (const { id } of stage.project.recordsOfKind('board')) if (!going.has(id) && playable(stage.get(id))) return undefined;
  for (const record of stage.writtenRecords()) if (!going.has(record.id) && playable(record)) return undefined;
  return candidate;
}

/** Whether something that stays refers to it, as it will be after this. */
function isReferenced(id: string, going: ReadonlyMap<string, unknown>, stage: ProjectDraft): boolean {
  for (const holderId of stage.project.referrersOf(id)) {
    const holder = going.has(holderId) ? undefined : stage.get(holderId);
    if (holder) for (const target of referencedIds(holder)) if (target === id) return true;
  }
  return false;
}

const primaryParentOf = (record: AnyRecord): string | null => parentIdOf(record, getKind(record.kind).orders[0]?.parentField ?? null);
