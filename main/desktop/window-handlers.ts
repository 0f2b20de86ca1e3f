/** The calls about the window itself: how large its page is, the menu that its list of actions makes, whether work goes on without it, its spell check. */
import type { BrowserWindow } from 'electron';
import type { CallHandlers, DesktopCallName } from '../../shared/contracts/ipc/call-types.ts';
import { setApplicationMenu } from './application-menu.ts';
import type { SpellChecker } from './spell-checker.ts';

/** Work that goes on without a window. */
export interface BackgroundSetting {
  isOn(): boolean;
  set(on: boolean): void;
}

export function createWindowHandlers(
  window: BrowserWindow,
  background: BackgroundSetting,
  spelling: SpellChecker,
): Pick<CallHandlers, Extract<DesktopCallName, `window.${string}`>> {
  return {
    'window.zoom': async ({ percent }) => {
      window.webContents.setZoomFactor(percent / 100);
      return null;
    },
    'window.menu': async ({ menus }) => {
      setApplicationMenu(window, menus);
      return null;
    },
    'window.background': async ({ on }) => {
      if (on !== undefined) background.set(on);
      return { on: background.isOn() };
    },
    'window.spelling': async (asked) => spelling.configure(asked),
  };
}
