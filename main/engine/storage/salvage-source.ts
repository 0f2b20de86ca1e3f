/** Reads a damaged database, and the backup that replaces its losses. Does not change either file. */
import { chmodSync, closeSync, copyFileSync, existsSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { withStorableTypes } from './row-checksum.ts';
import type { SalvagedRow } from './salvaged-rows.ts';
import { isUpgradeNeeded, upgradeSchema } from './schema-upgrade.ts';
import { closeOnError, type Database, openDatabaseFile, openReadOnlyDatabase } from './sqlite.ts';

export function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
}

export const [tableInterior, tableLeaf] = [0x05, 0x0d];
const [headerBytes, pageBytes] = [100, 4096];

/**
 * Copies the database with the header of a new database of Taleport, for the existing number of pages. `pageType` is the type of the first
 * page, if that is damaged as well. The log is copied, too.
 */
export function copyWithHeader(file: string, copy: string, { pageType }: { readonly pageType: number | null }): string {
  removeDatabase(copy);
  const fresh = openDatabaseFile(copy);
  fresh.pragma('journal_mode = WAL');
  upgradeSchema(fresh, () => undefined);
  fresh.close();
  const header = readFileSync(copy).subarray(0, headerBytes);
  removeDatabase(copy);
  copyFileSync(file, copy);
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`);
  chmodSync(copy, 0o600);
  header.writeUInt32BE(Math.ceil(statSync(copy).size / pageBytes), 28);
  // No list of free pages, which is not needed for reading.
  header.fill(0, 32, 40);
  const handle = openSync(copy, 'r+');
  try {
    writeSync(handle, header, 0, headerBytes, 0);
    if (pageType !== null) writeSync(handle, Buffer.from([pageType]), 0, 1, headerBytes);
  } finally {
    closeSync(handle);
  }
  return copy;
}

/** Opens a backup, or an upgraded copy of one from an earlier version, so that the backup remains unchanged. null if it cannot be read. */
export function openUpgraded(file: string, copy: string): Database | null {
  try {
    if (!isUpgradeNeeded(file)) return openReadOnlyDatabase(file);
    removeDatabase(copy);
    copyFileSync(file, copy);
    const database = openDatabaseFile(copy);
    return closeOnError(database, () => {
      upgradeSchema(database, () => undefined);
      return database;
    });
  } catch {
    // The other data can be salvaged without the backup.
    return null;
  }
}

/** The rows before the damaged part of a table, and those after it. */
export function* readableRows(database: Database, table: string, onInterrupted: (error: unknown) => void): Generator<SalvagedRow> {
  const keys = keysOf(database, table);
  for (const order of ['', `ORDER BY ${keys.map((key) => `${key} DESC`).join(', ')}`]) {
    try {
      for (const row of database.prepare<[], SalvagedRow>(`SELECT * FROM ${table} ${order}`).iterate()) yield withStorableTypes(row);
      return;
    } catch (error) {
      // The next attempt reads from the other end of the table.
      onInterrupted(error);
    }
  }
}

/** The columns by which the rows of a table are sorted in the file. */
function keysOf(database: Database, table: string): string[] {
  if (database.prepare('SELECT wr FROM pragma_table_list WHERE name = ?').pluck().get(table) !== 1) return ['rowid'];
  return database.prepare<[string], string>('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk').pluck().all(table);
}
