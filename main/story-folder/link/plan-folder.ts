/**
 * Plans how a project and its story folder are brought in step, from three trees: what both last agreed on, the project, and the folder as it was read. Pure.
 * The comparison is that of sync, with a side that contains everything.
 */
import { toChanges } from '../../../shared/model/change-set.ts';
import type { ReplaceRecordsCommand } from '../../../shared/model/commands.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { type Project, parentIdOf } from '../../../shared/model/project.ts';
import { parentField, withFieldFrom } from '../../sync/plan/field-paths.ts';
import type { MergeConflict } from '../../sync/plan/merge-conflict.ts';
import { type MergeResult, mergeTreesInSteps, type SyncTrees } from '../../sync/plan/merge-trees.ts';
import { isInFolder } from '../folder-layout.ts';

export interface FolderPlan {
  readonly merge: MergeResult;
  /** null if the project has everything that the folder has. */
  readonly command: ReplaceRecordsCommand | null;
  /** The records of the folder that would make the story invalid. They stay in the folder and are not taken. */
  readonly rejectedIds: ReadonlySet<string>;
  /** All conflicts, also those that only this plan finds. */
  readonly conflicts: readonly MergeConflict[];
}

interface FolderPlanOptions {
  readonly hasComments: boolean;
  readonly branch: string | null;
  /** The ids of the records that make the command invalid; empty if it can be executed. */
  findFaultyIds(command: ReplaceRecordsCommand): Generator<void, readonly string[]>;
}

/** In short steps, between which the trees must not change. */
export function* planFolderInSteps(trees: SyncTrees, options: FolderPlanOptions): Generator<void, FolderPlan> {
  const rejectedIds = new Set<string>();
  for (;;) {
    const remote = rejectedIds.size === 0 ? trees.remote : withoutChangesOf(rejectedIds, trees);
    const merge = yield* mergeTreesInSteps({ ...trees, remote }, { isComplete: true, hasLocalComments: options.hasComments });
    const command = commandOf(merge, options);
    const faulty = command ? yield* options.findFaultyIds(command) : [];
    if (faulty.length === 0) return { merge, command, rejectedIds, conflicts: [...merge.conflicts, ...merge.oneTimeConflicts] };
    // Each round rejects more, at last everything that the folder has changed, and then nothing is left to be invalid.
    const found = faulty.filter((id) => !rejectedIds.has(id) && isChanged(id, trees));
    const before = rejectedIds.size;
    for (const id of found.length > 0 ? found : changedIds(trees)) rejectedIds.add(id);
    if (rejectedIds.size === before) return { merge, command: null, rejectedIds, conflicts: merge.conflicts };
  }
}

function commandOf({ renamedIds, put, removedIds }: MergeResult, { branch, hasComments }: FolderPlanOptions): ReplaceRecordsCommand | null {
  const changes = renamedIds.length + put.length + removedIds.length;
  return changes === 0 ? null : { do: 'replaceRecords', renamedIds, put, removedIds, folder: { branch, changes, hasComments } };
}

const isChanged = (id: string, { base, remote }: SyncTrees): boolean => base.get(id) !== remote.get(id);

const changedIds = (trees: SyncTrees): string[] =>
  [...new Set([...trees.base.records(), ...trees.remote.records()].map(({ id }) => id))].filter((id) => isChanged(id, trees));

/** The folder as if it had not changed these records. */
function withoutChangesOf(ids: ReadonlySet<string>, { base, remote }: SyncTrees): Project {
  const records = new Map([...remote.records()].map((record) => [record.id, record]));
  for (const id of ids) {
    const before = base.get(id);
    if (before) records.set(id, before);
    else records.delete(id);
  }
  return remote.withRecords(records.values());
}

/** The story that the folder is to contain: the project, except for what is in conflict or rejected, where the folder keeps what it has. */
export function storyForFolder(
  local: Project,
  folder: Project,
  { merge: { withheld }, rejectedIds }: Pick<FolderPlan, 'merge' | 'rejectedIds'>,
): Project {
  if (withheld.size + rejectedIds.size === 0) return local;
  const records = new Map([...local.records()].map((record) => [record.id, record]));
  for (const entry of [...rejectedIds, ...withheld]) {
    const [id = '', fieldPath] = splitEntry(entry);
    const [ours, theirs] = [records.get(id), folder.get(id)];
    if (fieldPath === null || !ours || !theirs) {
      if (theirs) records.set(id, theirs);
      else records.delete(id);
    } else records.set(id, fieldPath === 'place' ? withPlaceOf(ours, theirs) : withFieldFrom(ours, fieldPath, theirs));
  }
  return local.withRecords(records.values());
}

/** An entry is an id, or `<id>#<field path>`. */
function splitEntry(entry: string): readonly [id: string, fieldPath: string | null] {
  const at = entry.indexOf('#');
  return at < 0 ? [entry, null] : [entry.slice(0, at), entry.slice(at + 1)];
}

function withPlaceOf(record: AnyRecord, other: AnyRecord): AnyRecord {
  const by = parentField(record.kind);
  return { ...record, rank: other.rank, ...(by !== null && { [by]: parentIdOf(other, by) }) };
}

/** The ids of the records that differ in the folder. `wanted`: what it is to contain; `ids`: those that may differ. */
export function changedAmong(ids: Iterable<string>, wanted: Pick<Project, 'get'>, folder: Project): string[] {
  return [...new Set(ids)].filter((id) => {
    const [before, after] = [folder.get(id), wanted.get(id)];
    const record = after ?? before;
    return record !== undefined && isInFolder(record.kind) && toChanges([{ before, after }]).length > 0;
  });
}

/** Whether the folder has lost so much of the story that it may be a mistake, such as a folder that was deleted by half. */
export const hasLostMuch = (removed: number, total: number): boolean => removed > 10 && removed * 3 > total;
