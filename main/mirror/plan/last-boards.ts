/** A project has a board ([Boards]): where each side removed the other's last ones, theirs stay, and come back here. */
import type { Project } from '../../../shared/project.ts';
import { type Question, questionOf } from './question.ts';
import { fallsWith, rootsOf } from './removals.ts';

export interface Restored {
  /** Removed here, there still: taken in as if it were new. */
  readonly ids: ReadonlySet<string>;
  readonly questions: readonly Question[];
}

/** `goneThere`: what goes from here as well, or is in question. */
export function lastBoards(base: Project, mine: Project, theirs: Project, goneThere: ReadonlySet<string>): Restored {
  for (const { id, type } of mine.all('board')) if (type === 'board' && !goneThere.has(id)) return { ids: new Set(), questions: [] };
  const there = [...theirs.all('board')].filter(({ type }) => type === 'board').map(({ id }) => id);
  const removed = new Set([...base.records()].flatMap(({ id }) => (theirs.has(id) && !mine.has(id) ? [id] : [])));
  const ids = new Set<string>();
  const questions: Question[] = [];
  for (const root of rootsOf(removed, theirs)) {
    const all = fallsWith(root, theirs, (id) => !mine.has(id));
    const record = theirs.at(root);
    if (!record || !there.some((id) => all.has(id))) continue;
    for (const id of all) ids.add(id);
    questions.push(questionOf(record, null, 'last board', { base: base.at(root), mine: null, theirs: record }));
  }
  return { ids, questions };
}
