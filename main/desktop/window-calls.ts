/** The calls about the window itself: how large its page is, and the menu that its list of actions makes. */
import type { BrowserWindow } from 'electron';
import type { DesktopCall, Handlers } from '../../shared/ipc.ts';
import { showMenu } from './menu.ts';

export function windowCallsOf(window: BrowserWindow): Pick<Handlers, Extract<DesktopCall, `window.${string}`>> {
  return {
    'window.zoom': async ({ percent }) => {
      window.webContents.setZoomFactor(percent / 100);
      return null;
    },
    'window.menu': async ({ menus }) => {
      showMenu(window, menus);
      return null;
    },
  };
}
