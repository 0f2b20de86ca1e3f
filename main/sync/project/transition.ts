/** Changes the state of a synced project. Pure: it decides, SyncRunner performs. */

import { type Message, message } from '../../../shared/messages/message.ts';
import { retryTime } from '../protocol/remote-api.ts';
import { rejectedWriteEntry, remoteStateKey, requestFingerprint } from '../store/rejected-writes.ts';
import { clearPendingWriteEntry, pendingWriteEntry, type SyncStoreEntry } from '../store/sync-store.ts';
import type {
  Availability,
  IdleConditions,
  PlannedAction,
  RefusedRequests,
  SyncAction,
  SyncEffect,
  SyncEvent,
  SyncRequestType,
  SyncState,
  SyncStepResult,
} from './sync-state.ts';

/** Milliseconds until the next attempt after a request without a response. */
const retryDelay = 5000;

type Transition = readonly [state: SyncState, effects: readonly SyncEffect[]];

export const initialState: SyncState = { type: 'planning' };
const planning: SyncState = { type: 'planning' };
const readingList: SyncState = { type: 'reading', target: 'list' };
const readingProject: SyncState = { type: 'reading', target: 'project' };
const projectMissing: SyncState = { type: 'stopped', cause: { reason: 'projectMissing' } };
export const noRefusedRequests: RefusedRequests = new Set();

/** `refused` contains the requests that were refused before this event. */
export function transition(state: SyncState, event: SyncEvent, refused: RefusedRequests = noRefusedRequests): Transition {
  switch (event.type) {
    case 'wake':
      return wake(state, event);
    case 'writeInspected':
      return afterInspection(event);
    case 'compared':
      return afterComparison(event);
    case 'planned':
      return afterPlan(event.action, atRest(event));
    case 'listRead':
      return [event.found === 'missing' ? whenMissing(event, refused) : planning, []];
    case 'firstReadStarted':
      return [readingProject, []];
    case 'foundIdle':
      return [{ type: 'idle', until: Number.POSITIVE_INFINITY }, []];
    case 'read':
      return [planning, []];
    case 'sent':
      return afterSend(event, refused);
    case 'unavailable':
      return [whenUnavailable(event, refused), []];
    case 'failed':
      return [{ type: 'stopped', cause: event.detail ? { reason: 'unavailable', detail: event.detail } : { reason: 'internalError' } }, []];
    case 'retry':
      return [isTemporaryWait(state) ? planning : state, []];
    case 'availability':
      return [withAvailability(state, event.availability), []];
  }
}

const isTemporaryWait = (state: SyncState): boolean => state.type === 'waiting' && (state.reason === 'limit' || state.reason === 'offline');

function wake(state: SyncState, { now, write }: Extract<SyncEvent, { type: 'wake' }>): Transition {
  if (state.type === 'waiting' && isTemporaryWait(state) && now < (state.until ?? 0)) return [state, []];
  if (!write) return [planning, [{ type: 'compare' }]];
  // The step begins with a write whose outcome is unknown because the program ended while it was being sent.
  const isInterrupted = write.unconfirmedSince === null;
  return [
    { type: 'settling', until: null },
    [...(isInterrupted ? [{ type: 'markInterruptedWrite', write } as const] : []), { type: 'inspectWrite' }],
  ];
}

function afterInspection({ write, action }: Extract<SyncEvent, { type: 'writeInspected' }>): Transition {
  switch (action.type) {
    case 'list':
      return [readingList, [{ type: 'readList' }]];
    case 'read':
      return [readingProject, [{ type: 'readProject' }]];
    case 'wait':
      return [{ type: 'settling', until: action.until }, []];
    case 'blocked':
      return [{ type: 'waiting', reason: 'blocked', until: action.until }, []];
    case 'acknowledge':
      return [planning, [{ type: 'confirmWrite', write, id: action.id }]];
    case 'resend': {
      const again = { ...write, attempt: write.attempt + 1, unconfirmedSince: null };
      return [{ type: 'sending', operation: write.request.operation }, [{ type: 'send', write: again }]];
    }
    case 'planAgain':
      return [planning, [{ type: 'abandonWrite', write }]];
    case 'askUser':
      return [planning, [{ type: 'askAboutCreate', write }]];
  }
}

