/** How every start comes to the parts of a data folder: the real world, the real lock, a log, and the way of the owner. */
import { Problem } from '../shared/problem.ts';
import { lockFolder } from './engine/lock.ts';
import { openLog } from './log.ts';
import { type Reached, reach } from './owner/open-or-join.ts';
import { type Manner, openParts } from './parts.ts';
import { version } from './version.ts';
import { realWorld } from './world.ts';

/** `manner`: how the parts are there while this process owns the folder. */
export function reachParts(folder: string, manner: Manner = {}): Reached {
  const log = openLog(folder, 'taleport');
  return reach(folder, {
    version,
    log,
    lock,
    open: async () => {
      log(`Taleport ${version} opens the projects (process ${process.pid}, Node ${process.versions.node})`);
      try {
        return await openParts(folder, realWorld, log, manner);
      } catch (error) {
        log(`The projects cannot be opened: ${error instanceof Error ? error.stack : String(error)}`);
        throw error;
      }
    },
  });
}

function lock(folder: string): { release(): void } | null {
  try {
    return lockFolder(folder);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem('folder', `The data folder ${folder} cannot be used: ${error instanceof Error ? error.message : String(error)}.`, {
      cause: error,
    });
  }
}
