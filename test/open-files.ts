/** The files that this process has open: those of all workers, as they are threads. */
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

const list = '/proc/self/fd';

/** Only Linux lists open files. */
export const listsOpenFiles = existsSync(list);

/** The paths that satisfy the condition, once for each time they are open; none where the system does not list them. */
export function listOpenFiles(isChosen: (path: string) => boolean): string[] {
  return listsOpenFiles ? readdirSync(list).map(pathOf).filter(isChosen) : [];
}

/** Another thread may close the file meanwhile. */
function pathOf(descriptor: string): string {
  try {
    return readlinkSync(join(list, descriptor));
  } catch {
    return '';
  }
}