function atRest({ pollAt, hasConflicts, isBlocked, hasHeldTexts }: IdleConditions): SyncState {
  if (hasConflicts) return { type: 'waiting', reason: 'conflict', until: pollAt };
  if (isBlocked) return { type: 'waiting', reason: 'blocked', until: pollAt };
  return hasHeldTexts ? { type: 'waiting', reason: 'held', until: pollAt } : { type: 'idle', until: pollAt };
}

function afterComparison(event: Extract<SyncEvent, { type: 'compared' }>): Transition {
  switch (event.comparison) {
    case 'listOutdated':
      return [readingList, [{ type: 'readList' }]];
    case 'unchanged':
      return [atRest(event), []];
    case 'remoteChanged':
      return [readingProject, [{ type: 'readProject' }]];
    case 'localChanged':
      return [planning, [{ type: 'plan' }]];
  }
}

function afterPlan(action: PlannedAction, rest: SyncState): Transition {
  switch (action.type) {
    case 'send':
      return [{ type: 'sending', operation: action.write.request.operation }, [action]];
    case 'lookUp':
      return [{ type: 'reading', target: 'record' }, [action]];
    case 'adoptCreate':
    case 'adoptConditions':
    case 'merge':
      return [planning, [action]];
    case 'planAgain':
      return [planning, [{ type: 'discardPlan' }]];
    case 'verify':
      return [readingList, [{ type: 'forgetRemote' }, { type: 'readList' }]];
    case 'none':
      return [rest, [{ type: 'saveIdleCheckpoint' }]];
  }
}

function afterSend({ write, outcome, now }: Extract<SyncEvent, { type: 'sent' }>, refused: RefusedRequests): Transition {
  const { request } = write;
  const { operation } = request;
  const cleared = outcomeEffect(clearPendingWriteEntry);
  const unconfirmed = outcomeEffect(pendingWriteEntry({ ...write, unconfirmedSince: now }));
  switch (outcome.type) {
    case 'done':
      return [planning, [{ type: 'acknowledge', write, acknowledgement: outcome }]];
    case 'notSent':
      return [{ type: 'waiting', reason: 'offline', until: now + retryDelay, detail: null }, [cleared]];
    case 'rateLimited': {
      const until = retryTime(now, outcome.retryAfter);
      return [{ type: 'waiting', reason: 'limit', until }, [unconfirmed, { type: 'forgetRemote' }]];
    }
    case 'unconfirmed':
      return [{ type: 'settling', until: null }, [unconfirmed, { type: 'forgetRemote' }]];
    case 'missing':
      return [planning, [cleared, { type: 'forgetRemote' }, { type: 'resetRecord', request }]];
    case 'unauthorized':
      if (isFirstRefusal('send', refused) && outcome.status !== 401)
        return [afterFirstRefusal(message('remote.unavailable.forbidden'), now), [cleared]];
      return [{ type: 'stopped', cause: { reason: 'unauthorized', status: outcome.status } }, [cleared]];
    case 'rejected': {
      const details = {
        ...(operation.type === 'create' && { pendingWrite: write }),
        ...(outcome.status === 409 && { remoteState: remoteStateKey(write) }),
      };
      const rejection = rejectedWriteEntry(operation.id, requestFingerprint(request), outcome.reason, details);
      return [planning, [outcomeEffect(clearPendingWriteEntry, rejection)]];
    }
  }
}

const outcomeEffect = (...entries: readonly SyncStoreEntry[]): SyncEffect => ({ type: 'storeOutcome', entries });

const isFirstRefusal = (request: SyncRequestType, refused: RefusedRequests): boolean => !refused.has(request);

