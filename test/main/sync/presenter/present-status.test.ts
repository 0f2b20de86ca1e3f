/** The message for each state of sync, as a table. */
import { expect, test } from 'vitest';
import { presentStatus, type StatusInput } from '../../../../main/sync/presenter/present-status.ts';
import type { SyncState } from '../../../../main/sync/project/sync-state.ts';

const idleInput: StatusInput = {
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

const table: readonly (readonly [name: string, input: Partial<StatusInput>, state: string, message: RegExp, until?: boolean])[] = [
  ['nothing to do', {}, 'in step', /^Both sides are the same\.$/],
  ['a conflict', { conflictCount: 1 }, 'in step', /but for a question that waits for you/],
  ['conflicts', { conflictCount: 3 }, 'in step', /3 questions/],
  ['rejected changes', { rejectedCount: 2 }, 'in step', /2 changes that Team does not take/],
  ['files being transferred', { pendingFiles: 3 }, 'receiving', /3 left/],
  ['a read-only key', { canWrite: false, pendingCount: 1 }, 'in step', /may only read: a change waits here/],
  ['a write in progress', { state: sending, pendingCount: 12 }, 'sending', /Sending 12 changes to Team/],
  ['between two writes', { state: planning, pendingCount: 1 }, 'sending', /Sending a change to Team/],
  ['a read in progress', { state: reading }, 'receiving', /Receiving from Team/],
  ['before the first step', { state: planning, hasStepped: false }, 'receiving', /Receiving/],
  [
    'not running, and synced before',
    { isRunning: false, state: planning, hasStepped: false },
    'in step',
    /the same\. So it was last known: nothing is mirrored now/,
  ],
  [
    'not running, with waiting changes',
    { isRunning: false, state: planning, hasStepped: false, pendingCount: 2 },
    'waiting',
    /mirrored now: 2 changes wait here/,
  ],
  [
    'not running, and never synced',
    { isRunning: false, state: planning, hasStepped: false, hasSynced: false },
    'waiting',
    /never looked through/,
  ],
  [
    'not running, and never read',
    { isRunning: false, state: planning, hasStepped: false, isFetched: false },
    'waiting',
    /not been fetched from Team yet/,
  ],
  ['the first read', { isFetched: false, state: reading, hasStepped: false }, 'receiving', /fetched from Team/],
  ['the limit', { state: limited, pendingCount: 2 }, 'waiting', /limit of Team with 2 changes/, true],
  ['the limit of the workspace', { limitedUntil: noon, pendingCount: 1 }, 'waiting', /limit of Team with a change/, true],
  ['the limit of the workspace, and nothing to do', { limitedUntil: noon }, 'in step', /same/],
  ['the limit before the first read', { isFetched: false, state: limited }, 'waiting', /limit of Team/, true],
  ['a lost response', { state: { type: 'settling', until: noon } }, 'waiting', /answer of Team was lost/, true],
  [
    'no network',
    { connectionState: { type: 'offline', reason: 'Nobody there.', until: noon }, pendingCount: 2 },
    'offline',
    /Nobody there\. 2 changes wait here/,
    true,
  ],
  [
    'no response for one project',
    { state: { type: 'waiting', reason: 'offline', until: noon, detail: null } },
    'offline',
    /does not answer\. What you do is kept here/,
    true,
  ],
  ['paused until a time', { pausedUntil: noon, pendingCount: 1 }, 'paused', /^Paused: a change waits here\.$/, true],
  ['paused without an end', { pausedUntil: null }, 'paused', /until you say otherwise/],
  ['paused beats offline', { pausedUntil: null, connectionState: { type: 'offline', reason: '', until: noon } }, 'paused', /Paused/],
  [
    'no key',
    { connectionState: { type: 'needs a key', reason: 'Please enter the key.' } },
    'stopped',
    /Please enter the key\. Nothing is lost/,
  ],
  [
    'a rejected key',
    { connectionState: { type: 'refused', reason: 'It was revoked.', until: noon }, pendingCount: 1 },
    'stopped',
    /revoked.*a change waits/,
    true,
  ],
  [
    'a missing project',
    { state: { type: 'stopped', cause: { reason: 'project missing' } } },
    'stopped',
    /no longer there\. Nothing is lost/,
  ],
];

for (const [name, input, state, message, hasTime = false] of table)
  test(name, () => {
    const shown = presentStatus({ ...idleInput, ...input });
    expect(shown.state).toBe(state);
    expect(shown.sentence).toMatch(message);
    expect(shown.until).toBe(hasTime ? '2026-01-01T12:00:00.000Z' : null);
  });

test('the remaining time is shown only while there are changes to send', () => {
  expect(presentStatus({ ...idleInput, state: sending, pendingCount: 3, estimatedTime: 2001 }).seconds).toBe(3);
  expect(presentStatus({ ...idleInput, pendingCount: 3, estimatedTime: 2001, pausedUntil: null }).seconds).toBe(null);
  expect(presentStatus({ ...idleInput, estimatedTime: 0 }).seconds).toBe(null);
});
