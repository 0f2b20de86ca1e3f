/**
 * Upgrades that rename stored data: to version 3 what Taleport 0.1 has stored, and to version 5 the rows of sync, remotes and targets. They
 * import nothing that may change in later versions, because an upgrade must always produce the names of its own version.
 */

import { isJsonObject, parseStoredJson } from '../../../shared/json.ts';
import type { Database } from './sqlite.ts';
import { rowChecksum } from './stored-rows.ts';

interface NestedMember {
  readonly name: string;
  readonly members: MemberNames;
}
/** A member whose value is renamed as well. */
interface NamedValue {
  readonly name: string;
  /** The new values, by old value. */
  readonly values: Readonly<Record<string, string>>;
}
/** The new names, by old name. */
type MemberNames = { readonly [old: string]: string | NestedMember | NamedValue };

interface RowNames {
  /** The new part of the id between the first two slashes. */
  readonly name?: string;
  readonly members?: MemberNames;
}

const operationMembers: MemberNames = { do: 'type', cells: 'fields' };
const pendingWriteMembers: MemberNames = {
  sending: {
    name: 'request',
    members: { op: { name: 'operation', members: operationMembers }, upload: 'uploadFile', behind: 'previousSibling' },
  },
  known: 'knownIds',
  unknownSince: 'unconfirmedSince',
};
const conflictMembers: MemberNames = {
  record: 'recordId',
  cell: 'field',
  why: {
    name: 'reason',
    values: {
      'both changed': 'bothChanged',
      'gone there': 'deletedRemotely',
      'gone here': 'deletedLocally',
      place: 'movedDifferently',
      'no room': 'displaced',
      'last board': 'lastBoard',
      'added?': 'unconfirmedCreate',
      twin: 'duplicateCreate',
    },
  },
  mine: 'local',
  theirs: 'remote',
};
const overwriteMembers: MemberNames = { record: 'recordId' };

/** By the part of a row's id after the project's hash, up to the next slash. */
const syncRows: { readonly [row: string]: RowNames } = {
  standing: { name: 'checkpoint', members: { there: 'remoteHash', listed: 'listedAt', whole: 'isComplete', rest: 'idleVersion' } },
  sending: { name: 'pending-write', members: pendingWriteMembers },
  unsure: { name: 'uncertain-create', members: pendingWriteMembers },
  question: { name: 'conflict', members: conflictMembers },
  asked: { name: 'planned-conflicts', members: conflictMembers },
  refused: {
    name: 'rejected',
    members: { record: 'recordId', why: 'reason', row: { name: 'pendingWrite', members: pendingWriteMembers }, state: 'remoteState' },
  },
  watch: { name: 'duplicate-watch', members: { made: 'created', known: 'knownIds', until: 'expiresAt' } },
  overtaken: { name: 'overwrite', members: overwriteMembers },
  doubt: { name: 'unconfirmed', members: overwriteMembers },
  first: { name: 'first-write', members: overwriteMembers },
  told: { name: 'report' },
  file: {
    name: 'file',
    members: {
      agreed: { name: 'agreed', members: { there: 'remoteName' } },
      up: { name: 'upload', members: { as: 'remoteName' } },
      crossed: { name: 'conflict', members: { there: 'remoteName', file: 'downloaded' } },
      refused: { name: 'rejected', members: { what: 'file', why: 'reason' } },
    },
  },
  files: { name: 'file-rechecks', members: { left: 'waitingIds', again: 'isRoundDue', certain: 'isCertain' } },
  calm: { name: 'idle-marker' },
  activity: {
    name: 'activity',
    members: {
      sentence: 'message',
      result: { name: 'result', values: { refused: 'rejected', unknown: 'unconfirmed', 'not sent': 'notSent' } },
    },
  },
};
const reportNames: Readonly<Record<string, string>> = { overtaken: 'overwrite', refused: 'rejected', trouble: 'invalid' };

const syncedProjectNames: RowNames = { members: { there: 'remoteHash', made: 'isFetched', inStepAt: 'lastSyncedAt' } };
const remoteNames: RowNames = { members: { learned: 'capabilities' } };
const targetNames: RowNames = { members: { settings: { name: 'settings', members: { helper: 'integrationFile' } } } };

interface StoredRow {
  readonly id: string;
  readonly json: string;
}

/** The upgrade to version 5, in its transaction. Running it again has no effect. */
export function renameStoredRows(database: Database): void {
  // Rows of versions without checksums have received checksums even if they were already damaged.
  database.exec('UPDATE key_value SET checksum = -1 WHERE NOT json_valid(json)');
  for (const store of ['sync', 'synced-projects', 'remotes', 'targets']) {
    // All ids are read at once, because rows are written during the loop. Whole rows would need too much memory.
    const ids = database.prepare<[string], string>('SELECT id FROM key_value WHERE store = ? ORDER BY id').pluck().all(store);
    const reportIds = new Map<string, string>();
    const read = database.prepare<[string, string], StoredRow & { readonly checksum: number }>(
      'SELECT id, json, checksum FROM key_value WHERE store = ? AND id = ?',
    );
    const write = database.prepare('UPDATE OR IGNORE key_value SET id = ?, json = ?, checksum = ? WHERE store = ? AND id = ?');
    for (const id of ids) {
      const names = namesOf(store, id);
      const row = names && read.get(store, id);
      if (!row) continue;
      // A damaged row stays damaged, so that it is reported when it is read.
      const isIntact = rowChecksum(store, id, row.json) === row.checksum;
      const { id: renamed, json } = isIntact ? renameRow(row, names, reportIds) : { id: renameId(id, names), json: row.json };
      if (renamed !== id || json !== row.json) write.run(renamed, json, isIntact ? rowChecksum(store, renamed, json) : -1, store, id);
    }
  }
}

