/** Every state of a mirror with its sentence, as a table. */
import { expect, test } from 'vitest';
import { type Known, statusOf } from '../../../../main/mirror/workspaces/status.ts';

const calm: Known = {
  remote: 'Team',
  condition: { is: 'ready' },
  pausedUntil: undefined,
  limitedUntil: undefined,
  next: { is: 'until', at: Number.POSITIVE_INFINITY, why: 'in step' },
  doing: undefined,
  isMade: true,
  waiting: 0,
  time: null,
  questions: 0,
  refused: 0,
  files: 0,
  mayWrite: true,
  isRunning: true,
  wasInStep: true,
};
const noon = Date.UTC(2026, 0, 1, 12);
const until = (why: 'waiting for the limit' | 'offline' | 'settling') => ({ is: 'until', at: noon, why }) as const;
const busy = { is: 'busy', did: 'PATCH /x' } as const;

const table: readonly (readonly [name: string, known: Partial<Known>, state: string, sentence: RegExp, until?: boolean])[] = [
  ['nothing to do', {}, 'in step', /^Both sides are the same\.$/],
  ['a question', { questions: 1 }, 'in step', /but for a question that waits for you/],
  ['questions', { questions: 3 }, 'in step', /3 questions/],
  ['something refused', { refused: 2 }, 'in step', /2 changes that Team does not take/],
  ['files on their way', { files: 3 }, 'receiving', /3 left/],
  ['a key that only reads', { mayWrite: false, waiting: 1 }, 'in step', /may only read: a change waits here/],
  ['a write on its way', { doing: 'sending', next: busy, waiting: 12 }, 'sending', /Sending 12 changes to Team/],
  ['between two writes', { next: busy, waiting: 1 }, 'sending', /Sending a change to Team/],
  ['a read on its way', { doing: 'receiving', next: busy }, 'receiving', /Receiving from Team/],
  ['before the first step', { next: undefined }, 'receiving', /Receiving/],
  [
    'nothing runs, and all was there',
    { isRunning: false, next: undefined },
    'in step',
    /the same\. So it was last known: nothing is mirrored now/,
  ],
  ['nothing runs, and changes wait', { isRunning: false, next: undefined, waiting: 2 }, 'waiting', /mirrored now: 2 changes wait here/],
  ['nothing runs, and it was never in step', { isRunning: false, next: undefined, wasInStep: false }, 'waiting', /never looked through/],
  [
    'nothing runs, and it was never read',
    { isRunning: false, next: undefined, isMade: false },
    'waiting',
    /not been fetched from Team yet/,
  ],
  ['the first read', { isMade: false, doing: 'receiving', next: undefined }, 'receiving', /fetched from Team/],
  ['the limit', { next: until('waiting for the limit'), waiting: 2 }, 'waiting', /limit of Team with 2 changes/, true],
  ['the limit of the workspace', { limitedUntil: noon, waiting: 1 }, 'waiting', /limit of Team with a change/, true],
  ['the limit of the workspace, and nothing to do', { limitedUntil: noon }, 'in step', /same/],
  ['the limit before the first read', { isMade: false, next: until('waiting for the limit') }, 'waiting', /limit of Team/, true],
  ['an answer that was lost', { next: until('settling') }, 'waiting', /answer of Team was lost/, true],
  [
    'no network',
    { condition: { is: 'offline', why: 'Nobody there.', until: noon }, waiting: 2 },
    'offline',
    /Nobody there\. 2 changes wait here/,
    true,
  ],
  ['no answer for one project', { next: until('offline') }, 'offline', /does not answer\. What you do is kept here/, true],
  ['paused until a time', { pausedUntil: noon, waiting: 1 }, 'paused', /^Paused: a change waits here\.$/, true],
  ['paused until told otherwise', { pausedUntil: null }, 'paused', /until you say otherwise/],
  ['paused beats offline', { pausedUntil: null, condition: { is: 'offline', why: '', until: noon } }, 'paused', /Paused/],
  ['no key', { condition: { is: 'needs a key', why: 'Please enter the key.' } }, 'stopped', /Please enter the key\. Nothing is lost/],
  [
    'a key that is refused',
    { condition: { is: 'refused', why: 'It was revoked.', until: noon }, waiting: 1 },
    'stopped',
    /revoked.*a change waits/,
    true,
  ],
  ['a project that has gone', { next: { is: 'stopped', why: 'It is no longer there.' } }, 'stopped', /no longer there\. Nothing is lost/],
];

for (const [name, known, state, sentence, hasTime = false] of table)
  test(name, () => {
    const shown = statusOf({ ...calm, ...known });
    expect(shown.state).toBe(state);
    expect(shown.sentence).toMatch(sentence);
    expect(shown.until).toBe(hasTime ? '2026-01-01T12:00:00.000Z' : null);
  });

test('the time that is left is told while something is to be sent, and never for a calm one', () => {
  expect(statusOf({ ...calm, doing: 'sending', waiting: 3, time: 2001 }).seconds).toBe(3);
  expect(statusOf({ ...calm, waiting: 3, time: 2001, pausedUntil: null }).seconds).toBe(null);
  expect(statusOf({ ...calm, time: 0 }).seconds).toBe(null);
});
