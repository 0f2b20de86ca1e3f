/** Presents a synced project and its workspace: the state as a status with a message, conflicts, reports, the remote. */
import type { Remote, SyncReport, SyncStatus, SyncTransfer } from '../../../shared/contracts/sync.ts';
import { type Environment, formatIsoTime } from '../../../shared/environment.ts';
import { fileSizeProgress } from '../../../shared/messages/file-size.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { WaitClock } from '../../platform/wait-clock.ts';
import type { ConnectionState, RemoteWorkspace } from '../client/remote-workspace.ts';
import { needsDecision } from '../plan/merge-conflict.ts';
import type { SyncState } from '../project/sync-state-machine.ts';
import type { SyncedProject } from '../project/synced-project.ts';
import type { StopCause } from '../protocol/step-result.ts';
import type { SyncEngine } from '../store/sync-engine.ts';
import { type DescribedConflict, describeConflict, isOpenConflict } from './conflict-details.ts';
import { countUnseenReports, presentReports } from './sync-reports.ts';

export interface StatusInput {
  /** The name of the workspace. */
  readonly remote: string;
  readonly state: SyncState;
  /** Milliseconds since 1970 for a time on the monotonic clock. */
  readonly toWallTime: (time: number) => number;
  readonly connectionState: ConnectionState;
  /** Milliseconds since 1970. null if it is paused until the user resumes it, undefined if it is not paused. */
  readonly pausedUntil: number | null | undefined;
  /** On the monotonic clock. No project of the workspace may send before; undefined if there is no limit. */
  readonly limitedUntil: number | undefined;
  readonly hasStepped: boolean;
  /** Whether the project has been downloaded. */
  readonly isFetched: boolean;
  readonly pendingCount: number;
  /** The number of pending changes that wait for something else. */
  readonly blockedCount: number;
  /** Milliseconds that the pending changes will take. */
  readonly estimatedTime: number | null;
  readonly conflictCount: number;
  /** (G30) The number of texts that no request can contain. */
  readonly heldCount: number;
  readonly rejectedCount: number;
  /** The number of remote records that could not be merged. */
  readonly invalidCount: number;
  /** The number of files that are being transferred or wait for it. */
  readonly pendingFiles: number;
  /** The files on their way. */
  readonly transfer: SyncTransfer | undefined;
  readonly canWrite: boolean;
  /** Whether the project is synced automatically, or a caller requested it. Otherwise only the last known status can be shown. */
  readonly isRunning: boolean;
  /** Whether both sides were ever found equal. */
  readonly hasSynced: boolean;
}

type StatusText = Pick<SyncStatus, 'state' | 'isKeyNeeded' | 'message' | 'until' | 'seconds'>;
/** `until` is in milliseconds since 1970; null or Infinity if it is unknown. */
type Shown = readonly [state: StatusText['state'], text: Message, until?: number | null];

/** Pure. */
export function presentStatus(input: StatusInput): StatusText {
  const { estimatedTime, pendingCount } = input;
  const current = shownState(input);
  const [state, text, until = null] = presentState(current, input);
  const isTimed = (state === 'sending' || state === 'waiting') && estimatedTime !== null && pendingCount > 0;
  return {
    state,
    ...(current.type === 'waiting' && current.reason === 'key' && state === 'stopped' && { isKeyNeeded: true }),
    message: text,
    until: until === null || !Number.isFinite(until) ? null : new Date(until).toISOString(),
    seconds: isTimed ? Math.ceil(estimatedTime / 1000) : null,
  };
}

type ShownState =
  | SyncState
  /** `until` is when the key is tried again; null if it is not tried before there is another one. */
  | { readonly type: 'waiting'; readonly reason: 'key'; readonly until: number | null; readonly detail: Message }
  /** `until` is null if the user has to resume it. */
  | { readonly type: 'paused'; readonly until: number | null };

/**
 * The state, or the condition that keeps the project from running, whatever there is to do: the key and the connection of the workspace, its limit, and the
 * user's pause. A missing key takes precedence over a pause, a pause over a stop, and that over the network.
 */
