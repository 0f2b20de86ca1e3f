/**
 * The states of one synced project, its events and their effects. `transition` decides, the machine holds the state, and SyncRunner is the
 * only object that performs effects. docs/sync.md contains a diagram. Times are in milliseconds on the monotonic clock, but a pause ends at a
 * wall time, which a person has chosen.
 */
import { type Message, message } from '../../../shared/messages/message.ts';
import type { SyncOperation } from '../plan/plan-sync.ts';
import type { CreatedConditions } from '../protocol/lookup-response.ts';
import type { RecoveryAction } from '../protocol/recovery.ts';
import { retryTime } from '../protocol/remote-api.ts';
import type { StepResult, StopCause } from '../protocol/step-result.ts';
import { interceptionReason, type PendingWrite, type SyncRequest, type WriteOutcome } from '../protocol/sync-request.ts';
import type { WriteAcknowledgement } from '../store/acknowledgement-entries.ts';
import {
  endedWriteEntries,
  rejectedWriteEntry,
  remoteStateKey,
  requestFingerprint,
  type SyncStoreEntry,
  unconfirmedWriteEntries,
} from '../store/sync-store.ts';
import type { RecoveredCreate, ValidMergePart } from './sync-planner.ts';

export type SyncState =
  /** There is nothing to do before this time or a local change. */
  | { readonly type: 'idle'; readonly until: number }
  | { readonly type: 'reading'; readonly target: 'list' | 'project' | 'record' }
  /** There may be something to do. This is the first state. */
  | { readonly type: 'planning' }
  | { readonly type: 'sending'; readonly operation: SyncOperation }
  /** The outcome of a write is unknown. `until` is null if it can be looked up immediately. */
  | { readonly type: 'settling'; readonly until: number | null }
  /**
   * `conflict`: the user has to decide. `blocked`: local changes wait for a write whose outcome is unknown, a rejected one, or a file.
   * `held`: texts stay on this computer, because no request can contain their formatting (G30).
   */
  | { readonly type: 'waiting'; readonly reason: 'limit' | 'conflict' | 'blocked' | 'held'; readonly until: number }
  /**
   * `detail` is the reason if the whole workspace is offline. `isRefused`: the remote has refused once, and is asked again after some
   * seconds.
   */
  | {
      readonly type: 'waiting';
      readonly reason: 'offline';
      readonly until: number;
      readonly detail: Message | null;
      readonly isRefused?: true;
    }
  | { readonly type: 'stopped'; readonly cause: StopCause };

/** How the two sides compare with the state on which they last agreed, before anything is read. */
export type Comparison = 'listOutdated' | 'unchanged' | 'remoteChanged' | 'localChanged';

/** The next action of the plan. */
export type PlannedAction =
  | { readonly type: 'adoptCreate'; readonly create: RecoveredCreate }
  | { readonly type: 'adoptConditions'; readonly created: CreatedConditions }
  | { readonly type: 'merge'; readonly part: ValidMergePart }
  | { readonly type: 'send'; readonly write: PendingWrite }
  | { readonly type: 'lookUp'; readonly request: SyncRequest }
  /** (I36) The write follows in the same step, if the record is as it was known. */
  | { readonly type: 'checkRecord'; readonly read: SyncRequest; readonly write: PendingWrite }
  /** (I39) The answered write of this record is the first one of its fields. */
  | { readonly type: 'verifyWrite'; readonly read: SyncRequest; readonly recordId: string }
  /** (I36) Everything that can be sent without a read of the project was sent. */
  | { readonly type: 'awaitRead'; readonly until: number }
  /** Everything that could be sent was sent; another plan may find more. */
  | { readonly type: 'planAgain' }
  /** Everything was sent, but the responses do not prove that both sides are equal (I27). */
  | { readonly type: 'verify' }
  | { readonly type: 'none' };

/** What remains in a project that has nothing to do. */
export interface IdleConditions {
  readonly pollAt: number;
  readonly hasConflicts: boolean;
  /** Whether local changes wait for something else. */
  readonly isBlocked: boolean;
  readonly hasHeldTexts: boolean;
}

/** `list`: the project list is older than required. `blocked`: no read is plausible, so nothing shows the outcome of the write (I32). */
export type WriteInspectionAction =
  | RecoveryAction
  | { readonly type: 'list' }
  | { readonly type: 'blocked'; readonly until: number }
  /** (I36) The project cannot be read at the moment, but the record of the write can. */
  | { readonly type: 'readRecord'; readonly read: SyncRequest }
  | { readonly type: 'acknowledgeByRecord' };

