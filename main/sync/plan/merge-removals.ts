/**
 * Who removed what. A removal takes along all that cannot be without it; if the other side changed, added or began to use any of that,
 * nobody removes anything and the user is asked.
 */
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { referencedIds, referencesOf } from '../../../shared/model/references.ts';
import { hasSameContent } from './field-paths.ts';
import { createMergeConflict, type MergeConflict } from './merge-conflict.ts';

export interface RemovalMerge {
  /** Removed there and untouched here: to go from here. */
  readonly removeLocally: ReadonlySet<string>;
  /** Here only, in question: neither removed nor sent. */
  readonly retainedLocally: ReadonlySet<string>;
  /** There only, in question: neither removed nor taken in. */
  readonly retainedRemotely: ReadonlySet<string>;
  readonly conflicts: readonly MergeConflict[];
}

export function mergeRemovals(base: Project, local: Project, remote: Project): RemovalMerge {
  const there = removalsOnSide(base, local, remote, 'gone there');
  const here = removalsOnSide(base, remote, local, 'gone here');
  return {
    removeLocally: there.untouched,
    retainedLocally: there.touched,
    retainedRemotely: here.touched,
    conflicts: [...there.questions, ...here.questions],
  };
}

/** What `other` removed and `holder` still has. */
function removalsOnSide(base: Project, holder: Project, other: Project, why: 'gone there' | 'gone here') {
  const gone = new Set([...base.records()].flatMap(({ id }) => (holder.has(id) && !other.has(id) ? [id] : [])));
  const touched = new Set<string>();
  const untouched = new Set<string>();
  const conflicts: MergeConflict[] = [];
  for (const id of removalRoots(gone, holder)) {
    const all = cascadeIds(id, holder, (each) => !other.has(each));
    const record = holder.get(id);
    if (!record) continue;
    const isTouched = [...all].some((each) => isModified(each, base, holder)) || isNewlyUsed(all, base, holder);
    for (const each of all) (isTouched ? touched : untouched).add(each);
    const [local, remote] = why === 'gone there' ? [record, null] : [null, record];
    if (isTouched) conflicts.push(createMergeConflict(record, null, why, { base: base.get(id), local, remote }));
  }
  for (const id of touched) untouched.delete(id);
  return { touched, untouched, questions: conflicts };
}

/** Of what goes, that which does not go because of something else that goes; in an order of its own. */
export function removalRoots(gone: ReadonlySet<string>, holder: Project): string[] {
  return [...gone].filter((id) => ![...requiredIds(holder.get(id))].some((target) => gone.has(target))).sort();
}

/** The record and all that cannot be without it, as far as `within` allows. */
export function cascadeIds(id: string, project: Project, within: (id: string) => boolean = () => true): Set<string> {
  const all = new Set([id]);
  for (const each of all)
    for (const holder of project.referrersOf(each)) {
      if (all.has(holder) || !within(holder)) continue;
      if ([...requiredIds(project.get(holder))].includes(each)) all.add(holder);
    }
  return all;
}

/** What a record cannot be without. */
export function* requiredIds(record: AnyRecord | undefined): Generator<string> {
  if (record) for (const { targetId, rule } of referencesOf(record)) if (rule.onTargetRemoved === 'cascade') yield targetId;
}

function isModified(id: string, base: Project, holder: Project): boolean {
  const [before, now] = [base.get(id), holder.get(id)];
  if (!before && now && isCreatedWithBranch(now, base)) return now.script !== null;
  return !before || !now || !hasSameContent(before, now);
}

/** [Branch and conditions] the if of a branch that we made: the remote added it, nobody did. */
export function isCreatedWithBranch({ role, branchId }: AnyRecord, base: Project): boolean {
  const branch = String(branchId);
  return (
    role === 'if' && base.has(branch) && !base.children('condition', branch, 'conditions').some((condition) => condition.role === 'if')
  );
}

/** Something that stays refers to it now and did not before. */
function isNewlyUsed(all: ReadonlySet<string>, base: Project, holder: Project): boolean {
  for (const id of all)
    for (const user of holder.referrersOf(id)) {
      if (all.has(user)) continue;
      const [before, now] = [base.get(user), holder.get(user)];
      if (now && (!before || ![...referencedIds(before)].includes(id))) return true;
    }
  return false;
}
