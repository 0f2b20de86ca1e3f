/** Rows of sync, remotes and targets that version 4 wrote have the names of the code after the upgrade, and their values. */
import { describe, expect, test } from 'vitest';
import { renameStoredRows } from '../../../../main/engine/storage/rename-stored-rows.ts';
import { checksumVersion, schemaUpgrades, upgradeSchema } from '../../../../main/engine/storage/schema-upgrade.ts';
import { openDatabaseFile } from '../../../../main/engine/storage/sqlite.ts';
import { defineRowChecksum, rowChecksum } from '../../../../main/engine/storage/stored-rows.ts';
import { operationFingerprint, rejectedWriteEntry } from '../../../../main/sync/store/sync-store.ts';
import { verbatim } from '../../../../shared/messages/message.ts';

const storedWrite = {
  sending: {
    op: { do: 'change', kind: 'note', id: 'n', part: 'fields', cells: ['x', 'text/de'] },
    route: 'changeNote',
    method: 'PATCH',
    path: '/p/notes/n',
    body: { do: 'not a member of ours' },
    upload: 'f',
    expected: [],
    behind: { list: 'notes', id: null },
  },
  attempt: 2,
  version: 3,
  updatedAt: 'u',
  known: ['a'],
  unknownSince: 5,
};
const write = {
  request: {
    operation: { type: 'change', kind: 'note', id: 'n', part: 'fields', fields: ['x', 'text/de'] },
    route: 'changeNote',
    method: 'PATCH',
    path: '/p/notes/n',
    body: { do: 'not a member of ours' },
    uploadFile: 'f',
    expected: [],
    previousSibling: { list: 'notes', id: null },
  },
  attempt: 2,
  version: 3,
  updatedAt: 'u',
  knownIds: ['a'],
  unconfirmedSince: 5,
};
const storedConflict = { id: 'n#x', record: 'n', kind: 'note', cell: 'x', why: 'both changed', base: 1, mine: 2, theirs: { mine: 3 } };
const conflict = { id: 'n#x', recordId: 'n', kind: 'note', field: 'x', reason: 'bothChanged', base: 1, local: 2, remote: { mine: 3 } };