/** Undefined if the row contains no old names. */
function namesOf(store: string, id: string): RowNames | undefined {
  if (store === 'sync') return syncRows[id.split('/')[1] ?? ''];
  if (store === 'synced-projects') return syncedProjectNames;
  if (store === 'remotes') return id.startsWith('remote/') ? remoteNames : undefined;
  return id.startsWith('target/') ? targetNames : undefined;
}

/**
 * `reportIds` collects the ids of reports that contain a renamed text. Their rows are renamed later, because `told` follows `refused` in
 * the order of ids.
 */
function renameRow({ id, json }: StoredRow, names: RowNames, reportIds: Map<string, string>): StoredRow {
  const value: unknown = parseStoredJson(json);
  const renamed = { id: renameId(id, names), json: names.members ? JSON.stringify(renameMembers(value, names.members)) : json };
  if (names.name === 'rejected') return renameFingerprint(renamed, reportIds);
  return { ...renamed, id: reportIds.get(renamed.id) ?? renamed.id };
}

function renameId(id: string, { name }: RowNames): string {
  if (name === undefined) return id;
  const [hash, , ...rest] = id.split('/');
  if (name !== 'report') return [hash, name, ...rest].join('/');
  const [report = '', ...recordId] = rest;
  return [hash, name, reportNames[report] ?? report, ...recordId].join('/');
}

/** An operation that could not become a request is stored as its JSON, whose hash is part of the ids of its row and its report. */
function renameFingerprint({ id, json }: StoredRow, reportIds: Map<string, string>): StoredRow {
  const value: unknown = parseStoredJson(json);
  if (!isJsonObject(value) || typeof value.request !== 'string' || !value.request.startsWith('{')) return { id, json };
  const request = JSON.stringify(renameMembers(parseStoredJson(value.request), operationMembers));
  const [hash] = id.split('/');
  const reportId = (text: string) => `${hash}/report/rejected/${value.recordId} ${shortHash(text + reasonText(value.reason))}`;
  reportIds.set(reportId(value.request), reportId(request));
  return { id: `${hash}/rejected/${value.recordId} ${shortHash(request)}`, json: JSON.stringify({ ...value, request }) };
}

function reasonText(reason: unknown): string {
  if (!isJsonObject(reason)) return String(reason);
  const { key, params } = reason;
  return key === 'problem.verbatim' && isJsonObject(params) ? String(params.text) : JSON.stringify({ key, params });
}

function shortHash(text: string): string {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return (hash >>> 0).toString(36);
}

/** Lists are renamed element by element. Members without an entry keep their name and value. */
function renameMembers(value: unknown, names: MemberNames): unknown {
  if (Array.isArray(value)) return value.map((each) => renameMembers(each, names));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, inner]): [string, unknown] => {
      const to = names[member];
      if (to === undefined) return [member, inner];
      if (typeof to === 'string') return [to, inner];
      if ('members' in to) return [to.name, renameMembers(inner, to.members)];
      return [to.name, typeof inner === 'string' ? (to.values[inner] ?? inner) : inner];
    }),
  );
}

/** What Taleport 0.1 called the key-value stores. */
const storeNamesOf01: Readonly<Record<string, string>> = {
  mirror: 'sync',
  mirrors: 'synced-projects',
  people: 'accounts',
  quotas: 'rate-limits',
};

/** Prefixes of row ids, by the new name of the store. The rows of `sync` are renamed by the upgrade to version 5. */
const rowIdsOf01: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  targets: [
    ['helper/', 'integration/'],
    ['past/', 'export/'],
    ['delivery/', 'journal/'],
    ['file/', 'manifest/'],
  ],
  service: [['switch', 'settings']],
};

/** The upgrade to version 3, in its transaction: tables and columns, key-value stores and their rows, and the keys of journal entries. */
export function renameDataOf01(database: Database): void {
  database.function('renamed_store', { deterministic: true }, (store) => renameStoreOf01(String(store)));
  database.function('renamed_row_id', { deterministic: true }, (store, id) => renameRowIdOf01(renameStoreOf01(String(store)), String(id)));
  database.function('renamed_row', { deterministic: true }, (store, json) => renameRowOf01(renameStoreOf01(String(store)), String(json)));
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

const renameStoreOf01 = (name: string): string => storeNamesOf01[name] ?? name;

function renameRowIdOf01(store: string, id: string): string {
  const found = rowIdsOf01[store]?.find(([from]) => (from.endsWith('/') ? id.startsWith(from) : id === from));
  return found ? found[1] + id.slice(found[0].length) : id;
}

function renameRowOf01(store: string, json: string): string {
  if (store === 'files') return JSON.stringify(withRenamedKeys(parseStoredJson(json), { at: 'storedAt' }));
  if (store === 'rate-limits')
    return JSON.stringify(mapValues(parseStoredJson(json), (window) => withRenamedKeys(window, { from: 'startedAt', used: 'count' })));
  return json;
}

/** Renames `{made}`, `{gone}` and `{was, now}` to `{created}`, `{removed}` and `{before, after}`. */
function renameJournalChanges(changes: string): string {
  const entries: unknown = parseStoredJson(changes);
  if (!Array.isArray(entries)) return changes;
  return JSON.stringify(entries.map((entry) => withRenamedKeys(entry, { made: 'created', gone: 'removed', was: 'before', now: 'after' })));
}

const mapValues = (value: unknown, map: (value: unknown) => unknown): unknown =>
  isJsonObject(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, map(each)])) : value;

/** Renames the keys of an object, in the same order. Other values are returned unchanged. */
const withRenamedKeys = (value: unknown, names: Readonly<Record<string, string>>): unknown =>
  isJsonObject(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [names[key] ?? key, each])) : value;
