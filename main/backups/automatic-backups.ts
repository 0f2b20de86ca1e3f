/** Automatic backups: on a schedule, and before risky steps. A failure is reported and never prevents the step. */
import type { BackupReason } from '../../shared/contracts/backups.ts';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import { message } from '../../shared/messages/message.ts';
import type { Message } from '../../shared/messages/message-value.ts';
import { Problem } from '../../shared/problem.ts';
import { isClosingProblem } from '../platform/closing-problem.ts';
import { describeError } from '../platform/errors.ts';
import type { BackupService } from './backup-service.ts';
import { addNewestBackupToError } from './list-backups.ts';

export interface SafetyBackups {
  /** Resolves when the backup has been made or has failed. */
  create(reason: BackupReason): Promise<void>;
}

interface SafetyBackupDeps {
  /** null if the projects are only in memory. */
  readonly folder: string | null;
  readonly backups: BackupService | null;
  readonly log: (line: string) => void;
  readonly emit: (event: BackendEvent) => void;
}

export function createSafetyBackups({ folder, backups, log, emit }: SafetyBackupDeps): SafetyBackups {
  // What fails is reported once, not every half hour.
  const failing = new Set<'backup' | 'thinning'>();
  async function report(what: 'backup' | 'thinning', describe: () => Promise<Message> | Message): Promise<void> {
    if (failing.has(what)) return;
    failing.add(what);
    emit({ event: 'notice', message: await describe() });
  }
  return {
    async create(reason) {
      try {
        const made = await backups?.create(reason);
        failing.delete('backup');
        const notThinned = made?.notThinned ?? null;
        if (notThinned) await report('thinning', () => notThinned);
        else failing.delete('thinning');
      } catch (error) {
        if (isClosingProblem(error)) return;
        log(`The backup (${reason}) could not be made: ${describeError(error)}`);
        await report('backup', () => describeFailedBackup(folder, error));
      }
    },
  };
}

/** A notice for the user about a backup that could not be made; `folder` is null if the projects are only in memory. */
export async function describeFailedBackup(folder: string | null, error: unknown): Promise<Message> {
  const { text } = Problem.from(folder === null ? error : await addNewestBackupToError(folder, error));
  return message('backup.automaticFailed', { reason: text });
}

/** Milliseconds. The first backup waits until the window has been drawn and the projects have been read. */
const firstDelay = 10_000;
const interval = 30 * 60_000;

/**
 * Makes a backup shortly after the start, and one every half hour if there are changes. `create` makes a backup and reports failures; it never
 * rejects.
 */
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
