/** The message for each state of sync, as a table. */

import { expect, test } from 'vitest';
import { presentStatus, type StatusInput } from '../../../../main/sync/presenter/present-status.ts';
import type { SyncState } from '../../../../main/sync/project/sync-state-machine.ts';
import { t } from '../../../../shared/messages/english.ts';
import { verbatim } from '../../../../shared/messages/message.ts';
import { settledStatusInput } from './settled-status-input.ts';

const idleInput: StatusInput = { ...settledStatusInput, state: { type: 'idle', until: Number.POSITIVE_INFINITY } };
const noon = Date.UTC(2026, 0, 1, 12);
const limited: SyncState = { type: 'waiting', reason: 'limit', until: noon };
const blocked: SyncState = { type: 'waiting', reason: 'blocked', until: Number.POSITIVE_INFINITY };
const planning: SyncState = { type: 'planning' };
const sending: SyncState = { type: 'sending', operation: { type: 'remove', kind: 'note', id: 'x' } };
const reading: SyncState = { type: 'reading', target: 'project' };

const table: readonly (readonly [name: string, input: Partial<StatusInput>, state: string, message: RegExp, until?: boolean])[] = [
  ['nothing to do', {}, 'synced', /^Everything is up to date\.$/],
  ['an edit that is sent soon', { pendingCount: 1 }, 'sending', /Sending 1 change to Team/],
  ['changes that wait', { state: blocked, pendingCount: 2, blockedCount: 2 }, 'attention', /^2 changes aren’t in Team yet/],
  [
    'a conflict and changes that wait',
    { conflictCount: 1, pendingCount: 2, blockedCount: 2 },
    'attention',
    /can’t be sent yet\. 2 changes are kept/,
  ],
  [
    'rejected and waiting changes',
    { rejectedCount: 1, pendingCount: 1, blockedCount: 1 },
    'attention',
    /rejected 1 change, and other changes depend on them/,
  ],
  ['items that could not be received', { invalidCount: 1 }, 'attention', /1 item of Team couldn’t be received/],
  ['a conflict', { conflictCount: 1 }, 'attention', /^1 conflict needs you\. Everything else is up to date\.$/],
  ['[I43] a conflict, and a change that is sent next', { conflictCount: 1, pendingCount: 1 }, 'attention', /needs you\. 1 change is kept/],
  [
    '[I43] rejected changes, and one that is sent next',
    { rejectedCount: 1, pendingCount: 1 },
    'attention',
    /1 change\. 2 changes are kept/,
  ],
  ['[I43] a conflict, and a file', { conflictCount: 1, pendingFiles: 1 }, 'attention', /needs you\. Your changes are kept/],
  ['conflicts', { conflictCount: 3 }, 'attention', /3 conflicts need you/],
  ['rejected changes', { rejectedCount: 2 }, 'attention', /Team rejected 2 changes/],
  ['texts that are kept here', { heldCount: 4 }, 'held', /^Up to date except 4 changes kept here, because the API of Team/],
  ['a conflict and a text that is kept here', { conflictCount: 1, heldCount: 1 }, 'attention', /up to date, except 1 change kept here\.$/],
  ['paused, with a text that is kept here', { pausedUntil: null, pendingCount: 1, heldCount: 1 }, 'paused', /2 changes are kept/],
  ['files being transferred', { pendingFiles: 3 }, 'receiving', /3 files left/],
  ['a read-only key', { canWrite: false, pendingCount: 1 }, 'attention', /read-only\. 1 change is kept/],
  ['a write in progress', { state: sending, pendingCount: 12 }, 'sending', /Sending 12 changes to Team/],
  ['between two writes', { state: planning, pendingCount: 1 }, 'sending', /Sending 1 change to Team/],
  ['a read in progress', { state: reading }, 'receiving', /Receiving changes from Team/],
  ['before the first step', { state: planning, hasStepped: false }, 'checking', /^Checking whether Team has changes\.$/],
  ['a list in progress', { state: { type: 'reading', target: 'list' } }, 'checking', /Checking/],
  [
    'not running, with a conflict',
    { isRunning: false, state: planning, hasStepped: false, conflictCount: 1 },
    'attention',
    /isn’t running\. Last known status: 1 conflict/,
  ],
  [
    'not running, and synced before',
    { isRunning: false, state: planning, hasStepped: false },
    'synced',
    /isn’t running\. Last known status: Everything is up to date/,
  ],
  [
    'not running, with a text that is kept here',
    { isRunning: false, state: planning, hasStepped: false, heldCount: 1 },
    'held',
    /isn’t running\. Last known status: Up to date except 1 change/,
  ],
  [
    'not running, with waiting changes',
    { isRunning: false, state: planning, hasStepped: false, pendingCount: 2 },
    'waiting',
    /isn’t running\. 2 changes are kept/,
  ],
  [
    'not running, and never synced',
    { isRunning: false, state: planning, hasStepped: false, hasSynced: false },
    'waiting',
    /never been synced completely/,
  ],
  [
    'not running, and never read',
    { isRunning: false, state: planning, hasStepped: false, isFetched: false },
    'waiting',
    /hasn’t been downloaded from Team yet/,
  ],
  [
    'not running, and not reached when it was requested',
    {
      isRunning: false,
      state: planning,
      hasStepped: false,
      connectionState: { type: 'offline', reason: verbatim('Nobody there.'), until: noon, failures: 1 },
    },
    'offline',
    /Couldn’t reach Team\. Nobody there\./,
  ],
  [
    'not running, and a key that was rejected when it was requested',
    {
      isRunning: false,
      state: planning,
      hasStepped: false,
      connectionState: { type: 'keyRejected', reason: verbatim('It was revoked.'), until: noon },
    },
    'stopped',
    /revoked/,
  ],
  ['not running, and a lost response', { isRunning: false, state: { type: 'settling', until: noon } }, 'waiting', /was lost/],
  ['the first read', { isFetched: false, state: reading, hasStepped: false }, 'receiving', /Downloading the project from Team/],
  ['the limit', { state: limited, pendingCount: 2 }, 'waiting', /limit of Team to send 2 changes/, true],
  ['the limit of the workspace', { limitedUntil: noon, pendingCount: 1 }, 'waiting', /limit of Team to send 1 change/, true],
  ['the limit of the workspace, and nothing to do', { limitedUntil: noon }, 'synced', /up to date/],
  ['the limit before the first read', { isFetched: false, state: limited }, 'waiting', /limit of Team/, true],
  ['a lost response', { state: { type: 'settling', until: noon } }, 'waiting', /response of Team was lost/, true],
  [
    'no network',
    { connectionState: { type: 'offline', reason: verbatim('Nobody there.'), until: noon, failures: 1 }, pendingCount: 2 },
    'offline',
    /Nobody there\. 2 changes are kept/,
    true,
  ],
  [
    'no response for one project',
    { state: { type: 'waiting', reason: 'offline', until: noon, detail: null } },
    'offline',
    /isn’t responding\. Your changes are kept/,
    true,
  ],
  [
    'rejected changes, with others that wait for them and one that is kept here',
    { rejectedCount: 2, pendingCount: 4, blockedCount: 4, heldCount: 1 },
    'attention',
    /^Team rejected 2 changes, and other changes depend on them\. 7 changes are kept on this computer\.$/,
  ],
  ['paused until a time', { pausedUntil: noon, pendingCount: 1 }, 'paused', /^Paused\. 1 change is kept on this computer\.$/, true],
  ['paused without an end', { pausedUntil: null }, 'paused', /until resumed/],
  [
    'paused beats stopped',
    { state: { type: 'stopped', cause: { reason: 'internalError' } }, pausedUntil: null },
    'paused',
    /until resumed/,
  ],
  [
    'a missing key beats a pause',
    { pausedUntil: null, connectionState: { type: 'needsKey', reason: verbatim('Please enter the key.') } },
    'stopped',
    /Please enter the key/,
  ],
  [
    'stopped beats offline and a limit',
    {
      state: { type: 'stopped', cause: { reason: 'projectMissing' } },
      connectionState: { type: 'offline', reason: verbatim(''), until: noon, failures: 1 },
      limitedUntil: noon,
      pendingCount: 1,
    },
    'stopped',
    /no longer in the workspace/,
  ],
  [
    'offline beats a limit',
    { state: { type: 'waiting', reason: 'offline', until: noon, detail: null }, limitedUntil: noon, pendingCount: 1 },
    'offline',
    /Team/,
    true,
  ],
  [
    'paused beats offline',
    { pausedUntil: null, connectionState: { type: 'offline', reason: verbatim(''), until: noon, failures: 1 } },
    'paused',
    /Paused/,
  ],
  [
    'needsKey',
    { connectionState: { type: 'needsKey', reason: verbatim('Please enter the key.') } },
    'stopped',
    /Please enter the key\. Your changes are kept/,
  ],
  [
    'a rejected key',
    { connectionState: { type: 'keyRejected', reason: verbatim('It was revoked.'), until: noon }, pendingCount: 1 },
    'stopped',
    /revoked.*1 change is kept/,
    true,
  ],
  [
    'a missing project',
    { state: { type: 'stopped', cause: { reason: 'projectMissing' } } },
    'stopped',
    /no longer in the workspace\. Your changes are kept/,
  ],
];

for (const [name, input, state, message, hasTime = false] of table)
  test(name, () => {
    const shown = presentStatus({ ...idleInput, ...input });
    expect(shown.state).toBe(state);
    expect(t(shown.message)).toMatch(message);
    expect(shown.until).toBe(hasTime ? '2026-01-01T12:00:00.000Z' : null);
  });

test('the remaining time is shown only while there are changes to send', () => {
  expect(presentStatus({ ...idleInput, state: sending, pendingCount: 3, estimatedTime: 2001 }).seconds).toBe(3);
  expect(presentStatus({ ...idleInput, pendingCount: 3, estimatedTime: 2001, pausedUntil: null }).seconds).toBe(null);
  expect(presentStatus({ ...idleInput, estimatedTime: 0 }).seconds).toBe(null);
});