/** Rows of sync, without the hash of their project. */
const syncRows: readonly (readonly [storedId: string, stored: unknown, id: string, value: unknown])[] = [
  [
    'standing',
    { there: 'h', version: 1, updatedAt: 'u', listed: 'l', whole: true, rest: 4 },
    'checkpoint',
    { remoteHash: 'h', version: 1, updatedAt: 'u', listedAt: 'l', isComplete: true, idleVersion: 4 },
  ],
  ['sending', storedWrite, 'pending-write', write],
  ['unsure/n', storedWrite, 'uncertain-create/n', write],
  ['question/n#x', storedConflict, 'conflict/n#x', conflict],
  ['asked', [storedConflict, storedConflict], 'planned-conflicts', [conflict, conflict]],
  [
    'refused/n 1a',
    { record: 'n', request: 'POST', why: 'No.', row: storedWrite, state: '1 u' },
    'rejected/n 1a',
    { recordId: 'n', request: 'POST', reason: 'No.', pendingWrite: write, remoteState: '1 u' },
  ],
  [
    'watch/n',
    { id: 'n', made: { known: 1 }, known: ['n'], until: 9 },
    'duplicate-watch/n',
    { id: 'n', created: { known: 1 }, knownIds: ['n'], expiresAt: 9 },
  ],
  ['overtaken/n', { record: 'n', before: { record: 1 }, sent: {} }, 'overwrite/n', { recordId: 'n', before: { record: 1 }, sent: {} }],
  ['overtaken/n#2', { record: 'n', number: 2, before: {}, sent: {} }, 'overwrite/n#2', { recordId: 'n', number: 2, before: {}, sent: {} }],
  ['doubt/n', { record: 'n', before: {}, sent: {} }, 'unconfirmed/n', { recordId: 'n', before: {}, sent: {} }],
  ['first/n', { record: 'n', before: {}, sent: {} }, 'first-write/n', { recordId: 'n', before: {}, sent: {} }],
  ['told/refused/n 1a', { at: 'now', seen: true }, 'report/rejected/n 1a', { at: 'now', seen: true }],
  ['told/overtaken/n#2', { at: 'now', seen: false }, 'report/overwrite/n#2', { at: 'now', seen: false }],
  ['told/trouble/n 1a', { at: 'now', seen: false }, 'report/invalid/n 1a', { at: 'now', seen: false }],
  ['told/renamed/n#x', { at: 'now', seen: false }, 'report/renamed/n#x', { at: 'now', seen: false }],
  ['told/file/n 1a', { at: 'now', seen: false }, 'report/file/n 1a', { at: 'now', seen: false }],
  [
    'question/n#place',
    { id: 'n#place', cell: 'place', why: 'place' },
    'conflict/n#place',
    { id: 'n#place', field: 'place', reason: 'movedDifferently' },
  ],
  ...(
    [
      ['gone there', 'deletedRemotely'],
      ['gone here', 'deletedLocally'],
      ['no room', 'displaced'],
      ['last board', 'lastBoard'],
      ['added?', 'unconfirmedCreate'],
      ['twin', 'duplicateCreate'],
      ['renamed', 'renamed'],
    ] as const
  ).map(([why, reason]) => ['question/n#', { why }, 'conflict/n#', { reason }] as const),
  ...(
    [
      ['done', 'done'],
      ['refused', 'rejected'],
      ['unknown', 'unconfirmed'],
      ['not sent', 'notSent'],
    ] as const
  ).map(([stored, result]) => ['activity/7', { sentence: 'S', result: stored }, 'activity/7', { message: 'S', result }] as const),
  [
    'file/a',
    {
      agreed: { there: 'r.png', sha256: 'h' },
      up: { as: 'u.png', sha256: 'h', at: 1 },
      crossed: { there: 'c.png', sha256: 'h', file: 'd' },
      refused: { what: 'h', why: 'No.' },
    },
    'file/a',
    {
      agreed: { remoteName: 'r.png', sha256: 'h' },
      upload: { remoteName: 'u.png', sha256: 'h', at: 1 },
      conflict: { remoteName: 'c.png', sha256: 'h', downloaded: 'd' },
      rejected: { file: 'h', reason: 'No.' },
    },
  ],
  [
    'files',
    { left: ['a'], filledAt: 5, again: true, certain: false },
    'file-rechecks',
    { waitingIds: ['a'], filledAt: 5, isRoundDue: true, isCertain: false },
  ],
  ['calm', { version: 3, updatedAt: 'u' }, 'idle-marker', { version: 3, updatedAt: 'u' }],
  ...['disappearance', 'dangling', 'held-texts', 'resent-create/n', 'sent-conditions/n', 'upload', 'activity-end'].map(
    (id) => [id, { do: 'not renamed' }, id, { do: 'not renamed' }] as const,
  ),
  ['alias/n', 'r', 'alias/n', 'r'],
  ['base/n', { id: 'n', kind: 'note', made: 1, known: 2 }, 'base/n', { id: 'n', kind: 'note', made: 1, known: 2 }],
  ['sending', null, 'pending-write', null],
];

const project = { hash: 'h', remote: 'Team', name: 'N', pausedUntil: null };
const remote = { name: 'Team', url: 'u', keyIn: 'store', variable: null, permissions: null };
const target = { hash: 'h', engine: 'unity', folder: '/g', settings: { on: true, helper: 'a.cs' }, version: 1 };

const rows: readonly (readonly [store: string, storedId: string, stored: unknown, id: string, value: unknown])[] = [
  ...syncRows.map(([storedId, stored, id, value]) => ['sync', `hash/${storedId}`, stored, `hash/${id}`, value] as const),
  [
    'synced-projects',
    'h',
    { ...project, there: 'r', made: true, inStepAt: 'now' },
    'h',
    { ...project, remoteHash: 'r', isFetched: true, lastSyncedAt: 'now' },
  ],
  ['synced-projects', '/pause', { pausedUntil: 5 }, '/pause', { pausedUntil: 5 }],
  [
    'remotes',
    'remote/Team',
    { ...remote, learned: { upload: 'two-step' } },
    'remote/Team',
    { ...remote, capabilities: { upload: 'two-step' } },
  ],
  ['remotes', 'budget/Team', { all: 600, made: 1 }, 'budget/Team', { all: 600, made: 1 }],
  ['targets', 'target/t', target, 'target/t', { ...target, settings: { on: true, integrationFile: 'a.cs' } }],
  ['targets', 'manifest/t/helper', { helper: 1 }, 'manifest/t/helper', { helper: 1 }],
  ['accounts', 'standing', { there: 1 }, 'standing', { there: 1 }],
];

