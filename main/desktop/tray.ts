/**
 * The item in the tray or menu bar: sync status, pause, open, quit. It is only shown while a project is synced or work continues without a
 * window.
 */

import { Menu, type MenuItemConstructorOptions, Tray } from 'electron';
import type { Backend } from '../../shared/contracts/ipc/backend.ts';
import type { SyncStatus } from '../../shared/contracts/sync.ts';
import type { Translate } from '../../shared/messages/translator.ts';
import type { DesktopLanguage } from './desktop-language.ts';
import { escapeMenuLabel } from './menu-template.ts';
import { createTrayImage } from './tray-image.ts';
import { formatTooltip, formatTrayLine, needsAttention } from './tray-text.ts';

interface TrayDeps {
  readonly language: DesktopLanguage;
  readonly call: Backend['call'];
  readonly log: (line: string) => void;
  readonly openWindow: () => void;
  readonly quit: () => void;
  /** Whether sync and targets continue without a window. */
  readonly isBackgroundEnabled: () => boolean;
}

/** Further projects are only counted. */
const maxListedProjects = 8;
const separator: MenuItemConstructorOptions = { type: 'separator' };

export function openTray(deps: TrayDeps): { update(list: readonly SyncStatus[]): void } {
  const { t } = deps.language;
  let tray: Tray | undefined;
  /** Some Linux desktops have no tray. Everything else works without it. */
  let isImpossible = false;
  let shown = '';

  function createTray(): Tray | undefined {
    if (isImpossible) return undefined;
    try {
      const newTray = new Tray(createTrayImage({ needsAttention: false }));
      newTray.on('click', deps.openWindow);
      return newTray;
    } catch (error) {
      isImpossible = true;
      deps.log(`There is no tray here: ${String(error)}`);
      return undefined;
    }
  }

  return {
    update(list) {
      if (list.length === 0 && !deps.isBackgroundEnabled()) {
        tray?.destroy();
        tray = undefined;
        shown = '';
        return;
      }
      tray ??= createTray();
      // While changes are being sent, statuses arrive many times a second, so the tray is only updated if its texts change.
      const next = [...list.map((status) => formatTrayLine(status, t)), list.some(needsAttention), t('tray.open')].join('\n');
      if (!tray || next === shown) return;
      shown = next;
      tray.setImage(createTrayImage({ needsAttention: list.some(needsAttention) }));
      tray.setToolTip(formatTooltip(list, t));
      tray.setContextMenu(createTrayMenu(list, deps));
    },
  };
}

function createTrayMenu(list: readonly SyncStatus[], { call, language: { t }, openWindow, quit }: TrayDeps): Menu {
  const lines = list
    .slice(0, maxListedProjects)
    .map((status): MenuItemConstructorOptions => ({ label: escapeMenuLabel(formatTrayLine(status, t)), click: openWindow }));
  return Menu.buildFromTemplate([
    ...lines,
    ...(list.length > maxListedProjects ? [{ label: t('tray.more', { count: list.length - maxListedProjects }), enabled: false }] : []),
    ...(list.length > 0 ? [separator, ...createSyncItems(list, call, t), separator] : []),
    { label: t('tray.open'), click: openWindow },
    { label: t('tray.quit'), click: quit },
  ]);
}

/** Resumes sync if all projects are paused; otherwise starts or pauses it. */
function createSyncItems(list: readonly SyncStatus[], call: TrayDeps['call'], t: Translate): MenuItemConstructorOptions[] {
  const pause = (until: string | null): void => void call('sync.pause', { until });
  if (list.every(({ state }) => state === 'paused')) return [{ label: t('tray.resume'), click: () => pause('now') }];
  return [
    { label: t('tray.syncNow'), click: () => void call('sync.run', {}) },
    { label: t('sync.pauseHalfHour'), click: () => pause(new Date(Date.now() + 30 * 60_000).toISOString()) },
    { label: t('sync.pauseIndefinitely'), click: () => pause(null) },
  ];
}