export type SyncEvent =
  /** A step begins. `write` is one whose outcome has not been stored. */
  | { readonly type: 'wake'; readonly now: number; readonly write: PendingWrite | undefined }
  | { readonly type: 'writeInspected'; readonly write: PendingWrite; readonly action: WriteInspectionAction }
  /** `isNewlyListed`: a list that another project has requested since contains this one. */
  | ({ readonly type: 'compared'; readonly comparison: Comparison; readonly isNewlyListed: boolean } & IdleConditions)
  | ({ readonly type: 'planned'; readonly action: PlannedAction } & IdleConditions)
  | { readonly type: 'listRead'; readonly found: 'listed' }
  /** The list does not contain the project. */
  | { readonly type: 'listRead'; readonly found: 'missing'; readonly request: SyncRequestType; readonly now: number }
  | { readonly type: 'read'; readonly request: SyncRequestType }
  /** (I36) A read of the record shows that it is as it was known. */
  | { readonly type: 'recordChecked'; readonly write: PendingWrite }
  | { readonly type: 'sent'; readonly write: PendingWrite; readonly outcome: WriteOutcome; readonly now: number }
  /** The write carries a file and is sent beside the others. `sent` follows when it is answered. */
  | { readonly type: 'handedOver' }
  /** A request had no usable response. */
  | {
      readonly type: 'unavailable';
      readonly detail: Message;
      readonly request: SyncRequestType;
      /** Whether the remote refuses the request permanently, unless the fault was temporary. */
      readonly isPermanent: boolean;
      readonly retryAt: number | undefined;
      readonly now: number;
    }
  | { readonly type: 'firstReadStarted' }
  /** The list contains the project, and neither side has changed since there was nothing left to do. */
  | { readonly type: 'foundIdle' }
  /** The step failed. `detail` is the reason if it is a problem of this computer; null for a bug. */
  | { readonly type: 'failed'; readonly detail: Message | null }
  /** Ends waits for the network and the limit, because a caller requests it. */
  | { readonly type: 'retry' };

/** The purpose of a request. A refused first read is final at once, because the list was read directly before. */
export type SyncRequestType = 'readList' | 'readProject' | 'lookUp' | 'send' | 'firstRead';

/**
 * What was refused when it was last sent. A single 403 or 404, or a list without the project, may be a temporary fault, and so may the refusal of a
 * write that is not the remote's own (I44).
 */
export interface RefusedRequests {
  readonly types: ReadonlySet<SyncRequestType>;
  /** (I44) By record, because several uploads may be under way; and whether the list was read since, so that reads are not refused. */
  readonly intercepted: ReadonlyMap<string, 'unlisted' | 'listed'>;
}

export type SyncEffect =
  | { readonly type: 'markInterruptedWrite'; readonly write: PendingWrite }
  | { readonly type: 'inspectWrite' }
  | { readonly type: 'compare' }
  | { readonly type: 'readList' }
  | { readonly type: 'readProject' }
  | { readonly type: 'plan' }
  | { readonly type: 'adoptCreate'; readonly create: RecoveredCreate }
  | { readonly type: 'adoptConditions'; readonly created: CreatedConditions }
  | { readonly type: 'merge'; readonly part: ValidMergePart }
  | { readonly type: 'send'; readonly write: PendingWrite }
  | { readonly type: 'lookUp'; readonly request: SyncRequest }
  | { readonly type: 'checkRecord'; readonly read: SyncRequest; readonly write: PendingWrite }
  | { readonly type: 'verifyWrite'; readonly read: SyncRequest; readonly recordId: string }
  | { readonly type: 'inspectByRecord'; readonly read: SyncRequest; readonly write: PendingWrite }
  | { readonly type: 'confirmWriteByRecord'; readonly write: PendingWrite }
  | { readonly type: 'acknowledge'; readonly write: PendingWrite; readonly acknowledgement: WriteAcknowledgement }
  /** A read shows that the write was applied. */
  | { readonly type: 'confirmWrite'; readonly write: PendingWrite; readonly id: string | null }
  /** A read shows that the write was not applied; the next plan decides what to do. */
  | { readonly type: 'abandonWrite'; readonly write: PendingWrite }
  /** It is unknown whether a create was applied; the user decides. */
  | { readonly type: 'askAboutCreate'; readonly write: PendingWrite }
  | { readonly type: 'storeOutcome'; readonly entries: readonly SyncStoreEntry[] }
  /** The remote project in memory is outdated. */
  | { readonly type: 'forgetRemote' }
  /** The remote project in memory is not proven to be current. */
  | { readonly type: 'verifyRemote' }
  /** The remote does not have the record of this request under its id. */
  | { readonly type: 'resetRecord'; readonly request: SyncRequest }
  | { readonly type: 'discardPlan' }
  | { readonly type: 'saveIdleCheckpoint' };

/** The main effect of a step. */
export type SyncAction = SyncEffect['type'] | 'firstRead';
export type SyncStepResult = StepResult<SyncAction>;

/** Milliseconds until the next attempt after a request without a response. */
const retryDelay = 5000;