function shownState({ state, connectionState, pausedUntil, limitedUntil, pendingCount, isFetched }: StatusInput): ShownState {
  if (connectionState.type === 'needsKey') return { type: 'waiting', reason: 'key', until: null, detail: connectionState.reason };
  if (connectionState.type === 'keyRejected')
    return { type: 'waiting', reason: 'key', until: connectionState.until, detail: connectionState.reason };
  if (pausedUntil !== undefined) return { type: 'paused', until: pausedUntil };
  if (state.type === 'stopped') return state;
  if (connectionState.type === 'offline')
    return { type: 'waiting', reason: 'offline', until: connectionState.until, detail: connectionState.reason };
  if (state.type === 'waiting' && state.reason === 'offline') return state;
  // The limit only concerns projects that have something to send or to read.
  if (limitedUntil !== undefined && (pendingCount > 0 || !isFetched)) return { type: 'waiting', reason: 'limit', until: limitedUntil };
  return state;
}

function presentState(state: ShownState, input: StatusInput): Shown {
  const { remote, isFetched, isRunning, hasStepped } = input;
  // Why nothing was or could be synced. The network and the key are only known where a request has failed in this process.
  const isHindered = state.type === 'paused' || (state.type === 'waiting' && (state.reason === 'key' || state.reason === 'offline'));
  if (!isRunning && !hasStepped && !isHindered) return presentLastKnown(input);
  switch (state.type) {
    case 'stopped':
      return ['stopped', message('sync.status.stopped', { reason: stopReason(state.cause), kept: keptChanges(input) })];
    case 'paused': {
      const kept = keptChanges(input);
      if (state.until === null) return ['paused', message('sync.status.paused', { kept })];
      return ['paused', message('sync.status.pausedUntil', { kept }), state.until];
    }
    case 'waiting':
      return presentWaiting(state, input);
    case 'settling':
      if (state.until !== null) return ['waiting', message('sync.status.settling', { remote }), continuationTime(state.until, input)];
      return presentRunning(state, input);
    case 'idle':
      return isFetched ? presentAtRest(input) : ['receiving', message('sync.status.downloading', { remote })];
    case 'planning':
    case 'reading':
    case 'sending':
      return presentRunning(state, input);
  }
}

function presentWaiting(state: Extract<ShownState, { type: 'waiting' }>, input: StatusInput): Shown {
  const { remote } = input;
  const kept = keptChanges(input);
  const until = continuationTime(state.until, input);
  switch (state.reason) {
    case 'key':
      return ['stopped', message('sync.status.stopped', { reason: state.detail, kept }), until];
    case 'offline': {
      const { detail: reason } = state;
      if (reason === null) return ['offline', message('sync.status.noResponse', { remote, kept }), until];
      return ['offline', message('sync.status.offline', { remote, reason, kept }), until];
    }
    case 'limit':
      // Until when it lasts is also of use where sync only runs on request.
      return ['waiting', limitedMessage(input), state.until === null ? null : input.toWallTime(state.until)];
    case 'conflict':
    case 'blocked':
    case 'held':
      return presentAtRest(input);
  }
}

/** When sync continues by itself, in milliseconds since 1970; null if it does not. `until` is on the monotonic clock. */
const continuationTime = (until: number | null, { isRunning, toWallTime }: StatusInput): number | null =>
  until === null || !isRunning ? null : toWallTime(until);

function limitedMessage({ remote, pendingCount, isFetched, limitedUntil }: StatusInput): Message {
  if (pendingCount > 0) return message('sync.status.limitedWithChanges', { remote, count: pendingCount });
  if (!isFetched && limitedUntil !== undefined) return message('sync.status.limitedBeforeDownload', { remote });
  return message('sync.status.limited', { remote });
}

