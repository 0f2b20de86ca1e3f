/** What goes on outside of the window: the tray item, and notifications for questions and for work that is blocked. */
import { Notification } from 'electron';
import type { Backend } from '../../shared/contracts/ipc/backend.ts';
import type { SyncStatus } from '../../shared/contracts/sync.ts';
import type { WindowLocation } from '../../shared/contracts/window-location.ts';
import { createSyncNotifier, type SyncNotification } from './sync-notifications.ts';
import { watchSyncStatuses } from './sync-status-watcher.ts';
import { openTray } from './tray.ts';

interface BackgroundUiDeps {
  readonly backend: Pick<Backend, 'call' | 'onEvents'>;
  readonly log: (line: string) => void;
  /** Brings the window up, at a place where one is named. */
  readonly openWindow: (place?: WindowLocation) => void;
  readonly quit: () => void;
  /** Whoever looks at the window sees it there. */
  readonly isWindowFocused: () => boolean;
  readonly isBackgroundEnabled: () => boolean;
}

export function openBackgroundUi(deps: BackgroundUiDeps): { refresh(): void } {
  const notices = createSyncNotifier(deps.backend.call);
  const tray = openTray({ ...deps, call: deps.backend.call, openWindow: () => deps.openWindow() });
  /** Held until they are answered: one that is forgotten can no longer be clicked. */
  const shown = new Map<string, Notification>();

  function tell(projectHash: string, { title, body, conflictId }: SyncNotification): void {
    if (deps.isWindowFocused() || !Notification.isSupported()) return;
    shown.get(projectHash)?.close();
    const notification = new Notification({ title, body });
    shown.set(projectHash, notification);
    notification.on('click', () => deps.openWindow(conflictId === null ? undefined : { projectHash, conflictId }));
    notification.on('close', () => shown.get(projectHash) === notification && shown.delete(projectHash));
    notification.show();
  }

  async function changed(now?: SyncStatus, before?: SyncStatus): Promise<void> {
    tray.update(syncStatuses.list());
    if (!now) return void (await Promise.all(syncStatuses.list().map(notices.markKnown)));
    const notice = await notices.createNotification(now, before);
    if (notice) tell(now.hash, notice);
  }
  const syncStatuses = watchSyncStatuses(deps.backend, (now, before) => void changed(now, before));
  return { refresh: () => tray.update(syncStatuses.list()) };
}
