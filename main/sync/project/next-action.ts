/** Decides what a synced project does next, from what is known of both sides and without a request. */
import type { Project } from '../../../shared/model/project.ts';
import { needsDecision } from '../plan/merge-conflict.ts';
import { findCreatedConditions } from '../protocol/lookup-response.ts';
import { createPendingWrite } from '../protocol/pending-write.ts';
import { unprovenOverwriteEntries } from '../store/overwrite-reports.ts';
import type { SyncStore, SyncStoreEntry } from '../store/sync-store.ts';
import { findRecoveredCreate } from './recovered-create.ts';
import type { RemoteState } from './remote-state.ts';
import type { SyncPlanner } from './sync-planner.ts';
import type { SyncRunnerDeps } from './sync-runner-deps.ts';
import type { Comparison, IdleConditions, PlannedAction } from './sync-state.ts';
import { validMergePart } from './valid-merge-part.ts';

export interface KnownSides {
  readonly deps: SyncRunnerDeps;
  readonly store: SyncStore;
  readonly remote: RemoteState;
  readonly planner: SyncPlanner;
}

/** Compares both sides with the state on which they last agreed, before anything is read. */
export function compareSides({ deps, store, remote }: KnownSides): Comparison {
  const { listed } = remote;
  if (!listed || deps.now() >= listed.at + deps.pollInterval) return 'listOutdated';
  if (remote.isReadImplausible) return 'unchanged';
  const { updatedAt, idleVersion } = store.requiredCheckpoint;
  const isListedAsKnown = listed.updatedAt === updatedAt;
  const hasPendingFiles = deps.files?.hasPending === true;
  if (isListedAsKnown && idleVersion === deps.local.version && !hasPendingFiles) return 'unchanged';
  return remote.restoreFromBase() && isListedAsKnown ? 'localChanged' : 'remoteChanged';
}

/** The conditions of a project that has nothing to do at the moment. */
export function idleConditions({ deps, store, remote, planner }: KnownSides): IdleConditions {
  const pollAt = (remote.listed?.at ?? 0) + deps.pollInterval;
  const hasHeldTexts = (planner.heldTexts ?? store.heldTexts).length > 0;
  const conflicts = [...(planner.conflicts ?? []), ...store.openConflicts((id) => deps.local.project.has(id))];
  return { pollAt, hasConflicts: conflicts.some(needsDecision), isBlocked: planner.waitingCount > 0, hasHeldTexts };
}

interface NextAction {
  readonly action: PlannedAction;
  /** Rows that must be stored first: rejections, and overwrites that no response has proven to be harmless. */
  readonly entries: readonly SyncStoreEntry[];
}

/** In this order: ids to adopt, changes to merge, changes to send. */
export function planNextAction(sides: KnownSides): NextAction {
  const { deps, store, planner } = sides;
  const remote = sides.remote.project;
  if (!remote) return withoutEntries({ type: 'planAgain' });
  const local = deps.local.project;
  const create = findRecoveredCreate(store, local, remote);
  if (create) return withoutEntries({ type: 'adoptCreate', create });
  const created = findCreatedConditions(store.sentConditions, { base: store.base, local, remote });
  if (created) return withoutEntries({ type: 'adoptConditions', created });
  const { mergeResult, hasIncoming } = planner.currentPlan();
  const part = hasIncoming ? validMergePart(mergeResult, planner.invalidRecords) : undefined;
  return part ? withoutEntries({ type: 'merge', part }) : planNextRequest(sides, remote);
}

const withoutEntries = (action: PlannedAction): NextAction => ({ action, entries: [] });

function planNextRequest({ store, remote: remoteState, planner }: KnownSides, remote: Project): NextAction {
  const { request, rejections } = planner.nextRequest(store.requiredCheckpoint.remoteHash, remote);
  if (request?.operation.type === 'lookup') return { action: { type: 'lookUp', request }, entries: rejections };
  if (request)
    return { action: { type: 'send', write: createPendingWrite(request, remote, store.requiredCheckpoint) }, entries: rejections };
  const entries = [...rejections, ...unprovenOverwriteEntries(store)];
  if (planner.isExhausted) return { action: { type: 'planAgain' }, entries };
  return { action: { type: remoteState.isProven ? 'none' : 'verify' }, entries };
}
