import type { SyncStatus } from '../shared/contracts/sync.ts';
import { verbatim } from '../shared/messages/message.ts';

/** The status of a synced project that has nothing to do, but for these fields. */
export const createSyncStatus = (fields: Partial<SyncStatus> = {}): SyncStatus => ({
  hash: 'h',
  remoteHash: 't',
  name: 'Castle',
  remote: 'Studio',
  state: 'synced',
  message: verbatim(''),
  pending: 0,
  seconds: null,
  isDownloaded: true,
  transfer: null,
  conflicts: 0,
  held: 0,
  rejected: 0,
  reports: 0,
  until: null,
  lastSyncedAt: null,
  ...fields,
});
