/** Every state of a mirror with its sentence, as a table. */
import { expect, test } from 'vitest';
import { describeStatus, type StatusInput } from '../../../../main/sync/presenter/describe-status.ts';

const calm: StatusInput = {
  remote: 'Team',
  connectionState: { is: 'ready' },
  pausedUntil: undefined,
  limitedUntil: undefined,
  lastResult: { is: 'until', at: Number.POSITIVE_INFINITY, reason: 'in step' },
  transferState: undefined,
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
const until = (reason: 'waiting for the limit' | 'offline' | 'settling') => ({ is: 'until', at: noon, reason }) as const;
const busy = { is: 'busy', action: 'PATCH /x' } as const;

const table: readonly (readonly [name: string, known: Partial<StatusInput>, state: string, sentence: RegExp, until?: boolean])[] = [
  ['nothing to do', {}, 'in step', /^Both sides are the same\.$/],
  ['a question', { conflictCount: 1 }, 'in step', /but for a question that waits for you/],
  ['questions', { conflictCount: 3 }, 'in step', /3 questions/],
  ['something refused', { rejectedCount: 2 }, 'in step', /2 changes that Team does not take/],
  ['files on their way', { pendingFiles: 3 }, 'receiving', /3 left/],
  ['a key that only reads', { canWrite: false, pendingCount: 1 }, 'in step', /may only read: a change waits here/],
  ['a write on its way', { transferState: 'sending', lastResult: busy, pendingCount: 12 }, 'sending', /Sending 12 changes to Team/],
  ['between two writes', { lastResult: busy, pendingCount: 1 }, 'sending', /Sending a change to Team/],
  ['a read on its way', { transferState: 'receiving', lastResult: busy }, 'receiving', /Receiving from Team/],
  ['before the first step', { lastResult: undefined }, 'receiving', /Receiving/],
  [
    'nothing runs, and all was there',
    { isRunning: false, lastResult: undefined },
    'in step',
    /the same\. So it was last known: nothing is mirrored now/,
  ],
  [
    'nothing runs, and changes wait',
    { isRunning: false, lastResult: undefined, pendingCount: 2 },
    'waiting',
    /mirrored now: 2 changes wait here/,
  ],
  [
    'nothing runs, and it was never in step',
    { isRunning: false, lastResult: undefined, hasSynced: false },
    'waiting',
    /never looked through/,
  ],
  [
    'nothing runs, and it was never read',
    { isRunning: false, lastResult: undefined, isFetched: false },
    'waiting',
    /not been fetched from Team yet/,
  ],
  ['the first read', { isFetched: false, transferState: 'receiving', lastResult: undefined }, 'receiving', /fetched from Team/],
  ['the limit', { lastResult: until('waiting for the limit'), pendingCount: 2 }, 'waiting', /limit of Team with 2 changes/, true],
  ['the limit of the workspace', { limitedUntil: noon, pendingCount: 1 }, 'waiting', /limit of Team with a change/, true],
  ['the limit of the workspace, and nothing to do', { limitedUntil: noon }, 'in step', /same/],
  ['the limit before the first read', { isFetched: false, lastResult: until('waiting for the limit') }, 'waiting', /limit of Team/, true],
  ['an answer that was lost', { lastResult: until('settling') }, 'waiting', /answer of Team was lost/, true],
  [
    'no network',
    { connectionState: { is: 'offline', reason: 'Nobody there.', until: noon }, pendingCount: 2 },
    'offline',
    /Nobody there\. 2 changes wait here/,
    true,
  ],
  ['no answer for one project', { lastResult: until('offline') }, 'offline', /does not answer\. What you do is kept here/, true],
  ['paused until a time', { pausedUntil: noon, pendingCount: 1 }, 'paused', /^Paused: a change waits here\.$/, true],
  ['paused until told otherwise', { pausedUntil: null }, 'paused', /until you say otherwise/],
  ['paused beats offline', { pausedUntil: null, connectionState: { is: 'offline', reason: '', until: noon } }, 'paused', /Paused/],
  [
    'no key',
    { connectionState: { is: 'needs a key', reason: 'Please enter the key.' } },
    'stopped',
    /Please enter the key\. Nothing is lost/,
  ],
  [
    'a key that is refused',
    { connectionState: { is: 'refused', reason: 'It was revoked.', until: noon }, pendingCount: 1 },
    'stopped',
    /revoked.*a change waits/,
    true,
  ],
  [
    'a project that has gone',
    { lastResult: { is: 'stopped', reason: 'It is no longer there.' } },
    'stopped',
    /no longer there\. Nothing is lost/,
  ],
];

for (const [name, known, state, sentence, hasTime = false] of table)
  test(name, () => {
    const shown = describeStatus({ ...calm, ...known });
    expect(shown.state).toBe(state);
    expect(shown.sentence).toMatch(sentence);
    expect(shown.until).toBe(hasTime ? '2026-01-01T12:00:00.000Z' : null);
  });

test('the time that is left is told while something is to be sent, and never for a calm one', () => {
  expect(describeStatus({ ...calm, transferState: 'sending', pendingCount: 3, estimatedTime: 2001 }).seconds).toBe(3);
  expect(describeStatus({ ...calm, pendingCount: 3, estimatedTime: 2001, pausedUntil: null }).seconds).toBe(null);
  expect(describeStatus({ ...calm, estimatedTime: 0 }).seconds).toBe(null);
});
