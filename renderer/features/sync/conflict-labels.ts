/** Labels of a conflict: its reason, its subject, and why a side has no value. */

import type { ConflictDetails } from '../../../shared/contracts/sync.ts';
import type { Project } from '../../../shared/model/project.ts';
import { t } from '../../messages/translate.ts';
import { localizedFieldLabel } from '../../records/diff/diff-records.ts';

export const conflictReason = ({ reason }: ConflictDetails): string => t(`conflicts.reasons.${reason}`);

/** `Content of The door`, or the title of the record. */
export function conflictSubject(project: Project, { kind, field, locale, title }: ConflictDetails): string {
  if (field === null) return title;
  return t('conflicts.fieldOf', { field: localizedFieldLabel(kind, field, locale ?? undefined, project), title });
}

/** Whether there is a value from before both changes to compare with. A record that was added or duplicated has none. */
export const hasBaseValue = ({ reason, base }: ConflictDetails): boolean =>
  base !== undefined && !(base === null && (reason === 'displaced' || reason === 'unconfirmedCreate' || reason === 'duplicateCreate'));

/** A short reason why a side has no value; null if it has one. */
export function missingValueLabel({ reason, field, local, remote }: ConflictDetails, side: 'local' | 'remote'): string | null {
  const value = side === 'local' ? local : remote;
  if (value !== null && value !== undefined) return null;
  if (reason === 'movedDifferently') return t('conflicts.topLevel');
  if (reason === 'unconfirmedCreate') return t('conflicts.unknownValue');
  return field === null ? t('conflicts.deletedValue') : null;
}

/** The conflict to select after `id` has been resolved: the next one that is still open, else the previous one. */
export function nextConflictId(list: readonly ConflictDetails[], open: readonly ConflictDetails[], id: string): string | null {
  const at = list.findIndex((each) => each.id === id);
  const ids = new Set(open.map((each) => each.id));
  const after = [...list.slice(at + 1), ...list.slice(0, Math.max(0, at)).reverse()];
  return after.find((each) => ids.has(each.id) && each.id !== id)?.id ?? null;
}
