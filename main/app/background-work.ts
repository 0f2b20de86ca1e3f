/** The background work of a backend: maintenance of its data, and scheduled backups. */
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import { message } from '../../shared/messages/message.ts';
import { startBackupSchedule } from '../backups/automatic-backups.ts';
import { findNewestBackupTime } from '../backups/list-backups.ts';
import { startMaintenance } from './maintenance.ts';
import type { OpenedStorage, Services } from './services.ts';

interface BackgroundWorkOptions {
  readonly emit: (event: BackendEvent) => void;
  readonly makesBackups: boolean;
}

export function startBackgroundWork(
  { folder, engine, fileStore, log }: OpenedStorage,
  { backups, safetyBackups }: Pick<Services, 'backups' | 'safetyBackups'>,
  { emit, makesBackups }: BackgroundWorkOptions,
): { stop(): void } {
  const maintenance = startMaintenance({
    engine,
    fileStore,
    log,
    async onDamage() {
      const at = folder === null ? null : await findNewestBackupTime(folder);
      emit({ event: 'notice', message: message('desktop.dataDamaged', { hasBackup: at !== null, at: at ?? 0 }) });
    },
  });
  const backupSchedule = backups && makesBackups ? startBackupSchedule(backups, safetyBackups.create) : undefined;
  return {
    stop() {
      maintenance.stop();
      backupSchedule?.stop();
    },
  };
}
