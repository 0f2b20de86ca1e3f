/** How every start comes to the parts of a data folder: the real world, the real lock, a log, and the way of the owner. */
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { lockDataFolder } from '../engine/storage/data-folder-lock.ts';
import { type BackendConnection, openBackendConnection } from '../instance/backend-connection.ts';
import { systemEnvironment } from '../platform/environment.ts';
import { openLog } from '../platform/log.ts';
import { version } from '../platform/version.ts';
import { type BackendOptions, openBackend } from './backend.ts';

/** `manner`: how the parts are there while this process owns the folder. */
export function connectBackend(folder: string, targetMode: BackendOptions = {}): BackendConnection {
  const log = openLog(folder, 'taleport');
  return openBackendConnection(folder, {
    version,
    log,
    lockFolder: lockOrThrowProblem,
    openBackend: async () => {
      log(`Taleport ${version} opens the projects (process ${process.pid}, Node ${process.versions.node})`);
      try {
        return await openBackend(folder, systemEnvironment, log, targetMode);
      } catch (error) {
        log(`The projects cannot be opened: ${error instanceof Error ? error.stack : String(error)}`);
        throw error;
      }
    },
  });
}

function lockOrThrowProblem(folder: string): { release(): void } | null {
  try {
    return lockDataFolder(folder);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(
      'folder',
      message('problem.app.dataFolderUnusable', { folder, reason: error instanceof Error ? error.message : String(error) }),
      {
        cause: error,
      },
    );
  }
}
