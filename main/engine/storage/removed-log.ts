/**
 * Records that SQLite has removed the log when the thread of the backend ended. Does not import schemas, because the main thread of the
 * window imports this module.
 */
import { existsSync } from 'node:fs';
import { isJsonObject } from '../../../shared/json.ts';
import { replaceFileSync } from '../../platform/atomic-file.ts';
import { databaseFileIn } from '../../platform/data-folder.ts';
import { readJsonFileSync } from '../../platform/untrusted-file.ts';

export const integrityRecordFileOf = (file: string): string => `${file}-witness.json`;
export const logFileOf = (file: string): string => `${file}-wal`;

/**
 * Must be called after the thread of the backend has ended for whatever reason. Even if it has failed or has run out of memory, SQLite
 * completes the database from the log and removes the log. The next start must not miss it.
 */
export function recordRemovedLog(folder: string): void {
  const file = databaseFileIn(folder);
  if (existsSync(logFileOf(file))) return;
  try {
    const record = readJsonFileSync(integrityRecordFileOf(file));
    if (isJsonObject(record) && record.log)
      replaceFileSync(integrityRecordFileOf(file), JSON.stringify({ ...record, log: null }), { mode: 0o600 });
  } catch {
    // There is no record, or it cannot be written. In the latter case, the next start reports lost changes although none are missing.
  }
}
