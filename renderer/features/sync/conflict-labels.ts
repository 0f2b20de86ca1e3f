/** What a question says: why it is asked, what it is about, and what its answer does. */
import type { ConflictDetails } from '../../../shared/contracts/sync.ts';
import type { Project } from '../../../shared/model/project.ts';
import { conflictMessages } from '../../messages/en/sync.ts';
import { fieldLabel } from '../../records/diff/diff-records.ts';

const reasonLabels: Readonly<Record<ConflictDetails['why'], string>> = {
  'both changed': conflictMessages.why.bothChanged,
  'gone there': conflictMessages.why.goneThere,
  'gone here': conflictMessages.why.goneHere,
  place: conflictMessages.why.place,
  'no room': conflictMessages.why.noRoom,
  'last board': conflictMessages.why.lastBoard,
  'added?': conflictMessages.why.added,
  twin: conflictMessages.why.twin,
};

export const conflictReason = ({ why }: ConflictDetails): string => reasonLabels[why];

/** `Content of The door`, or what the record is called. */
export function conflictSubject(project: Project, { field, locale, title }: ConflictDetails): string {
  if (field === null || field === 'place') return title;
  return conflictMessages.fieldOf(fieldLabel(field, locale ?? undefined, project), title);
}

/** What is new on one side, or stands there twice, was nothing before. */
export const hasBaseValue = ({ why, base }: ConflictDetails): boolean =>
  base !== undefined && !(base === null && (why === 'no room' || why === 'added?' || why === 'twin'));

/** Why a side has no value at all, in a word; null where it has one. */
export function missingValueLabel({ why, field, mine, theirs }: ConflictDetails, side: 'mine' | 'theirs'): string | null {
  const value = side === 'mine' ? mine : theirs;
  if (value !== null && value !== undefined) return null;
  if (why === 'place') return conflictMessages.top;
  if (why === 'added?') return conflictMessages.unknown;
  return field === null ? conflictMessages.gone : null;
}

/** What goes on being the same one while questions come and go: the one after it, else the one before. */
export function nextConflictId(list: readonly ConflictDetails[], left: readonly ConflictDetails[], id: string): string | null {
  const at = list.findIndex((each) => each.id === id);
  const ids = new Set(left.map((each) => each.id));
  const after = [...list.slice(at + 1), ...list.slice(0, Math.max(0, at)).reverse()];
  return after.find((each) => ids.has(each.id) && each.id !== id)?.id ?? null;
}
