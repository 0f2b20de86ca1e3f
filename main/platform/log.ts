/** The log: a rotating file in the data folder. It never contains story texts or secrets. */
import { closeSync, existsSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import log from 'electron-log/node';
import { createDataFolder, databaseFileIn, logFolderIn } from './data-folder.ts';
import { isFileOrMissing, predictWriteError } from './disk-error.ts';

const maxLogBytes = 2 * 1024 * 1024;

// Whatever the log level is, the first logger prints errors of all files, such as a full disk, with their stack.
log.transports.console.writeFn = () => undefined;

type LogName = 'taleport' | 'window';

export const logPath = (folder: string, name: LogName): string => join(logFolderIn(folder), `${name}.log`);

/** Opens the log with this name in a data folder. If the file cannot be written, lines are dropped and the program continues. */
export function openLog(folder: string, name: LogName): (line: string) => void {
  const file = log.create({ logId: `${name} ${folder}` });
  file.transports.console.level = false;
  // Without a name, electron-log searches for a package.json above the working directory, and writes nothing if there is none.
  file.transports.file.setAppName('Taleport');
  file.transports.file.maxSize = maxLogBytes;
  file.transports.file.resolvePathFn = () => logPath(folder, name);
  file.transports.file.format = '{y}-{m}-{d} {h}:{i}:{s}.{ms} {text}';
  const path = logPath(folder, name);
  // Checked here, because Node, and therefore electron-log, may try to create a folder endlessly.
  let isWritable: boolean | undefined;
  return (line) => {
    if (isWritable && !existsSync(logFolderIn(folder)) && !createLogFolder(folder)) return;
    // Opening a pipe would wait for a program that reads it.
    isWritable ??= predictWriteError(path) === null && isFileOrMissing(path);
    if (!isWritable) return;
    const isNew = createForUser(path);
    file.info(maskSecrets(line));
    if (isNew) removeIfEmpty(path);
  };
}

/**
 * Creates the file for this user only: electron-log creates files that others can read, including rotated ones. Returns whether the file
 * was created.
 */
function createForUser(path: string): boolean {
  if (existsSync(path)) return false;
  try {
    createDataFolder(dirname(path));
    closeSync(openSync(path, 'a', 0o600));
    return true;
  } catch {
    // electron-log cannot write it either.
    return false;
  }
}

/** Removes the file if it is empty because its first line did not fit on the disk. */
function removeIfEmpty(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.size === 0) rmSync(path, { force: true });
}

/**
 * Creates the log folder again if it was deleted while Taleport runs. Returns false if that is not possible, or if the whole data folder
 * was deleted.
 */
function createLogFolder(folder: string): boolean {
  if (!existsSync(databaseFileIn(folder))) return false;
  try {
    createDataFolder(logFolderIn(folder));
    return true;
  } catch {
    return false;
  }
}

/** Masks bearer tokens, keys, passwords, and tokens in URLs. */
export const maskSecrets = (line: string): string =>
  line
    .replace(/tp_[\w-]{16,}/g, 'tp_…')
    .replace(/\b(bearer|basic)\s+\S+/gi, '$1 …')
    .replace(/\b(token|key|password|secret|cookie)("?\s*[=:]\s*"?)[^\s"&,;}]+/gi, '$1$2…');