/** A file on its way is shown before everything that is over in a moment. */
function presentTransfer({ direction, doneFiles: done, files: total, doneBytes, bytes }: SyncTransfer): Shown {
  const size = fileSizeProgress(doneBytes, bytes ?? doneBytes);
  if (direction === 'up') return ['sending', message('sync.status.uploading', { done, total, size })];
  if (bytes === null) return ['receiving', message('sync.status.downloadingFilesOfUnknownSize', { done, total })];
  return ['receiving', message('sync.status.downloadingFiles', { done, total, size })];
}

function presentRunning(state: SyncState, { remote, pendingCount, isFetched, transfer }: StatusInput): Shown {
  if (transfer) return presentTransfer(transfer);
  if (!isFetched) return ['receiving', message('sync.status.downloading', { remote })];
  const isSending = state.type === 'sending' || pendingCount > 0;
  if (isSending) return ['sending', message('sync.status.sending', { remote, count: Math.max(1, pendingCount) })];
  if (state.type === 'reading' && state.target !== 'list') return ['receiving', message('sync.status.receiving', { remote })];
  return ['checking', message('sync.status.checking', { remote })];
}

/** I27: “synced” is only shown if nothing at all is left to do. */
function presentAtRest(input: StatusInput): Shown {
  const { pendingFiles, pendingCount, blockedCount, remote, canWrite, heldCount, transfer } = input;
  if (transfer) return presentTransfer(transfer);
  const unresolved = unresolvedMessage(input);
  if (unresolved) return ['attention', unresolved];
  if (pendingFiles > 0) return ['receiving', message('sync.status.files', { count: pendingFiles })];
  // An edit whose step is not due yet.
  if (pendingCount > blockedCount && canWrite) return ['sending', message('sync.status.sending', { remote, count: pendingCount })];
  return heldCount > 0 ? ['held', heldMessage(input)] : ['synced', message('sync.status.upToDate')];
}

function presentLastKnown(input: StatusInput): Shown {
  const { isFetched, remote, pendingCount, hasSynced, heldCount } = input;
  if (!isFetched) return ['waiting', message('sync.status.inactiveBeforeDownload', { remote })];
  if (pendingCount > 0) return ['waiting', message('sync.status.inactive', { kept: keptChanges(input) })];
  if (!hasSynced) return ['waiting', message('sync.status.inactiveNeverSynced')];
  const unresolved = unresolvedMessage(input);
  const lastKnown = (status: Message) => message('sync.status.lastKnown', { status });
  if (unresolved) return ['attention', lastKnown(unresolved)];
  return heldCount > 0 ? ['held', lastKnown(heldMessage(input))] : ['synced', lastKnown(message('sync.status.upToDate'))];
}

/** The message about what keeps the two sides from being equal although nothing can be done at the moment; undefined if they are equal. */
function unresolvedMessage(input: StatusInput): Message | undefined {
  const { conflictCount, rejectedCount, invalidCount, blockedCount, canWrite, remote, pendingCount, pendingFiles, heldCount: held } = input;
  const kept = keptChanges(input);
  // (I43) Changes and files that are sent or received next, or wait because the workspace cannot be reached.
  const isMoreToDo = pendingCount > blockedCount || pendingFiles > 0;
  const rest = isMoreToDo ? kept : message('sync.status.rest', { held });
  if (conflictCount > 0 && blockedCount > 0) return message('sync.status.conflictsAndBlocked', { count: conflictCount, kept });
  if (conflictCount > 0) return message('sync.status.conflicts', { count: conflictCount, rest });
  if (rejectedCount > 0 && blockedCount > 0) return message('sync.status.rejectedAndBlocked', { remote, count: rejectedCount, kept });
  if (rejectedCount > 0) return message('sync.status.rejected', { remote, count: rejectedCount, rest });
  if (invalidCount > 0) return message('sync.status.invalid', { remote, count: invalidCount, rest });
  if (blockedCount > 0) return message('sync.status.blocked', { remote, count: blockedCount, rest });
  if (!canWrite && pendingCount > 0) return message('sync.status.readOnly', { kept });
  return undefined;
}

