/** How the mirror of one project is, as a state and a sentence. Pure: what is known goes in, what is shown comes out. */
import type { SyncStatus } from '../../../shared/contracts/sync.ts';
import { syncStatusMessages as says } from '../../../shared/messages/en/sync.ts';
import type { ConnectionState } from '../client/workspace.ts';
import type { StepResult } from '../protocol/step-result.ts';

export interface StatusInput {
  readonly remote: string;
  readonly connectionState: ConnectionState;
  /** null: until told otherwise. */
  readonly pausedUntil: number | null | undefined;
  /** Nobody of the workspace may ask before; undefined where that is not so. */
  readonly limitedUntil: number | undefined;
  /** What the last step said; undefined before the first. */
  readonly lastResult: StepResult | undefined;
  /** What it is doing at this moment. */
  readonly transferState: 'sending' | 'receiving' | undefined;
  /** The project has been read once and is here. */
  readonly isFetched: boolean;
  readonly pendingCount: number;
  /** Milliseconds for what waits. */
  readonly estimatedTime: number | null;
  readonly conflictCount: number;
  readonly rejectedCount: number;
  /** Files on their way, and those that follow. */
  readonly pendingFiles: number;
  readonly canWrite: boolean;
  /** Somebody sees to it; else only what was known last can be said. */
  readonly isRunning: boolean;
  /** Both sides have been found equal before. */
  readonly hasSynced: boolean;
}

type StatusText = Pick<SyncStatus, 'state' | 'sentence' | 'until' | 'seconds'>;

/** The reason that outlasts the others goes first: what the user must mend, what the user has chosen, what the network does, what goes on. */
export function describeStatus(known: StatusInput): StatusText {
  const { connectionState, pausedUntil, lastResult, transferState, remote, pendingCount } = known;
  const seconds = known.estimatedTime === null || pendingCount === 0 ? null : Math.ceil(known.estimatedTime / 1000);
  const shown = (state: StatusText['state'], sentence: string, until: number | null = null): StatusText => ({
    state,
    sentence,
    until: until === null || !Number.isFinite(until) ? null : new Date(until).toISOString(),
    seconds: state === 'sending' || state === 'waiting' ? seconds : null,
  });
  if (connectionState.is === 'needs a key' || connectionState.is === 'refused')
    return shown(
      'stopped',
      says.stopped(connectionState.reason, pendingCount),
      connectionState.is === 'refused' ? connectionState.until : null,
    );
  if (pausedUntil !== undefined)
    return shown('paused', (pausedUntil === null ? says.paused.open : says.paused.until)(pendingCount), pausedUntil);
  if (!known.isRunning && lastResult === undefined) return shown(...lastKnownStatus(known));
  if (lastResult?.is === 'stopped') return shown('stopped', says.stopped(lastResult.reason, pendingCount));
  if (connectionState.is === 'offline')
    return shown('offline', says.notReached(remote, connectionState.reason, pendingCount), connectionState.until);
  if (lastResult?.is === 'until' && lastResult.reason === 'offline')
    return shown('offline', says.noAnswer(remote, pendingCount), lastResult.at);
  if (known.limitedUntil !== undefined && (pendingCount > 0 || !known.isFetched))
    return shown(
      'waiting',
      pendingCount > 0 ? says.limited.withChanges(remote, pendingCount) : says.limited.withFirstRead(remote),
      known.limitedUntil,
    );
  if (lastResult?.is === 'until' && lastResult.reason === 'waiting for the limit')
    return shown('waiting', pendingCount > 0 ? says.limited.withChanges(remote, pendingCount) : says.limited.alone(remote), lastResult.at);
  if (lastResult?.is === 'until' && lastResult.reason === 'settling') return shown('waiting', says.settling(remote), lastResult.at);
  if (!known.isFetched) return shown('receiving', says.fetching(remote));
  if (transferState === 'sending' || (pendingCount > 0 && lastResult?.is !== 'until'))
    return shown('sending', says.sending(remote, Math.max(1, pendingCount)));
  if (transferState === 'receiving' || lastResult === undefined || lastResult.is === 'busy')
    return shown('receiving', says.receiving(remote));
  if (known.pendingFiles > 0) return shown('receiving', says.files(known.pendingFiles));
  return shown('in step', idleMessage(known));
}

function lastKnownStatus(known: StatusInput): [StatusText['state'], string] {
  const { isFetched, remote, pendingCount } = known;
  if (!isFetched) return ['waiting', says.idle.notFetched(remote)];
  if (pendingCount > 0) return ['waiting', says.idle.waiting(pendingCount)];
  if (!known.hasSynced) return ['waiting', says.idle.neverInStep];
  return ['in step', says.idle.lastKnown(idleMessage(known))];
}

function idleMessage({ conflictCount, rejectedCount, canWrite, remote, pendingCount }: StatusInput): string {
  if (conflictCount > 0) return says.asking(conflictCount);
  if (rejectedCount > 0) return says.refused(remote, rejectedCount);
  if (!canWrite && pendingCount > 0) return says.readOnly(pendingCount);
  return says.same;
}
