/** The log that SQLite removes when the thread of the backend ends. Without schemas, because the main thread of the window imports it. */
import { existsSync, readFileSync } from 'node:fs';
import { replaceFileSync } from '../../platform/atomic-file.ts';
import { databaseFileIn } from '../../platform/data-folder.ts';

export const integrityRecordFileOf = (file: string): string => `${file}-witness.json`;
export const logFileOf = (file: string): string => `${file}-wal`;

/**
 * Call after the thread of the backend has ended, for whatever reason. Also when it has run out of memory or has failed, SQLite completes the database from the log
 * and removes that. The next start must not miss it.
 */
export function recordRemovedLog(folder: string): void {
  const file = databaseFileIn(folder);
  if (existsSync(logFileOf(file))) return;
  try {
    const record: { log: unknown } = JSON.parse(readFileSync(integrityRecordFileOf(file), 'utf8'));
    if (record.log) replaceFileSync(integrityRecordFileOf(file), JSON.stringify({ ...record, log: null }), { mode: 0o600 });
  } catch {
    // There is no record, or it cannot be written: the next start reports changes that are not missing.
  }
}
