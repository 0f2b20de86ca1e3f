/**
 * Replaces a damaged database by a repaired one, such that a process that is killed at any moment leaves either of them, or a folder in
 * which the next start completes the replacement. A database without its log is never opened as if it were complete.
 */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { syncFolderSync } from '../../platform/atomic-file.ts';
import { expectNoLog } from './integrity-record.ts';

/** The folder of the repaired database, while it is being written and until it has replaced the damaged one. */
export const draftFolderOf = (file: string): string => join(dirname(file), '.repairing');
const repairedFolderOf = (file: string): string => join(dirname(file), '.repaired');

/**
 * Replaces `file` by the file of the same name in the draft folder, which must be closed and flushed to the disk. The damaged file is
 * renamed to `damagedFile`.
 */
export function replaceWithRepaired(file: string, damagedFile: string): void {
  rmSync(repairedFolderOf(file), { recursive: true, force: true });
  renameSync(draftFolderOf(file), repairedFolderOf(file));
  syncFolderSync(dirname(file));
  // The log is moved together with the damaged file, so the next start must not expect it.
  expectNoLog(file);
  renameSync(file, damagedFile);
  complete(file, damagedFile);
}

/**
 * Completes a replacement during which the process was killed, and removes what is left of a repair that did not get that far. Must be called before anything is checked or opened, while no other process
 * uses the folder.
 */
export function completeInterruptedRepair(file: string): void {
  // The database that a killed process was building is not complete.
  rmSync(draftFolderOf(file), { recursive: true, force: true });
  // The replacement has not begun, or is done. A repaired database that stayed would replace one that is lost weeks later.
  if (existsSync(file)) rmSync(repairedFolderOf(file), { recursive: true, force: true });
  if (!existsSync(join(repairedFolderOf(file), basename(file)))) return;
  const damaged = readdirSync(dirname(file)).filter((name) => damagedName.test(name));
  complete(file, join(dirname(file), damaged.sort().at(-1) ?? `${basename(file)}.damaged`));
}

const damagedName = /\.damaged-\d{8}T\d{6}Z$/;

function complete(file: string, damagedFile: string): void {
  for (const suffix of ['-wal', '-shm']) if (existsSync(file + suffix)) renameSync(file + suffix, damagedFile + suffix);
  syncFolderSync(dirname(file));
  renameSync(join(repairedFolderOf(file), basename(file)), file);
  syncFolderSync(dirname(file));
  rmSync(repairedFolderOf(file), { recursive: true, force: true });
}
