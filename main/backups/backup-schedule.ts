/** Makes backups automatically: shortly after the start, and every half hour if there are changes. */
import type { BackupReason } from '../../shared/contracts/backups.ts';
import type { BackupService } from './backup-service.ts';

/** Milliseconds. The first backup waits until the window has been drawn and the projects have been read. */
const firstDelay = 10_000;
const interval = 30 * 60_000;

/** `create` makes a backup and reports failures; it never rejects. */
export function startBackupSchedule(
  backups: Pick<BackupService, 'isUpToDate'>,
  create: (reason: BackupReason) => Promise<unknown>,
): { stop(): void } {
  const createIfChanged = async (reason: BackupReason): Promise<void> => {
    if (!(await backups.isUpToDate().catch(() => false))) await create(reason);
  };
  const first = setTimeout(() => void createIfChanged('start'), firstDelay);
  const later = setInterval(() => void createIfChanged('changes'), interval);
  for (const timer of [first, later]) timer.unref();
  return {
    stop() {
      clearTimeout(first);
      clearInterval(later);
    },
  };
}
