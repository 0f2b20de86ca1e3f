/** Collects the evidence about a write whose outcome is unknown, and plans its recovery. */
import type { Project } from '../../../shared/model/project.ts';
import { planRecovery } from '../protocol/recovery.ts';
import type { SyncStore } from '../store/sync-store.ts';
import type { RemoteState } from './remote-state.ts';
import type { SyncEvent, WriteInspectionAction } from './sync-state.ts';

interface WriteInspection {
  readonly local: Project;
  readonly store: SyncStore;
  readonly remote: RemoteState;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Milliseconds. */
  readonly settleTime: number;
  /** Milliseconds. */
  readonly pollInterval: number;
}

export function inspectWrite({ local, store, remote, now, settleTime, pollInterval }: WriteInspection): SyncEvent | undefined {
  const write = store.pendingWrite;
  if (!write) return undefined;
  // (I32) As long as no read is plausible, nothing proves the outcome of a write.
  if (remote.isReadImplausible)
    return { type: 'writeInspected', write, action: actionWhileReadIsUnconfirmed((remote.listed?.at ?? 0) + pollInterval, now) };
  const since = write.unconfirmedSince ?? now;
  const settledAt = since + settleTime;
  const isSettled = now >= settledAt;
  const { listed, project, readAt } = remote;
  if (isSettled && (listed?.at ?? 0) < settledAt) return { type: 'writeInspected', write, action: { type: 'list' } };
  const isSilent = isSettled && listed !== undefined && listed.updatedAt === write.updatedAt;
  const isRead = project !== undefined && readAt >= (isSettled && !isSilent ? settledAt : since);
  const evidence = { local, ...(isRead && project && { remote: project, ...(listed && { updatedAt: listed.updatedAt }) }) };
  return { type: 'writeInspected', write, action: planRecovery(write, evidence, now, settleTime) };
}

const actionWhileReadIsUnconfirmed = (pollAt: number, now: number): WriteInspectionAction =>
  now >= pollAt ? { type: 'list' } : { type: 'blocked', until: pollAt };
