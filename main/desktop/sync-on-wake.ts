/** Syncs when the computer wakes up, and when the user returns to the window after a while. */
import { app, powerMonitor } from 'electron';
import type { Backend } from '../../shared/contracts/ipc/backend.ts';

/** Milliseconds between two syncs when the user returns to the window. */
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
