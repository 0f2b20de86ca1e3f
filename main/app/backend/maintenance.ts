/**
 * The background work of a backend: maintenance of the data folder while Taleport runs (the integrity check of the database, the removal of
 * unused files, G13), and scheduled backups.
 */

import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import { message } from '../../../shared/messages/message.ts';
import type { FileStore } from '../../assets/file-store.ts';
import { startBackupSchedule } from '../../backups/automatic-backups.ts';
import { findNewestBackupTime } from '../../backups/list-backups.ts';
import type { Engine } from '../../engine/engine.ts';
import { isClosingProblem } from '../../platform/closing-problem.ts';
import { describeError } from '../../platform/errors.ts';
import type { OpenedStorage, Services } from './services.ts';

/** Milliseconds after the start. Commands that end earlier do without the check. */
const integrityCheckDelay = 60_000;
const firstCleanupDelay = 120_000;
const cleanupInterval = 3_600_000;

interface MaintenanceDeps {
  readonly engine: Engine;
  readonly fileStore: FileStore;
  readonly log: (line: string) => void;
  /** Called if the integrity check finds damage. The damage is also logged. */
  readonly onDamage: () => Promise<void>;
}

/** Schedules one integrity check, and the removal of unused files every hour. */
function startMaintenance({ engine, fileStore, log, onDamage }: MaintenanceDeps): { stop(): void } {
  const timers = [
    setTimeout(() => void checkIntegrity(), integrityCheckDelay),
    setTimeout(() => void cleanUp(), firstCleanupDelay),
    setInterval(() => void cleanUp(), cleanupInterval),
  ];
  for (const timer of timers) timer.unref();

  async function checkIntegrity(): Promise<void> {
    try {
      const result = await engine.checkIntegrity();
      if (result === 'ok') return;
      log(`The project data is damaged: ${result}`);
      await onDamage();
    } catch (error) {
      // The check was stopped because the program is closing.
      if (isClosingProblem(error)) return;
      log(`The integrity of the project data could not be checked: ${describeError(error)}`);
    }
  }

  async function cleanUp(): Promise<void> {
    try {
      const removed = await removeUnusedFiles(fileStore, engine);
      if (removed.length > 0) log(`${removed.length} stored files that no asset refers to were removed`);
    } catch (error) {
      log(`Unused stored files could not be removed: ${describeError(error)}`);
    }
  }

  return {
    stop() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** Removes stored files to which neither an asset nor a step that can be undone refers; returns their ids. */
export function removeUnusedFiles(fileStore: FileStore, engine: Engine): Promise<string[]> {
  // The sweep handles one project after another, so it suffices to cache the files of one version of one project.
  let cached: { readonly hash: string; readonly version: number; readonly files: Set<string> | null } = {
    hash: '',
    version: -1,
    files: null,
  };
  const filesOf = (hash: string): Set<string> | null => {
    const version = findVersion(engine, hash);
    if (cached.hash !== hash || cached.version !== version) cached = { hash, version, files: engine.listReferencedFiles(hash) };
    return cached.files;
  };
  return fileStore.sweepUnreferenced({
    // It is uncertain which files a damaged project needs.
    named: (hash, file) => (filesOf(hash)?.has(file) ?? true) || engine.damage.isOpen(hash) || engine.isTextInHistory(hash, file),
  });
}

/** -1 if the project has been removed. */
function findVersion(engine: Engine, hash: string): number {
  try {
    return engine.getVersion(hash).version;
  } catch {
    return -1;
  }
}

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
