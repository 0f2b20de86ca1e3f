/** Rows in data folders of earlier versions are read, and are written unchanged. */
import { expect, test } from 'vitest';
import { decodeRow, encodeOperation, encodeRow, fromStoredRowId, toStoredRowId } from '../../../../main/sync/store/row-codec.ts';

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

const rows: readonly (readonly [storedId: string, stored: unknown, id: string, value: unknown])[] = [
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
  ['told/refused/n 1a', { at: 'now', seen: true }, 'report/refused/n 1a', { at: 'now', seen: true }],
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
  ['alias/n', 'r', 'alias/n', 'r'],
  ['base/n', { id: 'n', kind: 'note', made: 1, known: 2 }, 'base/n', { id: 'n', kind: 'note', made: 1, known: 2 }],
  ['sending', null, 'pending-write', null],
];

test.each(rows)('%s %j', (storedId, stored, id, value) => {
  expect([fromStoredRowId(storedId), decodeRow(id, stored)]).toEqual([id, value]);
  expect([toStoredRowId(id), JSON.stringify(encodeRow(id, value))]).toEqual([storedId, JSON.stringify(stored)]);
});

test('a rejected operation keeps its stored name', () => {
  expect(JSON.stringify(encodeOperation(write.request.operation))).toBe(JSON.stringify(storedWrite.sending.op));
});