const keptChanges = ({ pendingCount, heldCount, rejectedCount }: StatusInput): Message =>
  message('sync.status.keptChanges', { count: pendingCount + heldCount + rejectedCount });

const heldMessage = ({ heldCount: count, remote }: StatusInput): Message => message('sync.status.held', { count, remote });

function stopReason(cause: StopCause): Message {
  switch (cause.reason) {
    case 'projectMissing':
      return message('sync.stopReason.projectMissing');
    case 'unauthorized':
      return message('sync.stopReason.unauthorized', { status: cause.status });
    case 'unavailable':
      return cause.detail;
    case 'internalError':
      return message('sync.stopReason.internalError');
  }
}

/** What presenting needs besides the project itself. */
export interface ViewContext {
  readonly deps: { readonly engine: SyncEngine; readonly environment: Environment };
  readonly clock: WaitClock;
  /** Milliseconds since 1970. Infinity if it is paused until the user resumes it, undefined if it is not paused. */
  pausedUntil(project: SyncedProject): number | undefined;
  /** Whether the project is synced automatically, or a caller has requested it. */
  isRunning(project: SyncedProject): boolean;
}

export function toSyncStatus(context: ViewContext, project: SyncedProject): SyncStatus {
  const { row, workspace, lastSyncedAt } = project;
  const { hash, remoteHash, remote, isFetched } = row;
  const pendingCount = project.countPending();
  const conflictCount = project.listConflicts().filter(needsDecision).length;
  const heldCount = project.listHeldTexts().length;
  // Counted whether or not the user has seen them, as long as they are rejected.
  const rejectedCount = project.rejectedWrites().length + project.rejectedFiles().size;
  const pausedUntil = context.pausedUntil(project);
  const transfer = project.transfer();
  const status = presentStatus({
    remote,
    state: project.state,
    toWallTime: (time) => context.clock.toWallTime(time),
    connectionState: workspace.connectionState,
    pausedUntil: pausedUntil === Number.POSITIVE_INFINITY ? null : pausedUntil,
    limitedUntil: workspace.limitedUntil,
    hasStepped: project.hasStepped,
    isFetched,
    pendingCount,
    estimatedTime: pendingCount > 0 ? workspace.requestQueue.estimateDuration(pendingCount, project.urgency) : null,
    conflictCount,
    heldCount,
    rejectedCount,
    blockedCount: project.countBlocked(),
    invalidCount: project.invalidRecords().size,
    pendingFiles: project.pendingFileCount(),
    transfer,
    isRunning: context.isRunning(project),
    hasSynced: lastSyncedAt !== null,
    canWrite: workspace.row.permissions?.includes('project:write') ?? true,
  });
  return {
    hash,
    remoteHash,
    name: context.deps.engine.findProjectName(hash) ?? row.name,
    remote,
    isDownloaded: isFetched,
    pending: pendingCount,
    conflicts: conflictCount,
    transfer: transfer ?? null,
    held: heldCount,
    rejected: rejectedCount,
    reports: countUnseenReports(project),
    lastSyncedAt,
    ...status,
  };
}

export function toOpenConflicts({ deps }: ViewContext, project: SyncedProject): DescribedConflict[] {
  const { hash, remote } = project.row;
  return project
    .listConflicts()
    .filter(isOpenConflict)
    .map((conflict) => describeConflict(conflict, hash, remote, deps.engine.getProject(hash)));
}

export function toSyncReports({ deps }: ViewContext, project: SyncedProject, which: 'unseen' | 'all' = 'unseen'): SyncReport[] {
  const all = presentReports(project, () => deps.engine.getProject(project.row.hash), formatIsoTime(deps.environment.now()));
  return which === 'all' ? all : all.filter(({ isSeen }) => !isSeen);
}

export function toRemote({ row, connectionState, isVerified }: RemoteWorkspace): Remote {
  const { name, url, keyIn, variable, permissions } = row;
  const message = connectionState.type === 'ready' ? null : connectionState.reason;
  return { name, url, keyIn, variable, permissions, state: connectionState.type, isVerified, message };
}