type Transition = readonly [state: SyncState, effects: readonly SyncEffect[]];

const planning: SyncState = { type: 'planning' };
const readingList: SyncState = { type: 'reading', target: 'list' };
const readingProject: SyncState = { type: 'reading', target: 'project' };
const readingRecord: SyncState = { type: 'reading', target: 'record' };
const projectMissing: SyncState = { type: 'stopped', cause: { reason: 'projectMissing' } };
const noRefusedRequests: RefusedRequests = { types: new Set(), intercepted: new Map() };

/** `refused` contains the requests that were refused before this event. */
export function transition(state: SyncState, event: SyncEvent, refused: RefusedRequests = noRefusedRequests): Transition {
  switch (event.type) {
    case 'wake':
      return wake(state, event, refused);
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
    case 'handedOver':
      return [planning, []];
    case 'recordChecked':
      return [{ type: 'sending', operation: event.write.request.operation }, [{ type: 'send', write: event.write }]];
    case 'sent':
      return afterSend(event, refused);
    case 'unavailable':
      return [whenUnavailable(event, refused), []];
    case 'failed':
      return [{ type: 'stopped', cause: event.detail ? { reason: 'unavailable', detail: event.detail } : { reason: 'internalError' } }, []];
    case 'retry':
      return [isTemporaryWait(state) ? planning : state, []];
  }
}

const isTemporaryWait = (state: SyncState): boolean => state.type === 'waiting' && (state.reason === 'limit' || state.reason === 'offline');

function wake(state: SyncState, { now, write }: Extract<SyncEvent, { type: 'wake' }>, refused: RefusedRequests): Transition {
  if (state.type === 'waiting' && isTemporaryWait(state) && now < state.until) return [state, []];
  // (I44) However often the user edits something meanwhile, or the list fails, no write is sent before it.
  const isListAwaited = [...refused.intercepted.values()].includes('unlisted');
  if (!write && isListAwaited) return [readingList, [{ type: 'readList' }]];
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
    case 'readRecord':
      return [readingRecord, [{ type: 'inspectByRecord', write, read: action.read }]];
    case 'acknowledge':
      return [planning, [{ type: 'confirmWrite', write, id: action.id }]];
    case 'acknowledgeByRecord':
      return [planning, [{ type: 'confirmWriteByRecord', write }]];
    case 'resend': {
      const again = { ...write, attempt: write.attempt + 1, unconfirmedSince: null, isAnswered: undefined };
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
    case 'checkRecord':
    case 'verifyWrite':
      return [readingRecord, [action]];
    case 'awaitRead':
      return [{ type: 'waiting', reason: 'limit', until: action.until }, []];
    case 'adoptCreate':
    case 'adoptConditions':
    case 'merge':
      return [planning, [action]];
    case 'planAgain':
      return [planning, [{ type: 'discardPlan' }]];
    case 'verify':
      return [readingList, [{ type: 'verifyRemote' }, { type: 'readList' }]];
    case 'none':
      return [rest, [{ type: 'saveIdleCheckpoint' }]];
  }
}

function afterSend({ write, outcome, now }: Extract<SyncEvent, { type: 'sent' }>, refused: RefusedRequests): Transition {
  const { request } = write;
  const cleared = outcomeEffect(...endedWriteEntries(write));
  const unconfirmed = outcomeEffect(...unconfirmedWriteEntries({ ...write, unconfirmedSince: now }));
  switch (outcome.type) {
    case 'done':
      return [planning, [{ type: 'acknowledge', write, acknowledgement: outcome }]];
    case 'notSent':
      return [{ type: 'waiting', reason: 'offline', until: now + retryDelay, detail: null }, [cleared]];
    case 'cancelled':
      return [planning, [cleared]];
    case 'rateLimited': {
      const until = retryTime(now, outcome.retryAfter);
      const answered = outcomeEffect(...unconfirmedWriteEntries({ ...write, unconfirmedSince: now, isAnswered: true }));
      return [{ type: 'waiting', reason: 'limit', until }, [answered, { type: 'forgetRemote' }]];
    }
    case 'unconfirmed':
      return [{ type: 'settling', until: null }, [unconfirmed, { type: 'forgetRemote' }]];
    case 'missing':
      return [planning, [cleared, { type: 'forgetRemote' }, { type: 'resetRecord', request }]];
    case 'unauthorized':
      if (isFirstRefusal('send', refused) && outcome.status !== 401)
        return [afterFirstRefusal(message('remote.unavailable.forbidden'), now), [cleared]];
      return [{ type: 'stopped', cause: { reason: 'unauthorized', status: outcome.status } }, [cleared]];
    case 'intercepted':
      if (refused.intercepted.get(request.operation.id) !== 'listed')
        return [afterFirstRefusal(interceptionReason(outcome.status), now), [cleared]];
      return [planning, [outcomeEffect(...endedWriteEntries(write), rejectionEntry(write, interceptionReason(outcome.status)))]];
    case 'rejected': {
      const details = outcome.status === 409 ? { remoteState: remoteStateKey(write) } : {};
      return [planning, [outcomeEffect(...endedWriteEntries(write), rejectionEntry(write, outcome.reason, details))]];
    }
  }
}

