/** Commands for the sync of one project or of all: sync now, pause, resume. Errors are shown as toasts. */

import { invoke } from '../../platform/bridge.ts';
import { withErrorToast } from '../../state/send-command.ts';
import { getSyncStatus, syncStore } from '../../state/sync-store.ts';

/** The hash of a project; null for all synced projects. */
export type SyncScope = string | null;
const toHashInput = (hash: SyncScope) => (hash === null ? {} : { hash });

export async function syncNow(hash: SyncScope): Promise<void> {
  await withErrorToast(invoke('sync.run', toHashInput(hash)));
}

/** Pauses for a number of minutes, or until resumed (`open`). */
export async function pauseSync(hash: SyncScope, minutes: number | 'open'): Promise<void> {
  const until = minutes === 'open' ? null : new Date(Date.now() + minutes * 60_000).toISOString();
  await withErrorToast(invoke('sync.pause', { ...toHashInput(hash), until }));
}

export async function resumeSync(hash: SyncScope): Promise<void> {
  await withErrorToast(invoke('sync.pause', { ...toHashInput(hash), until: 'now' }));
}

const isSyncPaused = (hash: SyncScope): boolean =>
  hash === null ? syncStore.getState().list.every(({ state }) => state === 'paused') : getSyncStatus(hash)?.state === 'paused';

export const toggleSyncPaused = (hash: SyncScope): Promise<void> => (isSyncPaused(hash) ? resumeSync(hash) : pauseSync(hash, 'open'));