const afterFirstRefusal = (detail: Message, now: number): SyncState => ({
  type: 'waiting',
  reason: 'offline',
  until: now + retryDelay,
  detail,
  isRefused: true,
});

const whenMissing = ({ request, now }: Extract<SyncEvent, { found: 'missing' }>, refused: RefusedRequests): SyncState =>
  isFirstRefusal(request, refused) ? afterFirstRefusal(message('remote.unavailable.projectMissing'), now) : projectMissing;

function whenUnavailable(event: Extract<SyncEvent, { type: 'unavailable' }>, refused: RefusedRequests): SyncState {
  const { request, isPermanent, detail, retryAt, now } = event;
  if (isPermanent && isFirstRefusal(request, refused)) return afterFirstRefusal(detail, now);
  if (isPermanent) return { type: 'stopped', cause: { reason: 'unavailable', detail } };
  if (retryAt !== undefined) return { type: 'waiting', reason: 'limit', until: retryAt };
  return { type: 'waiting', reason: 'offline', until: now + retryDelay, detail: null };
}

/** A request that has been answered again is not refused any more. */
export function refusedRequestsAfter(refused: RefusedRequests, event: SyncEvent): RefusedRequests {
  switch (event.type) {
    case 'listRead':
      return event.found === 'missing' ? withRequest(refused, event.request) : withoutRequest(refused, 'readList');
    case 'foundIdle':
      return withoutRequest(refused, 'readList');
    case 'compared':
      return event.isNewlyListed ? withoutRequest(refused, 'readList') : refused;
    case 'read':
      return withoutRequest(refused, event.request);
    case 'unavailable':
      return event.isPermanent ? withRequest(refused, event.request) : refused;
    case 'sent': {
      const isForbidden = event.outcome.type === 'unauthorized' && event.outcome.status !== 401;
      return isForbidden ? withRequest(refused, 'send') : withoutRequest(refused, 'send');
    }
    default:
      return refused;
  }
}

const withRequest = (refused: RefusedRequests, request: SyncRequestType): RefusedRequests => new Set([...refused, request]);
const withoutRequest = (refused: RefusedRequests, request: SyncRequestType): RefusedRequests =>
  refused.has(request) ? new Set([...refused].filter((each) => each !== request)) : refused;

/** A missing key takes precedence over a pause, and a pause over the network. */
function withAvailability(state: SyncState, availability: Availability): SyncState {
  switch (availability.type) {
    case 'needsKey':
      return { type: 'waiting', reason: 'key', until: availability.until, detail: availability.detail };
    case 'paused':
      return { type: 'paused', until: availability.until };
    case 'offline':
      if (state.type === 'stopped') return state;
      return { type: 'waiting', reason: 'offline', until: availability.until, detail: availability.detail };
    case 'limited':
      if (state.type === 'stopped' || (state.type === 'waiting' && state.reason === 'offline')) return state;
      return { type: 'waiting', reason: 'limit', until: availability.until };
    case 'available':
      return state.type === 'paused' || (state.type === 'waiting' && state.reason === 'key') ? planning : state;
  }
}

/** The result of a step that has ended in this state. `action` is the main effect of the step. */
export function toStepResult(state: SyncState, action: SyncAction): SyncStepResult {
  switch (state.type) {
    case 'idle':
      return { type: 'waiting', until: state.until, reason: 'synced' };
    case 'settling':
      return state.until === null ? { type: 'progressed', action } : { type: 'waiting', until: state.until, reason: 'settling' };
    case 'waiting':
      return {
        type: 'waiting',
        until: state.until ?? Number.POSITIVE_INFINITY,
        reason: state.reason === 'conflict' || state.reason === 'held' ? 'synced' : state.reason,
      };
    case 'paused':
      return { type: 'waiting', until: state.until ?? Number.POSITIVE_INFINITY, reason: 'paused' };
    case 'stopped':
      return { type: 'stopped', cause: state.cause };
    case 'planning':
    case 'reading':
    case 'sending':
      return { type: 'progressed', action };
  }
}
