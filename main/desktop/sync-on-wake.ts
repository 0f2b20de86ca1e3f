/** Syncs at once when the computer wakes, and when the user returns to the window after a while. */
import { app, powerMonitor } from 'electron';
import type { Backend } from '../../shared/contracts/ipc/backend.ts';

/** Milliseconds: returning to the window more often than this does not start a sync each time. */
const minInterval = 30_000;

export function syncOnWake({ call }: Pick<Backend, 'call'>): void {
  let last = Number.NEGATIVE_INFINITY;
  const syncNow = () => {
    last = performance.now();
    void call('sync.run', {});
  };
  powerMonitor.on('resume', syncNow);
  powerMonitor.on('unlock-screen', syncNow);
  app.on('browser-window-focus', () => {
    if (performance.now() - last >= minInterval) syncNow();
  });
}
