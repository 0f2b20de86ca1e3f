/** What the desktop shows outside the window: the tray item, and notifications of conflicts and of stopped sync. */
import { app, Notification, powerMonitor } from 'electron';
import type { Backend } from '../../../shared/contracts/ipc/backend.ts';
import type { SyncStatus } from '../../../shared/contracts/sync.ts';
import type { WindowLocation } from '../../../shared/contracts/window-location.ts';
import type { DesktopLanguage } from '../desktop-language.ts';
import { createSyncNotifier, type SyncNotification, watchSyncStatuses } from './sync-notifications.ts';
import { openTray } from './tray.ts';

interface BackgroundUiDeps {
  readonly backend: Pick<Backend, 'call' | 'onEvents'>;
  readonly language: DesktopLanguage;
  readonly log: (line: string) => void;
  /** Shows the window, at the given location if there is one. */
  readonly openWindow: (place?: WindowLocation) => void;
  readonly quit: () => void;
  /** A focused window shows conflicts and statuses itself, so no notification is needed. */
  readonly isWindowFocused: () => boolean;
  readonly isBackgroundEnabled: () => boolean;
}

export function openBackgroundUi(deps: BackgroundUiDeps): { refresh(): void } {
  const notices = createSyncNotifier(deps.backend.call);
  const tray = openTray({ ...deps, call: deps.backend.call, openWindow: () => deps.openWindow() });
  /** Notifications are retained until they are closed, because a click on one that was garbage-collected has no effect. */
  const shown = new Map<string, Notification>();

  function notify(projectHash: string, { title, body, conflictId }: SyncNotification): void {
    if (deps.isWindowFocused() || !Notification.isSupported()) return;
    shown.get(projectHash)?.close();
    const notification = new Notification({ title: deps.language.t(title), body: deps.language.t(body) });
    shown.set(projectHash, notification);
    notification.on('click', () => deps.openWindow(conflictId === null ? undefined : { projectHash, conflictId }));
    notification.on('close', () => shown.get(projectHash) === notification && shown.delete(projectHash));
    notification.show();
  }

  async function changed(now?: SyncStatus, before?: SyncStatus): Promise<void> {
    tray.update(syncStatuses.list());
    if (!now) return void (await Promise.all(syncStatuses.list().map(notices.markKnown)));
    const notice = await notices.createNotification(now, before);
    if (notice) notify(now.hash, notice);
  }
  const syncStatuses = watchSyncStatuses(deps.backend, (now, before) => void changed(now, before));
  const refresh = () => tray.update(syncStatuses.list());
  deps.language.onChange(refresh);
  return { refresh };
}

/** Milliseconds between two syncs when the user returns to the window. */
const minInterval = 30_000;

/** Syncs when the computer wakes up, and when the user returns to the window after a while. */
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
