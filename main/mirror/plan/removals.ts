/**
 * Who removed what. A removal takes along all that cannot be without it; if the other side changed, added or began to use any of that,
 * nobody removes anything and the user is asked.
 */
import type { AnyRecord } from '../../../shared/kinds/all.ts';
import type { Project } from '../../../shared/project.ts';
import { referencesOf, targetsOf } from '../../../shared/references.ts';
import { sameContent } from './cells.ts';
import { type Question, questionOf } from './question.ts';

export interface Removals {
  /** Removed there and untouched here: to go from here. */
  readonly goHere: ReadonlySet<string>;
  /** Here only, in question: neither removed nor sent. */
  readonly keptHere: ReadonlySet<string>;
  /** There only, in question: neither removed nor taken in. */
  readonly keptThere: ReadonlySet<string>;
  readonly questions: readonly Question[];
}

export function removalsOf(base: Project, mine: Project, theirs: Project): Removals {
  const there = sideOf(base, mine, theirs, 'gone there');
  const here = sideOf(base, theirs, mine, 'gone here');
  return {
    goHere: there.untouched,
    keptHere: there.touched,
    keptThere: here.touched,
    questions: [...there.questions, ...here.questions],
  };
}

/** What `other` removed and `holder` still has. */
function sideOf(base: Project, holder: Project, other: Project, why: 'gone there' | 'gone here') {
  const gone = new Set([...base.records()].flatMap(({ id }) => (holder.has(id) && !other.has(id) ? [id] : [])));
  const touched = new Set<string>();
  const untouched = new Set<string>();
  const questions: Question[] = [];
  for (const id of rootsOf(gone, holder)) {
    const all = fallsWith(id, holder, (each) => !other.has(each));
    const record = holder.at(id);
    if (!record) continue;
    const isTouched = [...all].some((each) => isChanged(each, base, holder)) || isNewlyUsed(all, base, holder);
    for (const each of all) (isTouched ? touched : untouched).add(each);
    const [mine, theirs] = why === 'gone there' ? [record, null] : [null, record];
    if (isTouched) questions.push(questionOf(record, null, why, { base: base.at(id), mine, theirs }));
  }
  for (const id of touched) untouched.delete(id);
  return { touched, untouched, questions };
}

/** Of what goes, that which does not go because of something else that goes; in an order of its own. */
export function rootsOf(gone: ReadonlySet<string>, holder: Project): string[] {
  return [...gone].filter((id) => ![...needs(holder.at(id))].some((target) => gone.has(target))).sort();
}

/** The record and all that cannot be without it, as far as `within` allows. */
export function fallsWith(id: string, project: Project, within: (id: string) => boolean = () => true): Set<string> {
  const all = new Set([id]);
  for (const each of all)
    for (const holder of project.holdersOf(each)) {
      if (all.has(holder) || !within(holder)) continue;
      if ([...needs(project.at(holder))].includes(each)) all.add(holder);
    }
  return all;
}

/** What a record cannot be without. */
export function* needs(record: AnyRecord | undefined): Generator<string> {
  if (record) for (const { id, rule } of referencesOf(record)) if (rule.whenGone === 'cascade') yield id;
}

function isChanged(id: string, base: Project, holder: Project): boolean {
  const [before, now] = [base.at(id), holder.at(id)];
  if (!before && now && cameWithItsBranch(now, base)) return now.script !== null;
  return !before || !now || !sameContent(before, now);
}

/** [Branch and conditions] the if of a branch that we made: the remote added it, nobody did. */
export function cameWithItsBranch({ role, branchId }: AnyRecord, base: Project): boolean {
  const branch = String(branchId);
  return (
    role === 'if' && base.has(branch) && !base.children('condition', branch, 'conditions').some((condition) => condition.role === 'if')
  );
}

/** Something that stays refers to it now and did not before. */
function isNewlyUsed(all: ReadonlySet<string>, base: Project, holder: Project): boolean {
  for (const id of all)
    for (const user of holder.holdersOf(id)) {
      if (all.has(user)) continue;
      const [before, now] = [base.at(user), holder.at(user)];
      if (now && (!before || ![...targetsOf(before)].includes(id))) return true;
    }
  return false;
}
