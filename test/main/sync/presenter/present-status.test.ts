/** Every state of a mirror with its sentence, as a table. */
import { expect, test } from 'vitest';
import { presentStatus, type StatusInput } from '../../../../main/sync/presenter/present-status.ts';
import type { SyncState } from '../../../../main/sync/project/sync-state.ts';

const calm: StatusInput = {
  remote: 'Team',
  connectionState: { type: 'ready' },
  pausedUntil: undefined,
  limitedUntil: undefined,
  state: { type: 'idle', until: Number.POSITIVE_INFINITY },
  hasStepped: true,
  isFetched: true,
  pendingCount: 0,
  estimatedTime: null,
  conflictCount: 0,
  rejectedCount: 0,
  pendingFiles: 0,
  canWrite: true,
  isRunning: true,
  hasSynced: true,
};
const noon = Date.UTC(2026, 0, 1, 12);
const limited: SyncState = { type: 'waiting', reason: 'limit', until: noon };
const planning: SyncState = { type: 'planning' };
const sending: SyncState = { type: 'sending', operation: { type: 'remove', kind: 'note', id: 'x' } };
const reading: SyncState = { type: 'reading', target: 'project' };

const table: readonly (readonly [name: string, known: Partial<StatusInput>, state: string, sentence: RegExp, until?: boolean])[] = [
  ['nothing to do', {}, 'in step', /^Both sides are the same\.$/],
  ['a question', { conflictCount: 1 }, 'in step', /but for a question that waits for you/],
  ['questions', { conflictCount: 3 }, 'in step', /3 questions/],
  ['something refused', { rejectedCount: 2 }, 'in step', /2 changes that Team does not take/],
  ['files on their way', { pendingFiles: 3 }, 'receiving', /3 left/],
  ['a key that only reads', { canWrite: false, pendingCount: 1 }, 'in step', /may only read: a change waits here/],
  ['a write on its way', { state: sending, pendingCount: 12 }, 'sending', /Sending 12 changes to Team/],
  ['between two writes', { state: planning, pendingCount: 1 }, 'sending', /Sending a change to Team/],
  ['a read on its way', { state: reading }, 'receiving', /Receiving from Team/],
  ['before the first step', { state: planning, hasStepped: false }, 'receiving', /Receiving/],
  [
    'nothing runs, and all was there',
    { isRunning: false, state: planning, hasStepped: false },
    'in step',
    /the same\. So it was last known: nothing is mirrored now/,
  ],
  [
    'nothing runs, and changes wait',
    { isRunning: false, state: planning, hasStepped: false, pendingCount: 2 },
    'waiting',
    /mirrored now: 2 changes wait here/,
  ],
  [
    'nothing runs, and it was never in step',
    { isRunning: false, state: planning, hasStepped: false, hasSynced: false },
    'waiting',
    /never looked through/,
  ],
  [
    'nothing runs, and it was never read',
    { isRunning: false, state: planning, hasStepped: false, isFetched: false },
    'waiting',
    /not been fetched from Team yet/,
  ],
  ['the first read', { isFetched: false, state: reading, hasStepped: false }, 'receiving', /fetched from Team/],
  ['the limit', { state: limited, pendingCount: 2 }, 'waiting', /limit of Team with 2 changes/, true],
  ['the limit of the workspace', { limitedUntil: noon, pendingCount: 1 }, 'waiting', /limit of Team with a change/, true],
  ['the limit of the workspace, and nothing to do', { limitedUntil: noon }, 'in step', /same/],
  ['the limit before the first read', { isFetched: false, state: limited }, 'waiting', /limit of Team/, true],
  ['an answer that was lost', { state: { type: 'settling', until: noon } }, 'waiting', /answer of Team was lost/, true],
  [
    'no network',
    { connectionState: { type: 'offline', reason: 'Nobody there.', until: noon }, pendingCount: 2 },
    'offline',
    /Nobody there\. 2 changes wait here/,
    true,
  ],
  [
    'no answer for one project',
    { state: { type: 'waiting', reason: 'offline', until: noon, detail: null } },
    'offline',
    /does not answer\. What you do is kept here/,
    true,
  ],
  ['paused until a time', { pausedUntil: noon, pendingCount: 1 }, 'paused', /^Paused: a change waits here\.$/, true],
  ['paused until told otherwise', { pausedUntil: null }, 'paused', /until you say otherwise/],
  ['paused beats offline', { pausedUntil: null, connectionState: { type: 'offline', reason: '', until: noon } }, 'paused', /Paused/],
  [
    'no key',
    { connectionState: { type: 'needs a key', reason: 'Please enter the key.' } },
    'stopped',
    /Please enter the key\. Nothing is lost/,
  ],
  [
    'a key that is refused',
    { connectionState: { type: 'refused', reason: 'It was revoked.', until: noon }, pendingCount: 1 },
    'stopped',
    /revoked.*a change waits/,
    true,
  ],
  [
    'a project that has gone',
    { state: { type: 'stopped', cause: { reason: 'project missing' } } },
    'stopped',
    /no longer there\. Nothing is lost/,
  ],
];

for (const [name, known, state, sentence, hasTime = false] of table)
  test(name, () => {
    const shown = presentStatus({ ...calm, ...known });
    expect(shown.state).toBe(state);
    expect(shown.sentence).toMatch(sentence);
    expect(shown.until).toBe(hasTime ? '2026-01-01T12:00:00.000Z' : null);
  });

test('the time that is left is told while something is to be sent, and never for a calm one', () => {
  expect(presentStatus({ ...calm, state: sending, pendingCount: 3, estimatedTime: 2001 }).seconds).toBe(3);
  expect(presentStatus({ ...calm, pendingCount: 3, estimatedTime: 2001, pausedUntil: null }).seconds).toBe(null);
  expect(presentStatus({ ...calm, estimatedTime: 0 }).seconds).toBe(null);
});
