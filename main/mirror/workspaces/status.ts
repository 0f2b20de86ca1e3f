/** How the mirror of one project is, as a state and a sentence. Pure: what is known goes in, what is shown comes out. */
import type { MirrorStatus } from '../../../shared/mirror.ts';
import { statusSentences as says } from '../../../shared/words/en/mirror.ts';
import type { Next } from '../loop/loop-deps.ts';

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
    return shown('stopped', says.stopped(condition.why, waiting), condition.is === 'refused' ? condition.until : null);
  if (pausedUntil !== undefined)
    return shown('paused', (pausedUntil === null ? says.paused.open : says.paused.until)(waiting), pausedUntil);
  if (!known.isRunning && next === undefined) return shown(...lastKnown(known));
  if (next?.is === 'stopped') return shown('stopped', says.stopped(next.why, waiting));
  if (condition.is === 'offline') return shown('offline', says.notReached(remote, condition.why, waiting), condition.until);
  if (next?.is === 'until' && next.why === 'offline') return shown('offline', says.noAnswer(remote, waiting), next.at);
  if (known.limitedUntil !== undefined && (waiting > 0 || !known.isMade))
    return shown(
      'waiting',
      waiting > 0 ? says.limited.withChanges(remote, waiting) : says.limited.withFirstRead(remote),
      known.limitedUntil,
    );
  if (next?.is === 'until' && next.why === 'waiting for the limit')
    return shown('waiting', waiting > 0 ? says.limited.withChanges(remote, waiting) : says.limited.alone(remote), next.at);
  if (next?.is === 'until' && next.why === 'settling') return shown('waiting', says.settling(remote), next.at);
  if (!known.isMade) return shown('receiving', says.fetching(remote));
  if (doing === 'sending' || (waiting > 0 && next?.is !== 'until')) return shown('sending', says.sending(remote, Math.max(1, waiting)));
  if (doing === 'receiving' || next === undefined || next.is === 'busy') return shown('receiving', says.receiving(remote));
  if (known.files > 0) return shown('receiving', says.files(known.files));
  return shown('in step', atRest(known));
}

function lastKnown(known: Known): [Shown['state'], string] {
  const { isMade, remote, waiting } = known;
  if (!isMade) return ['waiting', says.idle.notFetched(remote)];
  if (waiting > 0) return ['waiting', says.idle.waiting(waiting)];
  if (!known.wasInStep) return ['waiting', says.idle.neverInStep];
  return ['in step', says.idle.lastKnown(atRest(known))];
}

function atRest({ questions, refused, mayWrite, remote, waiting }: Known): string {
  if (questions > 0) return says.asking(questions);
  if (refused > 0) return says.refused(remote, refused);
  if (!mayWrite && waiting > 0) return says.readOnly(waiting);
  return says.same;
}
