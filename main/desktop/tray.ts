/** The item in the tray or menu bar: sync status, pause, open, quit. Shown only while something is synced or work continues without a window. */
import { Menu, type MenuItemConstructorOptions, Tray } from 'electron';
import type { Backend } from '../../shared/contracts/ipc/backend.ts';
import type { SyncStatus } from '../../shared/contracts/sync.ts';
import { trayMessages } from '../../shared/messages/en/tray.ts';
import { createTrayImage } from './tray-image.ts';
import { formatTooltip, formatTrayLine, needsAttention } from './tray-text.ts';

interface TrayDeps {
  readonly call: Backend['call'];
  readonly log: (line: string) => void;
  readonly openWindow: () => void;
  readonly quit: () => void;
  /** Work goes on without a window. */
  readonly isBackgroundEnabled: () => boolean;
}

/** So many projects are named. */
const MAX_LISTED_PROJECTS = 8;
const separator: MenuItemConstructorOptions = { type: 'separator' };

export function openTray(deps: TrayDeps): { update(list: readonly SyncStatus[]): void } {
  let tray: Tray | undefined;
  /** Many a Linux has no place for it; then everything else goes on as it does. */
  let isImpossible = false;
  let shown = '';

  function make(): Tray | undefined {
    if (isImpossible) return undefined;
    try {
      const made = new Tray(createTrayImage(false));
      made.on('click', deps.openWindow);
      return made;
    } catch (error) {
      isImpossible = true;
      deps.log(`There is no tray here: ${String(error)}`);
      return undefined;
    }
  }

  function pause(until: string | null): void {
    void deps.call('sync.pause', { until });
  }

  function menuOf(list: readonly SyncStatus[]): Menu {
    const isPaused = list.every(({ state }) => state === 'paused');
    const steer: MenuItemConstructorOptions[] = isPaused
      ? [{ label: trayMessages.goOn, click: () => pause('now') }]
      : [
          { label: trayMessages.look, click: () => void deps.call('sync.run', {}) },
          { label: trayMessages.pauseHalfHour, click: () => pause(new Date(Date.now() + 30 * 60_000).toISOString()) },
          { label: trayMessages.pause, click: () => pause(null) },
        ];
    const lines = list
      .slice(0, MAX_LISTED_PROJECTS)
      .map((status): MenuItemConstructorOptions => ({ label: formatTrayLine(status).replaceAll('&', '&&'), click: deps.openWindow }));
    return Menu.buildFromTemplate([
      ...lines,
      ...(list.length > MAX_LISTED_PROJECTS ? [{ label: trayMessages.more(list.length - MAX_LISTED_PROJECTS), enabled: false }] : []),
      ...(list.length > 0 ? [separator, ...steer, separator] : []),
      { label: trayMessages.open, click: deps.openWindow },
      { label: trayMessages.quit, click: deps.quit },
    ]);
  }

  return {
    update(list) {
      if (list.length === 0 && !deps.isBackgroundEnabled()) {
        tray?.destroy();
        tray = undefined;
        shown = '';
        return;
      }
      tray ??= make();
      // A status comes many times a second while it sends: only what is seen is drawn again.
      const next = [...list.map(formatTrayLine), list.some(needsAttention)].join('\n');
      if (!tray || next === shown) return;
      shown = next;
      tray.setImage(createTrayImage(list.some(needsAttention)));
      tray.setToolTip(formatTooltip(list));
      tray.setContextMenu(menuOf(list));
    },
  };
}