type Row = readonly [store: string, id: string, value: unknown];

/** The rows after the upgrade of a database of version 4 with these. `damage` runs before it. */
function upgradedRows(stored: readonly Row[], { damage = '', times = 1 } = {}) {
  const database = openDatabaseFile(':memory:');
  upgradeSchema(database, () => undefined, schemaUpgrades.slice(0, checksumVersion));
  defineRowChecksum(database);
  const insert = database.prepare('INSERT INTO key_value VALUES (?, ?, ?, ?)');
  for (const [store, id, value] of stored) {
    const json = JSON.stringify(value);
    insert.run(store, id, json, rowChecksum(store, id, json));
  }
  database.exec(damage);
  upgradeSchema(database, () => undefined);
  for (let time = 1; time < times; time++) renameStoredRows(database);
  // The columns that the statement selects.
  const found = database
    .prepare('SELECT store, id, json, checksum = row_checksum(store, id, json) AS isIntact FROM key_value ORDER BY store, id')
    .all() as { store: string; id: string; json: string; isIntact: number }[];
  database.close();
  return found.map(({ store, id, json, isIntact }) => ({ store, id, json, isIntact: isIntact === 1 }));
}

describe('[Store] the upgrade to version 5', () => {
  test.each(rows)('%s %s %j', (store, storedId, stored, id, value) => {
    // As text: members keep their order, which fingerprints depend on.
    const upgraded = [{ store, id, json: JSON.stringify(value), isIntact: true }];
    expect(upgradedRows([[store, storedId, stored]])).toEqual(upgraded);
    expect(upgradedRows([[store, storedId, stored]], { times: 2 })).toEqual(upgraded);
  });

  test('an operation that was rejected without a request is recognized by its new name, and its report stays seen', () => {
    const { operation } = write.request;
    const reason = verbatim('No.');
    const stored = JSON.stringify(storedWrite.sending.op);
    const shownOnce = { at: 'now', seen: true };
    // The names of the ids are hashes of the old text.
    const upgraded = upgradedRows([
      ['sync', 'hash/refused/n 1jjcs7l', { record: 'n', request: stored, why: 'No.' }],
      ['sync', `hash/told/refused/n ${shortHash(`${stored}No.`)}`, shownOnce],
    ]);
    // Operations are read from rows, so their type is that of the code.
    const request = operationFingerprint(operation as Parameters<typeof operationFingerprint>[0]);
    expect(upgraded.map(({ id, json }) => [id, JSON.parse(json)])).toEqual(
      [
        [`hash/${rejectedWriteEntry('n', request, reason).id}`, { recordId: 'n', request, reason: 'No.' }],
        [`hash/report/rejected/n ${shortHash(`${request}No.`)}`, shownOnce],
      ].sort(([one], [two]) => (String(one) < String(two) ? -1 : 1)),
    );
  });

  test('a damaged row stays damaged under its new name, so that it is reported', () => {
    const damage = "UPDATE key_value SET json = replace(json, '\"n\"', 'no JSON')";
    expect(upgradedRows([['sync', 'hash/standing', { there: 'n' }]], { damage })).toEqual([
      { store: 'sync', id: 'hash/checkpoint', json: '{"there":no JSON}', isIntact: false },
    ]);
  });

  test('a row that was damaged before it had a checksum is damaged, and does not stop the upgrade', () => {
    const damage = "UPDATE key_value SET json = '{', checksum = row_checksum(store, id, '{')";
    const stored = [
      ['sync', 'hash/standing', {}],
      ['targets', 'target/t', {}],
    ] as const;
    expect(upgradedRows(stored, { damage })).toEqual([
      { store: 'sync', id: 'hash/checkpoint', json: '{', isIntact: false },
      { store: 'targets', id: 'target/t', json: '{', isIntact: false },
    ]);
  });
});

function shortHash(text: string): string {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return (hash >>> 0).toString(36);
}
