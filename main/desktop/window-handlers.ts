/**
 * Handlers of the calls about the window itself: zoom, language, menus, work in the background, spell checking, updates and system
 * integration.
 */
import type { BrowserWindow } from 'electron';
import type { CallHandlers, DesktopCallName } from '../../shared/contracts/ipc/call-types.ts';
import type { ApplicationMenu } from './application-menu.ts';
import type { ChosenFiles } from './chosen-files.ts';
import type { DesktopLanguage } from './desktop-language.ts';
import type { SpellChecker } from './spell-checker.ts';
import type { SystemIntegration } from './system-integration.ts';
import type { UpdateService } from './updates/update-service.ts';

/** Whether sync and targets continue without a window. */
interface BackgroundSetting {
  isOn(): boolean;
  set(on: boolean): void;
}

export interface WindowHandlerDeps {
  readonly backgroundSetting: BackgroundSetting;
  readonly language: DesktopLanguage;
  readonly menu: ApplicationMenu;
  readonly spellChecker: SpellChecker;
  readonly updates: UpdateService;
  readonly system: SystemIntegration;
  readonly quit: () => void;
  /** Quits, and starts again with this data folder, or the default one for null. */
  readonly restartWith: (dataFolder: string | null) => void;
}

/** Throws a Problem `folder` unless the folder contains projects of Taleport. SQLite is only loaded when this is called. */
export async function assertDataFolder(folder: string): Promise<void> {
  const { verifyDataFolder } = await import('../app/verify-data-folder.ts');
  verifyDataFolder(folder);
}

export function createWindowHandlers(
  window: BrowserWindow,
  { backgroundSetting, language, menu, spellChecker, updates, system, quit, restartWith }: WindowHandlerDeps,
  chosenFiles: ChosenFiles,
): Pick<CallHandlers, Extract<DesktopCallName, `window.${string}`>> {
  return {
    'window.zoom': async ({ percent }) => {
      window.webContents.setZoomFactor(percent / 100);
      return null;
    },
    'window.menu': async ({ menus, isBlocked }) => {
      menu.setPageMenus(menus, isBlocked);
      return null;
    },
    'window.language': async ({ language: chosen }) => {
      await language.change(chosen);
      return null;
    },
    'window.background': async ({ on }) => {
      if (on !== undefined) backgroundSetting.set(on);
      return { on: backgroundSetting.isOn() };
    },
    'window.updates': async ({ isAutomatic }) => {
      if (isAutomatic !== undefined) updates.setAutomatic(isAutomatic);
      return updates.status();
    },
    'window.checkForUpdates': async () => {
      updates.check();
      return updates.status();
    },
    'window.restartToUpdate': async () => {
      if (await updates.restartAfterInstall()) quit();
      return null;
    },
    'window.system': async ({ opensAtLogin }) => {
      if (opensAtLogin !== undefined) await system.setOpensAtLogin(opensAtLogin);
      return system.status();
    },
    'window.openDataFolder': async ({ folder }) => {
      if (folder !== null) {
        chosenFiles.assertFolder(folder);
        await assertDataFolder(folder);
      }
      restartWith(folder);
      return null;
    },
    'window.installCommandLineTool': async () => {
      await system.installCommandLineTool();
      return system.status();
    },
    'window.spelling': async (settings) => spellChecker.configure(settings),
  };
}
