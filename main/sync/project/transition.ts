/** From one state of a synced project to the next. Pure: it decides, SyncRunner performs. */

import { type Message, message } from '../../../shared/messages/message.ts';
import { retryTime } from '../protocol/retry-time.ts';
import { rejectedWriteEntry, remoteStateKey, requestFingerprint } from '../store/rejected-writes.ts';
import { clearPendingWriteEntry, pendingWriteEntry, type SyncStoreEntry } from '../store/sync-rows.ts';
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
export const retryDelay = 5000;

export type Transition = readonly [state: SyncState, effects: readonly SyncEffect[]];

export const initialState: SyncState = { type: 'planning' };
const planning: SyncState = { type: 'planning' };
const readingList: SyncState = { type: 'reading', target: 'list' };
const readingProject: SyncState = { type: 'reading', target: 'project' };
const projectMissing: SyncState = { type: 'stopped', cause: { reason: 'project missing' } };
export const noRefusedRequests: RefusedRequests = new Set();

/** `refused`: what was refused before this event. */
export function transition(state: SyncState, event: SyncEvent, refused: RefusedRequests = noRefusedRequests): Transition {
  switch (event.type) {
    case 'wake':
      return wake(state, event);
    case 'write inspected':
      return afterInspection(event);
    case 'compared':
      return afterComparison(event);
    case 'planned':
      return afterPlan(event.action, atRest(event));
    case 'list read':
      return [event.found === 'missing' ? whenMissing(event, refused) : planning, []];
    case 'first read started':
      return [readingProject, []];
    case 'found idle':
      return [{ type: 'idle', until: Number.POSITIVE_INFINITY }, []];
    case 'read':
      return [planning, []];
    case 'sent':
      return afterSend(event, refused);
    case 'unavailable':
      return [whenUnavailable(event, refused), []];
    case 'failed':
      return [
        { type: 'stopped', cause: event.detail ? { reason: 'unavailable', detail: event.detail } : { reason: 'internal error' } },
        [],
      ];
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
  // A write without an outcome at the start of a step: the program ended while it was on its way.
  const isInterrupted = write.unconfirmedSince === null;
  return [
    { type: 'settling', until: null },
    [...(isInterrupted ? [{ type: 'mark interrupted write', write } as const] : []), { type: 'inspect write' }],
  ];
}

function afterInspection({ write, action }: Extract<SyncEvent, { type: 'write inspected' }>): Transition {
  switch (action.type) {
    case 'list':
      return [readingList, [{ type: 'read list' }]];
    case 'read':
      return [readingProject, [{ type: 'read project' }]];
    case 'wait':
      return [{ type: 'settling', until: action.until }, []];
    case 'blocked':
      return [{ type: 'waiting', reason: 'blocked', until: action.until }, []];
    case 'acknowledge':
      return [planning, [{ type: 'confirm write', write, id: action.id }]];
    case 'resend': {
      const again = { ...write, attempt: write.attempt + 1, unconfirmedSince: null };
      return [{ type: 'sending', operation: write.request.operation }, [{ type: 'send', write: again }]];
    }
    case 'plan again':
      return [planning, [{ type: 'abandon write', write }]];
    case 'ask':
      return [planning, [{ type: 'ask about create', write }]];
  }
}

function atRest({ pollAt, hasConflicts, isBlocked, hasHeldTexts }: IdleConditions): SyncState {
  if (hasConflicts) return { type: 'waiting', reason: 'conflict', until: pollAt };
  if (isBlocked) return { type: 'waiting', reason: 'blocked', until: pollAt };
  return hasHeldTexts ? { type: 'waiting', reason: 'held', until: pollAt } : { type: 'idle', until: pollAt };
}

function afterComparison(event: Extract<SyncEvent, { type: 'compared' }>): Transition {
  switch (event.comparison) {
    case 'list outdated':
      return [readingList, [{ type: 'read list' }]];
    case 'unchanged':
      return [atRest(event), []];
    case 'remote changed':
      return [readingProject, [{ type: 'read project' }]];
    case 'local changed':
      return [planning, [{ type: 'plan' }]];
  }
}

function afterPlan(action: PlannedAction, rest: SyncState): Transition {
  switch (action.type) {
    case 'send':
      return [{ type: 'sending', operation: action.write.request.operation }, [action]];
    case 'look up':
      return [{ type: 'reading', target: 'record' }, [action]];
    case 'adopt create':
    case 'adopt conditions':
    case 'merge':
      return [planning, [action]];
    case 'plan again':
      return [planning, [{ type: 'discard plan' }]];
    case 'verify':
      return [readingList, [{ type: 'forget remote' }, { type: 'read list' }]];
    case 'none':
      return [rest, [{ type: 'save idle checkpoint' }]];
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
    case 'not sent':
      return [{ type: 'waiting', reason: 'offline', until: now + retryDelay, detail: null }, [cleared]];
    case 'rate limited': {
      const until = retryTime(now, outcome.retryAfter);
      return [{ type: 'waiting', reason: 'limit', until }, [unconfirmed, { type: 'forget remote' }]];
    }
    case 'unconfirmed':
      return [{ type: 'settling', until: null }, [unconfirmed, { type: 'forget remote' }]];
    case 'missing':
      return [planning, [cleared, { type: 'forget remote' }, { type: 'reset record', request }]];
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

const outcomeEffect = (...entries: readonly SyncStoreEntry[]): SyncEffect => ({ type: 'store outcome', entries });

const isFirstRefusal = (request: SyncRequestType, refused: RefusedRequests): boolean => request !== 'first read' && !refused.has(request);

const afterFirstRefusal = (detail: Message, now: number): SyncState => ({
  ...{ type: 'waiting', reason: 'offline', until: now + retryDelay },
  ...{ detail, isRefused: true },
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

/** A request that has an answer again is no longer refused. */
export function refusedRequestsAfter(refused: RefusedRequests, event: SyncEvent): RefusedRequests {
  switch (event.type) {
    case 'list read':
      return event.found === 'missing' ? withRequest(refused, event.request) : withoutRequest(refused, 'read list');
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

/** A missing key comes before a pause, and a pause before the network. */
function withAvailability(state: SyncState, availability: Availability): SyncState {
  switch (availability.type) {
    case 'no key':
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

/** What a step that ended in this state reports. `action`: the effect that mattered. */
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
