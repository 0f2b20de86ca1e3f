/** What a question says: why it is asked, what it is about, and what its answer does. */
import type { QuestionShown } from '../../shared/mirror.ts';
import type { Project } from '../../shared/project.ts';
import { labelOf } from '../history/differences.ts';
import { questionWords } from '../words/en/mirror.ts';

const whys: Readonly<Record<QuestionShown['why'], string>> = {
  'both changed': questionWords.why.bothChanged,
  'gone there': questionWords.why.goneThere,
  'gone here': questionWords.why.goneHere,
  place: questionWords.why.place,
  'no room': questionWords.why.noRoom,
  'last board': questionWords.why.lastBoard,
  'added?': questionWords.why.added,
  twin: questionWords.why.twin,
};

export const whyInWords = ({ why }: QuestionShown): string => whys[why];

/** `Content of The door`, or what the record is called. */
export function aboutInWords(project: Project, { field, locale, title }: QuestionShown): string {
  if (field === null || field === 'place') return title;
  return questionWords.fieldOf(labelOf(field, locale ?? undefined, project), title);
}

/** What is new on one side, or stands there twice, was nothing before. */
export const hadBase = ({ why, base }: QuestionShown): boolean =>
  base !== undefined && !(base === null && (why === 'no room' || why === 'added?' || why === 'twin'));

/** Why a side has no value at all, in a word; null where it has one. */
export function missingIn({ why, field, mine, theirs }: QuestionShown, side: 'mine' | 'theirs'): string | null {
  const value = side === 'mine' ? mine : theirs;
  if (value !== null && value !== undefined) return null;
  if (why === 'place') return questionWords.top;
  if (why === 'added?') return questionWords.unknown;
  return field === null ? questionWords.gone : null;
}

/** What goes on being the same one while questions come and go: the one after it, else the one before. */
export function nextAfter(list: readonly QuestionShown[], left: readonly QuestionShown[], id: string): string | null {
  const at = list.findIndex((each) => each.id === id);
  const ids = new Set(left.map((each) => each.id));
  const after = [...list.slice(at + 1), ...list.slice(0, Math.max(0, at)).reverse()];
  return after.find((each) => ids.has(each.id) && each.id !== id)?.id ?? null;
}
