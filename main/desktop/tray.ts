/** The item in the tray or menu bar: how the mirrors are, pause, open, quit. There only while something is mirrored or work goes on without a window. */
import { Menu, type MenuItemConstructorOptions, Tray } from 'electron';
import type { MirrorStatus } from '../../shared/mirror.ts';
import { traySentences } from '../../shared/words/en/tray.ts';
import type { Parts } from '../parts.ts';
import { trayImage } from './tray-image.ts';
import { lineOf, needsUser, togetherIn } from './tray-words.ts';

interface Deps {
  readonly call: Parts['call'];
  readonly log: (line: string) => void;
  readonly open: () => void;
  readonly quit: () => void;
  /** Work goes on without a window. */
  readonly background: () => boolean;
}

/** So many projects are named. */
const NAMED = 8;
const separator: MenuItemConstructorOptions = { type: 'separator' };

export function openTray(deps: Deps): { show(list: readonly MirrorStatus[]): void } {
  let tray: Tray | undefined;
  /** Many a Linux has no place for it; then everything else goes on as it does. */
  let isImpossible = false;
  let shown = '';

  function make(): Tray | undefined {
    if (isImpossible) return undefined;
    try {
      const made = new Tray(trayImage(false));
      made.on('click', deps.open);
      return made;
    } catch (error) {
      isImpossible = true;
      deps.log(`There is no tray here: ${String(error)}`);
      return undefined;
    }
  }

  function pause(until: string | null): void {
    void deps.call('mirror.pause', { until });
  }

  function menuOf(list: readonly MirrorStatus[]): Menu {
    const isPaused = list.every(({ state }) => state === 'paused');
    const steer: MenuItemConstructorOptions[] = isPaused
      ? [{ label: traySentences.goOn, click: () => pause('now') }]
      : [
          { label: traySentences.look, click: () => void deps.call('mirror.run', {}) },
          { label: traySentences.pauseHalfHour, click: () => pause(new Date(Date.now() + 30 * 60_000).toISOString()) },
          { label: traySentences.pause, click: () => pause(null) },
        ];
    const lines = list
      .slice(0, NAMED)
      .map((status): MenuItemConstructorOptions => ({ label: lineOf(status).replaceAll('&', '&&'), click: deps.open }));
    return Menu.buildFromTemplate([
      ...lines,
      ...(list.length > NAMED ? [{ label: traySentences.more(list.length - NAMED), enabled: false }] : []),
      ...(list.length > 0 ? [separator, ...steer, separator] : []),
      { label: traySentences.open, click: deps.open },
      { label: traySentences.quit, click: deps.quit },
    ]);
  }

  return {
    show(list) {
      if (list.length === 0 && !deps.background()) {
        tray?.destroy();
        tray = undefined;
        shown = '';
        return;
      }
      tray ??= make();
      // A status comes many times a second while it sends: only what is seen is drawn again.
      const next = [...list.map(lineOf), list.some(needsUser)].join('\n');
      if (!tray || next === shown) return;
      shown = next;
      tray.setImage(trayImage(list.some(needsUser)));
      tray.setToolTip(togetherIn(list));
      tray.setContextMenu(menuOf(list));
    },
  };
}
