/**
 * Merges removals. A removal includes all records that cannot exist without the removed one; if the other side changed, added or newly
 * used any of them, nothing is removed and there is a conflict. The same applies to local comments (I28): the remote cannot have known them.
 */
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { referencedIds, referencesOf } from '../../../shared/model/references.ts';
import { hasSameContent } from './field-paths.ts';
import { createMergeConflict, type MergeConflict } from './merge-conflict.ts';

interface RemovalMerge {
  /** Removed by the remote and unchanged locally: to be removed locally. */
  readonly removeLocally: ReadonlySet<string>;
  /** Local only and in conflict: neither removed nor sent. */
  readonly retainedLocally: ReadonlySet<string>;
  /** Remote only and in conflict: neither removed nor merged. */
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

/** What `other` removed and `holder` still has. `touched`: changed or newly used since, so that it is in conflict. */
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

/** The removed records that are not removed because of another removed one, sorted by id. */
export function removalRoots(removed: ReadonlySet<string>, holder: Project): string[] {
  return [...removed].filter((id) => ![...requiredIds(holder.get(id))].some((target) => removed.has(target))).sort();
}

/** The record and all that cannot exist without it, as far as `within` allows. */
export function cascadeIds(id: string, project: Project, within: (id: string) => boolean = () => true): Set<string> {
  const all = new Set([id]);
  for (const each of all)
    for (const holder of project.referrersOf(each)) {
      if (all.has(holder) || !within(holder)) continue;
      if ([...requiredIds(project.get(holder))].includes(each)) all.add(holder);
    }
  return all;
}

/** The ids of the records that a record cannot exist without. */
export function* requiredIds(record: AnyRecord | undefined): Generator<string> {
  if (record) for (const { targetId, rule } of referencesOf(record)) if (rule.onTargetRemoved === 'cascade') yield targetId;
}

/** Or has local comments, which exist only here. */
function isModified(id: string, base: Project, holder: Project): boolean {
  const [before, now] = [base.get(id), holder.get(id)];
  if (now?.localComments !== undefined) return true;
  if (!before && now && isCreatedWithBranch(now, base)) return now.script !== null;
  return !before || !now || !hasSameContent(before, now);
}

/** [Branch and conditions] Whether it is the if of a branch that was created locally: the remote adds it with the branch. */
export function isCreatedWithBranch({ role, branchId }: AnyRecord, base: Project): boolean {
  const branch = String(branchId);
  return (
    role === 'if' && base.has(branch) && !base.children('condition', branch, 'conditions').some((condition) => condition.role === 'if')
  );
}

/** Whether a record that stays refers to one of them now and did not before. */
function isNewlyUsed(all: ReadonlySet<string>, base: Project, holder: Project): boolean {
  for (const id of all)
    for (const user of holder.referrersOf(id)) {
      if (all.has(user)) continue;
      const [before, now] = [base.get(user), holder.get(user)];
      if (now && (!before || ![...referencedIds(before)].includes(id))) return true;
    }
  return false;
}
