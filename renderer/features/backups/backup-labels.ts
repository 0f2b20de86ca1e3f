import type { Backup } from '../../../shared/contracts/backups.ts';
import { formatDateAndTime } from '../../messages/translate.ts';

/** The date and time of a backup, to the second: a restore makes one right before another step. */
export const formatBackupTime = ({ at }: Pick<Backup, 'at'>): string => formatDateAndTime(at, 'medium');

/** For the name of a restored project. */
export const formatBackupMinute = ({ at }: Pick<Backup, 'at'>): string => formatDateAndTime(at);
