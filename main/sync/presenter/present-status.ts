/** The state of a synced project as it is shown: a status and a sentence. Pure. */
import type { SyncStatus } from '../../../shared/contracts/sync.ts';
import { syncStatusMessages as messages } from '../../../shared/messages/en/sync.ts';
import type { ConnectionState } from '../client/workspace.ts';
import type { Availability, SyncState } from '../project/sync-state.ts';
import { transition } from '../project/transition.ts';
import type { StopCause } from '../protocol/step-result.ts';

export interface StatusInput {
  /** The name of the workspace. */
  readonly remote: string;
  readonly state: SyncState;
  readonly connectionState: ConnectionState;
  /** Milliseconds since 1970; null: until resumed; undefined: not paused. */
  readonly pausedUntil: number | null | undefined;
  /** Milliseconds since 1970; no project of the workspace may send before; undefined where that is not so. */
  readonly limitedUntil: number | undefined;
  readonly hasStepped: boolean;
  /** The project has been read once and is here. */
  readonly isFetched: boolean;
  readonly pendingCount: number;
  /** Milliseconds for the pending changes. */
  readonly estimatedTime: number | null;
  readonly conflictCount: number;
  readonly rejectedCount: number;
  /** Files that are transferred, and those that follow. */
  readonly pendingFiles: number;
  readonly canWrite: boolean;
  /** It runs by itself or was requested; else only the last known status can be shown. */
  readonly isRunning: boolean;
  /** Both sides have been found equal before. */
  readonly hasSynced: boolean;
}

type StatusText = Pick<SyncStatus, 'state' | 'sentence' | 'until' | 'seconds'>;
/** Milliseconds since 1970; null or Infinity: not known. */
type Shown = readonly [status: StatusText['state'], sentence: string, until?: number | null];

export function presentStatus(input: StatusInput): StatusText {
  const { estimatedTime, pendingCount } = input;
  const [status, sentence, until = null] = presentState(currentState(input), input);
  const isTimed = (status === 'sending' || status === 'waiting') && estimatedTime !== null && pendingCount > 0;
  return {
    state: status,
    sentence,
    until: until === null || !Number.isFinite(until) ? null : new Date(until).toISOString(),
    seconds: isTimed ? Math.ceil(estimatedTime / 1000) : null,
  };
}

/** The state with what keeps the project from running. */
function currentState(input: StatusInput): SyncState {
  const [state] = transition(input.state, { type: 'availability', availability: availabilityOf(input) });
  return state;
}

function availabilityOf({ connectionState, pausedUntil, limitedUntil, pendingCount, isFetched }: StatusInput): Availability {
  if (connectionState.type === 'needs a key') return { type: 'no key', detail: connectionState.reason, until: null };
  if (connectionState.type === 'refused') return { type: 'no key', detail: connectionState.reason, until: connectionState.until };
  if (pausedUntil !== undefined) return { type: 'paused', until: pausedUntil };
  if (connectionState.type === 'offline') return { type: 'offline', detail: connectionState.reason, until: connectionState.until };
  // The limit concerns only those that have something to send or to read.
  if (limitedUntil !== undefined && (pendingCount > 0 || !isFetched)) return { type: 'limited', until: limitedUntil };
  return { type: 'available' };
}

function presentState(state: SyncState, input: StatusInput): Shown {
  const { remote, pendingCount, isFetched, isRunning, hasStepped } = input;
  const isHeldByUser = state.type === 'paused' || (state.type === 'waiting' && state.reason === 'key');
  if (!isRunning && !hasStepped && !isHeldByUser) return presentLastKnown(input);
  switch (state.type) {
    case 'stopped':
      return ['stopped', messages.stopped(stopMessage(state.cause), pendingCount)];
    case 'paused':
      return ['paused', (state.until === null ? messages.paused.open : messages.paused.until)(pendingCount), state.until];
    case 'waiting':
      return presentWaiting(state, input);
    case 'settling':
      if (state.until !== null) return ['waiting', messages.settling(remote), state.until];
      return presentRunning(state, input);
    case 'idle':
      return isFetched ? presentSynced(input) : ['receiving', messages.fetching(remote)];
    case 'planning':
    case 'reading':
    case 'sending':
      return presentRunning(state, input);
  }
}

function presentWaiting(state: Extract<SyncState, { type: 'waiting' }>, input: StatusInput): Shown {
  const { remote, pendingCount, isFetched, limitedUntil } = input;
  switch (state.reason) {
    case 'key':
      return ['stopped', messages.stopped(state.detail, pendingCount), state.until];
    case 'offline': {
      const isWorkspaceOffline = state.detail !== null;
      const sentence = isWorkspaceOffline
        ? messages.notReached(remote, state.detail, pendingCount)
        : messages.noAnswer(remote, pendingCount);
      return ['offline', sentence, state.until];
    }
    case 'limit':
      if (pendingCount > 0) return ['waiting', messages.limited.withChanges(remote, pendingCount), state.until];
      return [
        'waiting',
        !isFetched && limitedUntil !== undefined ? messages.limited.withFirstRead(remote) : messages.limited.alone(remote),
        state.until,
      ];
    case 'conflict':
      return presentSynced(input);
  }
}

function presentRunning(state: SyncState, { remote, pendingCount, isFetched }: StatusInput): Shown {
  if (!isFetched) return ['receiving', messages.fetching(remote)];
  const isSending = state.type === 'sending' || pendingCount > 0;
  return isSending ? ['sending', messages.sending(remote, Math.max(1, pendingCount))] : ['receiving', messages.receiving(remote)];
}

function presentSynced(input: StatusInput): Shown {
  if (input.pendingFiles > 0) return ['receiving', messages.files(input.pendingFiles)];
  return ['in step', syncedMessage(input)];
}

function presentLastKnown(input: StatusInput): Shown {
  const { isFetched, remote, pendingCount, hasSynced } = input;
  if (!isFetched) return ['waiting', messages.idle.notFetched(remote)];
  if (pendingCount > 0) return ['waiting', messages.idle.waiting(pendingCount)];
  if (!hasSynced) return ['waiting', messages.idle.neverInStep];
  return ['in step', messages.idle.lastKnown(syncedMessage(input))];
}

function syncedMessage({ conflictCount, rejectedCount, canWrite, remote, pendingCount }: StatusInput): string {
  if (conflictCount > 0) return messages.asking(conflictCount);
  if (rejectedCount > 0) return messages.refused(remote, rejectedCount);
  if (!canWrite && pendingCount > 0) return messages.readOnly(pendingCount);
  return messages.same;
}

function stopMessage(cause: StopCause): string {
  switch (cause.reason) {
    case 'project missing':
      return 'The project is no longer there.';
    case 'unauthorized':
      return `The workspace does not let us in (${cause.status}).`;
    case 'unavailable':
      return cause.detail;
    case 'internal error':
      return 'Something went wrong inside Taleport; the log says more. It is tried again in some minutes.';
  }
}
