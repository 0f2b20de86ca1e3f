/** Labels of a conflict: its reason, its subject, and why a side has no value. */

import type { ConflictDetails } from '../../../shared/contracts/sync.ts';
import type { Project } from '../../../shared/model/project.ts';
import { t } from '../../messages/translate.ts';
import { fieldLabel } from '../../records/diff/diff-records.ts';

const reasonLabels = (): Readonly<Record<ConflictDetails['why'], string>> => ({
  'both changed': t('conflicts.reasons.bothChanged'),
  'gone there': t('conflicts.reasons.removedRemotely'),
  'gone here': t('conflicts.reasons.removedLocally'),
  place: t('conflicts.reasons.bothMoved'),
  'no room': t('conflicts.reasons.noRoom'),
  'last board': t('conflicts.reasons.lastBoard'),
  'added?': t('conflicts.reasons.maybeAdded'),
  twin: t('conflicts.reasons.duplicate'),
});

export const conflictReason = ({ why }: ConflictDetails): string => reasonLabels()[why];

/** `Content of The door`, or the title of the record. */
export function conflictSubject(project: Project, { kind, field, locale, title }: ConflictDetails): string {
  if (field === null || field === 'place') return title;
  return t('conflicts.fieldOf', { field: fieldLabel(kind, field, locale ?? undefined, project), title });
}

/** Whether there is a value from before both changes to compare with. A record that was added or duplicated has none. */
export const hasBaseValue = ({ why, base }: ConflictDetails): boolean =>
  base !== undefined && !(base === null && (why === 'no room' || why === 'added?' || why === 'twin'));

/** A short reason why a side has no value; null if it has one. */
export function missingValueLabel({ why, field, mine, theirs }: ConflictDetails, side: 'mine' | 'theirs'): string | null {
  const value = side === 'mine' ? mine : theirs;
  if (value !== null && value !== undefined) return null;
  if (why === 'place') return t('conflicts.topLevel');
  if (why === 'added?') return t('conflicts.unknownValue');
  return field === null ? t('conflicts.deletedValue') : null;
}

/** The conflict to select after `id` has been resolved: the next one that is still open, else the previous one. */
export function nextConflictId(list: readonly ConflictDetails[], open: readonly ConflictDetails[], id: string): string | null {
  const at = list.findIndex((each) => each.id === id);
  const ids = new Set(open.map((each) => each.id));
  const after = [...list.slice(at + 1), ...list.slice(0, Math.max(0, at)).reverse()];
  return after.find((each) => ids.has(each.id) && each.id !== id)?.id ?? null;
}
