/**
 * Renames stored data of Taleport 0.1: tables and columns, key-value stores and their rows, and the keys of journal entries. Imports no
 * other module, because those may change in later versions, while this upgrade must always produce the names of version 3.
 */

import { isJsonObject } from '../../../shared/json.ts';
import type { Database } from './sqlite.ts';

const storeNames: Readonly<Record<string, string>> = {
  mirror: 'sync',
  mirrors: 'synced-projects',
  people: 'accounts',
  quotas: 'rate-limits',
};

/** Prefixes of row ids, by the new name of the store. The rows of `sync` are renamed by a later upgrade (rename-stored-rows.ts). */
const rowIds: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  targets: [
    ['helper/', 'integration/'],
    ['past/', 'export/'],
    ['delivery/', 'journal/'],
    ['file/', 'manifest/'],
  ],
  service: [['switch', 'settings']],
};

/** Must be run in the transaction of the upgrade. */
export function renameDataOf01(database: Database): void {
  database.function('renamed_store', { deterministic: true }, (store) => renameStore(String(store)));
  database.function('renamed_row_id', { deterministic: true }, (store, id) => renameRowId(renameStore(String(store)), String(id)));
  database.function('renamed_row', { deterministic: true }, (store, json) => renameRow(renameStore(String(store)), String(json)));
  database.function('renamed_journal_changes', { deterministic: true }, (changes) => renameJournalChanges(String(changes)));
  // Damaged texts remain unchanged.
  database.exec(`
    CREATE TABLE key_value (
      store TEXT NOT NULL, id TEXT NOT NULL, json TEXT NOT NULL, PRIMARY KEY (store, id)) STRICT, WITHOUT ROWID;
    INSERT INTO key_value SELECT renamed_store(name), renamed_row_id(name, id), iif(json_valid(json), renamed_row(name, json), json) FROM shelf;
    DROP TABLE shelf;
    ALTER TABLE running RENAME TO session;
    ALTER TABLE session RENAME COLUMN clean TO closed_cleanly;
    DROP INDEX removed;
    ALTER TABLE touched RENAME COLUMN gone TO removed;
    CREATE INDEX touched_removed ON touched (project, version) WHERE removed = 1;
    UPDATE journal SET changes = renamed_journal_changes(changes) WHERE json_valid(changes);`);
}

const renameStore = (name: string): string => storeNames[name] ?? name;

function renameRowId(store: string, id: string): string {
  const found = rowIds[store]?.find(([from]) => (from.endsWith('/') ? id.startsWith(from) : id === from));
  return found ? found[1] + id.slice(found[0].length) : id;
}

function renameRow(store: string, json: string): string {
  if (store === 'files') return JSON.stringify(withRenamedKeys(JSON.parse(json), { at: 'storedAt' }));
  if (store === 'rate-limits')
    return JSON.stringify(mapValues(JSON.parse(json), (window) => withRenamedKeys(window, { from: 'startedAt', used: 'count' })));
  return json;
}

/** Renames `{made}`, `{gone}` and `{was, now}` to `{created}`, `{removed}` and `{before, after}`. */
function renameJournalChanges(changes: string): string {
  const entries: unknown = JSON.parse(changes);
  if (!Array.isArray(entries)) return changes;
  return JSON.stringify(entries.map((entry) => withRenamedKeys(entry, { made: 'created', gone: 'removed', was: 'before', now: 'after' })));
}

const mapValues = (value: unknown, map: (value: unknown) => unknown): unknown =>
  isJsonObject(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, map(each)])) : value;

/** Renames the keys of an object, in the same order. Other values are returned unchanged. */
const withRenamedKeys = (value: unknown, names: Readonly<Record<string, string>>): unknown =>
  isJsonObject(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [names[key] ?? key, each])) : value;
