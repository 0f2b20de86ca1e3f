/**
 * Merges removals. A removal includes all records that cannot exist without the removed one. If the other side has changed, added or newly
 * used any of them, nothing is removed and there is a conflict. Local comments count as changes (I28), because the remote cannot have them.
 */
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { referencedIds, referencesOf } from '../../../shared/model/references.ts';
import { hasSameContent } from './field-paths.ts';
import { createMergeConflict, type MergeConflict } from './merge-conflict.ts';

interface RemovalMerge {
  /** Removed by the remote and unchanged locally, so they must be removed locally. */
  readonly removeLocally: ReadonlySet<string>;
  /** Existing only locally and in conflict, so they are neither removed nor sent. */
  readonly retainedLocally: ReadonlySet<string>;
  /** Existing only remotely and in conflict, so they are neither removed nor merged. */
  readonly retainedRemotely: ReadonlySet<string>;
  readonly conflicts: readonly MergeConflict[];
}

export function mergeRemovals(base: Project, local: Project, remote: Project): RemovalMerge {
  const removedRemotely = removalsOnSide(base, local, remote, 'deletedRemotely');
  const removedLocally = removalsOnSide(base, remote, local, 'deletedLocally');
  return {
    removeLocally: removedRemotely.untouched,
    retainedLocally: removedRemotely.touched,
    retainedRemotely: removedLocally.touched,
    conflicts: [...removedRemotely.conflicts, ...removedLocally.conflicts],
  };
}

/**
 * The records that `other` has removed and `holder` still has. `touched` are those that were changed or newly used since, so that they are
 * in conflict.
 */
function removalsOnSide(base: Project, holder: Project, other: Project, reason: 'deletedRemotely' | 'deletedLocally') {
  const removed = new Set<string>();
  for (const { id } of base.records()) if (!other.has(id) && holder.has(id)) removed.add(id);
  const touched = new Set<string>();
  const untouched = new Set<string>();
  const conflicts: MergeConflict[] = [];
  for (const id of removalRoots(removed, holder)) {
    const all = cascadeIds(id, holder, (each) => !other.has(each));
    const record = holder.get(id);
    if (!record) continue;
    const isTouched = [...all].some((each) => isModified(each, base, holder)) || isNewlyUsed(all, base, holder);
    for (const each of all) (isTouched ? touched : untouched).add(each);
    const [local, remote] = reason === 'deletedRemotely' ? [record, null] : [null, record];
    if (isTouched) conflicts.push(createMergeConflict(record, null, reason, { base: base.get(id), local, remote }));
  }
  for (const id of touched) untouched.delete(id);
  return { touched, untouched, conflicts };
}

/** The removed records that are not removed because of another one, sorted by id. */
export function removalRoots(removed: ReadonlySet<string>, holder: Project): string[] {
  return [...removed].filter((id) => ![...requiredIds(holder.get(id))].some((target) => removed.has(target))).sort();
}

/** The record and all records that cannot exist without it and that `within` includes. */
export function cascadeIds(id: string, project: Project, within: (id: string) => boolean = () => true): Set<string> {
  const all = new Set([id]);
  for (const each of all)
    for (const holder of project.referrersOf(each)) {
      if (all.has(holder) || !within(holder)) continue;
      if ([...requiredIds(project.get(holder))].includes(each)) all.add(holder);
    }
  return all;
}

/** The ids of the records without which a record cannot exist. */
export function* requiredIds(record: AnyRecord | undefined): Generator<string> {
  if (record) for (const { targetId, rule } of referencesOf(record)) if (rule.onTargetRemoved === 'cascade') yield targetId;
}

/** Whether the record was changed, or has local comments, which only exist on this computer. */
function isModified(id: string, base: Project, holder: Project): boolean {
  const [before, now] = [base.get(id), holder.get(id)];
  if (now?.localComments !== undefined) return true;
  if (!before && now && isCreatedWithBranch(now, base)) return now.script !== null;
  return !before || !now || !hasSameContent(before, now);
}

/** [Branch and conditions] whether it is the `if` of a branch that was created locally: the remote creates it together with the branch. */
export function isCreatedWithBranch({ role, branchId }: AnyRecord, base: Project): boolean {
  const branch = String(branchId);
  return (
    role === 'if' && base.has(branch) && !base.children('condition', branch, 'conditions').some((condition) => condition.role === 'if')
  );
}

/** Whether a remaining record refers to one of them and did not before. */
function isNewlyUsed(all: ReadonlySet<string>, base: Project, holder: Project): boolean {
  for (const id of all)
    for (const user of holder.referrersOf(id)) {
      if (all.has(user)) continue;
      const [before, now] = [base.get(user), holder.get(user)];
      if (now && (!before || ![...referencedIds(before)].includes(id))) return true;
    }
  return false;
}

interface RestoredBoards {
  /** Boards that were removed locally and still exist on the remote. They are merged as if they were new. */
  readonly ids: ReadonlySet<string>;
  readonly conflicts: readonly MergeConflict[];
}

/**
 * A project has at least one board ([Boards]). If each side removed the other's last ones, the remote ones remain and are restored locally.
 * `removedRemotely` are the records that are removed locally as well, or are in conflict.
 */
export function restoreLastBoards(base: Project, local: Project, remote: Project, removedRemotely: ReadonlySet<string>): RestoredBoards {
  for (const { id, type } of local.recordsOfKind('board'))
    if (type === 'board' && !removedRemotely.has(id)) return { ids: new Set(), conflicts: [] };
  const remoteBoards = [...remote.recordsOfKind('board')].filter(({ type }) => type === 'board').map(({ id }) => id);
  const removed = new Set([...base.records()].flatMap(({ id }) => (remote.has(id) && !local.has(id) ? [id] : [])));
  const ids = new Set<string>();
  const conflicts: MergeConflict[] = [];
  for (const root of removalRoots(removed, remote)) {
    const all = cascadeIds(root, remote, (id) => !local.has(id));
    const record = remote.get(root);
    if (!record || !remoteBoards.some((id) => all.has(id))) continue;
    for (const id of all) ids.add(id);
    conflicts.push(createMergeConflict(record, null, 'lastBoard', { base: base.get(root), local: null, remote: record }));
  }
  return { ids, conflicts };
}
