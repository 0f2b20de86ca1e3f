import type { StatusInput } from '../../../../main/sync/presenter/present-status.ts';

/** What the status of a project depends on besides its state, where all is synced. */
export const settledStatusInput: Omit<StatusInput, 'state'> = {
  remote: 'Team',
  toWallTime: (time) => time,
  connectionState: { type: 'ready' },
  pausedUntil: undefined,
  limitedUntil: undefined,
  hasStepped: true,
  isFetched: true,
  pendingCount: 0,
  blockedCount: 0,
  estimatedTime: null,
  conflictCount: 0,
  heldCount: 0,
  rejectedCount: 0,
  invalidCount: 0,
  pendingFiles: 0,
  transfer: undefined,
  canWrite: true,
  isRunning: true,
  hasSynced: true,
};
