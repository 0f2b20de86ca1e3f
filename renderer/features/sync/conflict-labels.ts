/** What a question says: why it is asked, what it is about, and what its answer does. */

import type { ConflictDetails } from '../../../shared/contracts/sync.ts';
import type { Project } from '../../../shared/model/project.ts';
import { t } from '../../messages/translate.ts';
import { fieldLabel } from '../../records/diff/diff-records.ts';

const reasonLabels = (): Readonly<Record<ConflictDetails['why'], string>> => ({
  'both changed': t('conflicts.why.bothChanged'),
  'gone there': t('conflicts.why.goneThere'),
  'gone here': t('conflicts.why.goneHere'),
  place: t('conflicts.why.place'),
  'no room': t('conflicts.why.noRoom'),
  'last board': t('conflicts.why.lastBoard'),
  'added?': t('conflicts.why.added'),
  twin: t('conflicts.why.twin'),
});

export const conflictReason = ({ why }: ConflictDetails): string => reasonLabels()[why];

/** `Content of The door`, or what the record is called. */
export function conflictSubject(project: Project, { kind, field, locale, title }: ConflictDetails): string {
  if (field === null || field === 'place') return title;
  return t('conflicts.fieldOf', { field: fieldLabel(kind, field, locale ?? undefined, project), title });
}

/** What is new on one side, or stands there twice, was nothing before. */
export const hasBaseValue = ({ why, base }: ConflictDetails): boolean =>
  base !== undefined && !(base === null && (why === 'no room' || why === 'added?' || why === 'twin'));

/** Why a side has no value at all, in a word; null where it has one. */
export function missingValueLabel({ why, field, mine, theirs }: ConflictDetails, side: 'mine' | 'theirs'): string | null {
  const value = side === 'mine' ? mine : theirs;
  if (value !== null && value !== undefined) return null;
  if (why === 'place') return t('conflicts.top');
  if (why === 'added?') return t('conflicts.unknown');
  return field === null ? t('conflicts.gone') : null;
}

/** What goes on being the same one while questions come and go: the one after it, else the one before. */
export function nextConflictId(list: readonly ConflictDetails[], left: readonly ConflictDetails[], id: string): string | null {
  const at = list.findIndex((each) => each.id === id);
  const ids = new Set(left.map((each) => each.id));
  const after = [...list.slice(at + 1), ...list.slice(0, Math.max(0, at)).reverse()];
  return after.find((each) => ids.has(each.id) && each.id !== id)?.id ?? null;
}
