/** How the mirror of one project is, as a state and a sentence. Pure: what is known goes in, what is shown comes out. */
import type { MirrorStatus } from '../../../shared/mirror.ts';
import type { Next } from '../loop/loop-deps.ts';
import { capital } from './title-of.ts';

/** Whether the workspace can be reached, and what keeps us from it. Times in milliseconds. */
export type Condition =
  | { readonly is: 'ready' }
  | { readonly is: 'offline'; readonly why: string; readonly until: number }
  /** There is no key at hand. */
  | { readonly is: 'needs a key'; readonly why: string }
  /** The key does not let us in; it is looked now and then whether it does again. */
  | { readonly is: 'refused'; readonly why: string; readonly until: number };

export interface Known {
  readonly remote: string;
  readonly condition: Condition;
  /** null: until told otherwise. */
  readonly pausedUntil: number | null | undefined;
  /** Nobody of the workspace may ask before; undefined where that is not so. */
  readonly limitedUntil: number | undefined;
  /** What the last step said; undefined before the first. */
  readonly next: Next | undefined;
  /** What it is doing at this moment. */
  readonly doing: 'sending' | 'receiving' | undefined;
  /** The project has been read once and is here. */
  readonly isMade: boolean;
  readonly waiting: number;
  /** Milliseconds for what waits. */
  readonly time: number | null;
  readonly questions: number;
  readonly refused: number;
  /** Files on their way, and those that follow. */
  readonly files: number;
  readonly mayWrite: boolean;
  /** Somebody sees to it; else only what was known last can be said. */
  readonly isRunning: boolean;
  /** Both sides have been found equal before. */
  readonly wasInStep: boolean;
}

type Shown = Pick<MirrorStatus, 'state' | 'sentence' | 'until' | 'seconds'>;

/** The reason that outlasts the others goes first: what the user must mend, what the user has chosen, what the network does, what goes on. */
export function statusOf(known: Known): Shown {
  const { condition, pausedUntil, next, doing, remote, waiting } = known;
  const seconds = known.time === null || waiting === 0 ? null : Math.ceil(known.time / 1000);
  const shown = (state: Shown['state'], sentence: string, until: number | null = null): Shown => ({
    state,
    sentence,
    until: until === null || !Number.isFinite(until) ? null : new Date(until).toISOString(),
    seconds: state === 'sending' || state === 'waiting' ? seconds : null,
  });
  if (condition.is === 'needs a key' || condition.is === 'refused')
    return shown('stopped', `${condition.why} Nothing is lost: ${kept(waiting)}.`, condition.is === 'refused' ? condition.until : null);
  if (pausedUntil !== undefined)
    return shown('paused', `Paused${pausedUntil === null ? ' until you say otherwise' : ''}: ${kept(waiting)}.`, pausedUntil);
  if (!known.isRunning && next === undefined) return shown(...lastKnown(known));
  if (next?.is === 'stopped') return shown('stopped', `${next.why} Nothing is lost: ${kept(waiting)}.`);
  if (condition.is === 'offline')
    return shown('offline', `${remote} cannot be reached. ${condition.why} ${capital(kept(waiting))}.`, condition.until);
  if (next?.is === 'until' && next.why === 'offline')
    return shown('offline', `${remote} does not answer. ${capital(kept(waiting))}.`, next.at);
  if (known.limitedUntil !== undefined && (waiting > 0 || !known.isMade))
    return shown(
      'waiting',
      `Waiting for the limit of ${remote} with ${waiting > 0 ? changes(waiting) : 'the first read'}.`,
      known.limitedUntil,
    );
  if (next?.is === 'until' && next.why === 'waiting for the limit')
    return shown('waiting', `Waiting for the limit of ${remote}${waiting > 0 ? ` with ${changes(waiting)}` : ''}.`, next.at);
  if (next?.is === 'until' && next.why === 'settling')
    return shown('waiting', `An answer of ${remote} was lost: whether that change arrived is looked up soon.`, next.at);
  if (!known.isMade) return shown('receiving', `The project is being fetched from ${remote}.`);
  if (doing === 'sending' || (waiting > 0 && next?.is !== 'until'))
    return shown('sending', `Sending ${changes(Math.max(1, waiting))} to ${remote}.`);
  if (doing === 'receiving' || next === undefined || next.is === 'busy') return shown('receiving', `Receiving from ${remote}.`);
  if (known.files > 0) return shown('receiving', `Files go and come: ${known.files} left.`);
  return shown('in step', atRest(known));
}

function lastKnown(known: Known): [Shown['state'], string] {
  const { isMade, remote, waiting } = known;
  if (!isMade) return ['waiting', `Nothing is mirrored now: the project has not been fetched from ${remote} yet.`];
  if (waiting > 0) return ['waiting', `Nothing is mirrored now: ${kept(waiting)}.`];
  if (!known.wasInStep) return ['waiting', 'Nothing is mirrored now: it was never looked through to the end.'];
  return ['in step', `${atRest(known)} So it was last known: nothing is mirrored now.`];
}

function atRest({ questions, refused, mayWrite, remote, waiting }: Known): string {
  if (questions > 0) return `In step, but for ${questions === 1 ? 'a question that waits' : `${questions} questions that wait`} for you.`;
  if (refused > 0) return `In step, but for ${changes(refused)} that ${remote} does not take.`;
  if (!mayWrite && waiting > 0) return `The key may only read: ${kept(waiting)}.`;
  return 'Both sides are the same.';
}

const changes = (count: number): string => (count === 1 ? 'a change' : `${count} changes`);
const kept = (waiting: number): string =>
  waiting === 0 ? 'what you do is kept here' : `${changes(waiting)} ${waiting === 1 ? 'waits' : 'wait'} here`;