function rejectionEntry(write: PendingWrite, reason: Message, details: { readonly remoteState?: string } = {}): SyncStoreEntry {
  const { request } = write;
  const create = request.operation.type === 'create' ? { pendingWrite: write } : {};
  return rejectedWriteEntry(request.operation.id, requestFingerprint(request), reason, { ...create, ...details });
}

const outcomeEffect = (...entries: readonly SyncStoreEntry[]): SyncEffect => ({ type: 'storeOutcome', entries });

const isFirstRefusal = (request: SyncRequestType, refused: RefusedRequests): boolean => !refused.types.has(request);

const afterFirstRefusal = (detail: Message, now: number): Extract<SyncState, { reason: 'offline' }> => ({
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
function refusedRequestsAfter(refused: RefusedRequests, event: SyncEvent): RefusedRequests {
  switch (event.type) {
    case 'listRead':
      return event.found === 'missing' ? withRefused(refused, event.request) : withListRead(withAnswered(refused, 'readList'));
    case 'foundIdle':
      return withAnswered(refused, 'readList');
    case 'compared':
      return event.isNewlyListed ? withAnswered(refused, 'readList') : refused;
    case 'planned':
      // What the user has undone says nothing about a later write of the same record.
      return event.action.type === 'none' && !event.isBlocked ? { ...refused, intercepted: new Map() } : refused;
    case 'read':
      return withAnswered(refused, event.request);
    case 'unavailable':
      return event.isPermanent ? withRefused(refused, event.request) : refused;
    case 'sent':
      return refusedAfterSend(refused, event);
    default:
      return refused;
  }
}

/** What was not answered, or not looked at because of the limit, says nothing about whether writes are refused. */
function refusedAfterSend(refused: RefusedRequests, { write, outcome }: Extract<SyncEvent, { type: 'sent' }>): RefusedRequests {
  const { id } = write.request.operation;
  switch (outcome.type) {
    case 'notSent':
    case 'cancelled':
    case 'rateLimited':
    case 'unconfirmed':
      return refused;
    case 'unauthorized':
      return outcome.status === 401 ? withAnswered(refused, 'send') : withRefused(refused, 'send');
    case 'intercepted':
      return refused.intercepted.get(id) === 'listed'
        ? withoutIntercepted(refused, id)
        : { ...refused, intercepted: new Map(refused.intercepted).set(id, 'unlisted') };
    case 'done':
    case 'missing':
    case 'rejected':
      return withoutIntercepted(withAnswered(refused, 'send'), id);
  }
}

const withRefused = (refused: RefusedRequests, request: SyncRequestType): RefusedRequests => ({
  ...refused,
  types: new Set([...refused.types, request]),
});
const withAnswered = (refused: RefusedRequests, request: SyncRequestType): RefusedRequests => ({
  ...refused,
  types: new Set([...refused.types].filter((each) => each !== request)),
});
const withoutIntercepted = (refused: RefusedRequests, id: string): RefusedRequests => ({
  ...refused,
  intercepted: new Map([...refused.intercepted].filter(([each]) => each !== id)),
});
const withListRead = (refused: RefusedRequests): RefusedRequests => ({
  ...refused,
  intercepted: new Map([...refused.intercepted.keys()].map((id) => [id, 'listed'])),
});

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
        until: state.until,
        reason: state.reason === 'conflict' || state.reason === 'held' ? 'synced' : state.reason,
      };
    case 'stopped':
      return { type: 'stopped', cause: state.cause };
    case 'planning':
    case 'reading':
    case 'sending':
      return { type: 'progressed', action };
  }
}

/** The state of one synced project, and the only object that changes it. */
export class SyncStateMachine {
  readonly #onChange: (() => void) | undefined;
  #state: SyncState = planning;
  #refusedRequests: RefusedRequests = noRefusedRequests;

  /** `onChange` is called after each change of the state. */
  constructor(onChange?: () => void) {
    this.#onChange = onChange;
  }

  get state(): SyncState {
    return this.#state;
  }

  /** Changes the state, and returns the effects of the event. */
  dispatch(event: SyncEvent): readonly SyncEffect[] {
    const before = this.#state;
    const [state, effects] = transition(before, event, this.#refusedRequests);
    this.#state = state;
    this.#refusedRequests = refusedRequestsAfter(this.#refusedRequests, event);
    if (state !== before) this.#onChange?.();
    return effects;
  }
}
