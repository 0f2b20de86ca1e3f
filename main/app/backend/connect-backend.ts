/**
 * Connects a process to the backend of a data folder: either opens the backend in this process, with a lock, a log and the system's clock,
 * or connects to the process that has locked the folder.
 */
import { existsSync } from 'node:fs';
import { isDataFolderCallName } from '../../../shared/contracts/ipc/call-types.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Message } from '../../../shared/messages/message-value.ts';
import { Problem } from '../../../shared/problem.ts';
import { addNewestBackupToError } from '../../backups/list-backups.ts';
import { type DataFolderLock, lockDataFolder } from '../../engine/storage/data-folder-lock.ts';
import { type BackendConnection, openBackendConnection } from '../../instance/backend-connection.ts';
import { databaseFileIn } from '../../platform/data-folder.ts';
import { describeDiskError } from '../../platform/disk-error.ts';
import { systemEnvironment } from '../../platform/environment.ts';
import { describeError, errorMessageOf } from '../../platform/errors.ts';
import { openLog } from '../../platform/log.ts';
import { version } from '../../platform/version.ts';
import { executeDataFolderCall } from '../data-folder/calls.ts';
import { OpeningNotices } from '../data-folder/opening-notices.ts';
import { verifyEntries, verifyRestoreIsFinished } from '../data-folder/verify-data-folder.ts';
import { type BackendOptions, openBackend } from './backend.ts';

/** The options of the backend that a command can set. */
export type CommandOptions = Pick<BackendOptions, 'longRunning' | 'targets' | 'folders' | 'sync'>;

export interface CommandConnection extends BackendConnection {
  /** Notices about the opening of the folder by this process that the user has not acknowledged. Does not open the folder. */
  listNotices(): Promise<Message[]>;
}

/** `options` apply if this process locks the folder and opens the backend itself. */
export function connectBackend(
  folder: string,
  options: CommandOptions & Pick<BackendOptions, 'keyStore' | 'resolveSystemProxy'> = {},
): CommandConnection {
  const log = openLog(folder, 'taleport');
  const notices = new OpeningNotices(folder);
  const onRestricted = (paths: readonly string[]): void => {
    log(`Other users can no longer use ${paths.join(', ')}`);
    notices.add(message('desktop.accessRestricted', { paths }));
  };
  const connection = openBackendConnection(folder, {
    version,
    log,
    lockFolder: (path) => lockOrThrowProblem(path, onRestricted),
    assertProjectsExist,
    openBackend: async (_, ownership) => {
      log(`Taleport ${version} opens the projects (process ${process.pid}, Node ${process.versions.node})`);
      try {
        return await openBackend(folder, systemEnvironment, log, { ...options, ownership, notices });
      } catch (error) {
        log(`The projects cannot be opened: ${describeError(error)}`);
        throw await addNewestBackupToError(folder, error);
      }
    },
  });
  return {
    ...connection,
    listNotices: () => notices.list(),
    call: (name, input, clientSignal) =>
      isDataFolderCallName(name) ? executeDataFolderCall(folder, name, input, log) : connection.call(name, input, clientSignal),
  };
}

function assertProjectsExist(folder: string): void {
  if (!existsSync(databaseFileIn(folder))) throw new Problem('folder', message('problem.app.projectsGone', { folder }));
}

function lockOrThrowProblem(folder: string, onRestricted: (paths: readonly string[]) => void): DataFolderLock | null {
  try {
    verifyEntries(folder);
    verifyRestoreIsFinished(folder);
    return lockDataFolder(folder, onRestricted);
  } catch (error) {
    if (error instanceof Problem) throw error;
    const reason = errorMessageOf(error);
    const text = describeDiskError(error, folder) ?? message('problem.app.dataFolderUnusable', { folder, reason });
    throw new Problem('folder', text, { cause: error });
  }
}
