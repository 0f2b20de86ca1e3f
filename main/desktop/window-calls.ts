/** The calls about the window itself: how large its page is, the menu that its list of actions makes, whether work goes on without it, its spell check. */
import type { BrowserWindow } from 'electron';
import type { DesktopCall, Handlers } from '../../shared/ipc/ask.ts';
import { showMenu } from './menu.ts';
import type { SpellingCheck } from './spelling.ts';

/** Work that goes on without a window. */
export interface BackgroundSwitch {
  isOn(): boolean;
  set(on: boolean): void;
}

export function windowCallsOf(
  window: BrowserWindow,
  background: BackgroundSwitch,
  spelling: SpellingCheck,
): Pick<Handlers, Extract<DesktopCall, `window.${string}`>> {
  return {
    'window.zoom': async ({ percent }) => {
      window.webContents.setZoomFactor(percent / 100);
      return null;
    },
    'window.menu': async ({ menus }) => {
      showMenu(window, menus);
      return null;
    },
    'window.background': async ({ on }) => {
      if (on !== undefined) background.set(on);
      return { on: background.isOn() };
    },
    'window.spelling': async (asked) => spelling.set(asked),
  };
}
