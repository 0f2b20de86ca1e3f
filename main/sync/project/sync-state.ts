/**
 * The states of one synced project, its events and their effects. `transition` (transition.ts) is the only function that changes the state;
 * SyncRunner is the only object that performs effects. docs/sync.md contains a diagram. Times are in milliseconds since 1970.
 */
import type { Message } from '../../../shared/messages/message.ts';
import type { SyncOperation } from '../plan/plan-operations.ts';
import type { CreatedConditions } from '../protocol/lookup-response.ts';
import type { PendingWrite } from '../protocol/pending-write.ts';
import type { RecoveryAction } from '../protocol/recovery.ts';
import type { StepResult, StopCause } from '../protocol/step-result.ts';
import type { SyncRequest } from '../protocol/sync-request.ts';
import type { WriteOutcome } from '../protocol/write-outcome.ts';
import type { WriteAcknowledgement } from '../store/acknowledgement-entries.ts';
import type { SyncStoreEntry } from '../store/sync-store.ts';
import type { RecoveredCreate } from './recovered-create.ts';
import type { ValidMergePart } from './valid-merge-part.ts';

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
  /** `until` is when the key is tried again; null if it is not tried before there is another one. */
  | { readonly type: 'waiting'; readonly reason: 'key'; readonly until: number | null; readonly detail: Message }
  /** `until` is null if the user has to resume it. */
  | { readonly type: 'paused'; readonly until: number | null }
  | { readonly type: 'stopped'; readonly cause: StopCause };

/** Conditions that keep a project from running, whatever there is to do: the workspace's connection, its limit, and the user's pause. */
export type Availability =
  | { readonly type: 'available' }
  | { readonly type: 'paused'; readonly until: number | null }
  | { readonly type: 'needsKey'; readonly detail: Message; readonly until: number | null }
  | { readonly type: 'offline'; readonly detail: Message; readonly until: number }
  | { readonly type: 'limited'; readonly until: number };

/** How the two sides compare with the state on which they last agreed, before anything is read. */
export type Comparison = 'listOutdated' | 'unchanged' | 'remoteChanged' | 'localChanged';

/** The next action of the plan. */
export type PlannedAction =
  | { readonly type: 'adoptCreate'; readonly create: RecoveredCreate }
  | { readonly type: 'adoptConditions'; readonly created: CreatedConditions }
  | { readonly type: 'merge'; readonly part: ValidMergePart }
  | { readonly type: 'send'; readonly write: PendingWrite }
  | { readonly type: 'lookUp'; readonly request: SyncRequest }
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
export type WriteInspectionAction = RecoveryAction | { readonly type: 'list' } | { readonly type: 'blocked'; readonly until: number };

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
  | { readonly type: 'sent'; readonly write: PendingWrite; readonly outcome: WriteOutcome; readonly now: number }
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
  | { readonly type: 'retry' }
  | { readonly type: 'availability'; readonly availability: Availability };

/** The purpose of a request. A refused first read is final at once, because the list was read directly before. */
export type SyncRequestType = 'readList' | 'readProject' | 'lookUp' | 'send' | 'firstRead';

/**
 * The requests that the remote refused when they were last sent. A single 403 or 404, or a list without the project, may be a temporary
 * fault.
 */
export type RefusedRequests = ReadonlySet<SyncRequestType>;

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
  /** The remote does not have the record of this request under its id. */
  | { readonly type: 'resetRecord'; readonly request: SyncRequest }
  | { readonly type: 'discardPlan' }
  | { readonly type: 'saveIdleCheckpoint' };

/** The main effect of a step. */
export type SyncAction = SyncEffect['type'] | 'firstRead';
export type SyncStepResult = StepResult<SyncAction>;
