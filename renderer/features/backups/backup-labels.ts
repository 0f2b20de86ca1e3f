import type { Backup } from '../../../shared/contracts/backups.ts';
import { formatDate } from '../../messages/translate.ts';

/** The date and time of a backup, to the second: a restore makes one right before another step. */
export const formatBackupTime = (backup: Pick<Backup, 'at'>): string => formatAt(backup, 'medium');

/** For the name of a restored project. */
export const formatBackupMinute = (backup: Pick<Backup, 'at'>): string => formatAt(backup, 'short');

const formatAt = ({ at }: Pick<Backup, 'at'>, timeStyle: 'short' | 'medium'): string =>
  formatDate(Date.parse(at), { dateStyle: 'medium', timeStyle });
