/**
 * Handlers of the calls that the desktop answers itself: about its window (zoom, language, menus, work in the background, spell checking,
 * updates, system integration), and those that open a dialog of the operating system.
 */

import { stat } from 'node:fs/promises';
import { extname, isAbsolute, normalize } from 'node:path';
import { type BrowserWindow, dialog, type OpenDialogOptions, shell } from 'electron';
import type { CallHandlers, DesktopCallName } from '../../../shared/contracts/ipc/call-types.ts';
import type { WindowLocation } from '../../../shared/contracts/window-location.ts';
import { message } from '../../../shared/messages/message.ts';
import { invalidFieldProblem, Problem } from '../../../shared/problem.ts';
import { toDiskProblem } from '../../platform/disk-error.ts';
import type { DesktopLanguage } from '../desktop-language.ts';
import type { ApplicationMenu } from '../menu/application-menu.ts';
import type { Quit } from '../quit.ts';
import type { SystemIntegration } from '../system-integration.ts';
import type { UpdateService } from '../updates/update-service.ts';
import type { ChosenFiles } from './chosen-files.ts';
import type { SpellChecker } from './spell-checker.ts';

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
  readonly quit: Pick<Quit, 'start' | 'markReadyToClose'>;
  /** Opens another window at a location of the page. */
  readonly openWindow: (place: WindowLocation) => void;
}

/** Throws a Problem `folder` unless the folder contains projects of Taleport. SQLite is only loaded when this is called. */
export async function assertDataFolder(folder: string): Promise<void> {
  const { verifyDataFolder } = await import('../../app/data-folder/verify-data-folder.ts');
  try {
    verifyDataFolder(folder);
  } catch (error) {
    throw toDiskProblem(error, folder);
  }
}

export function createWindowHandlers(
  window: BrowserWindow,
  { backgroundSetting, language, menu, spellChecker, updates, system, quit, openWindow }: WindowHandlerDeps,
  chosenFiles: ChosenFiles,
): Pick<CallHandlers, Extract<DesktopCallName, `window.${string}`>> {
  return {
    'window.zoom': async ({ percent }) => {
      window.webContents.setZoomFactor(percent / 100);
      return null;
    },
    'window.menu': async ({ menus, isBlocked }) => {
      menu.setPageMenus(window, menus, isBlocked);
      return null;
    },
    'window.openAnother': async ({ projectHash }) => {
      openWindow({ projectHash, conflictId: null });
      return null;
    },
    'window.readyToClose': async (answer) => {
      quit.markReadyToClose(window, answer);
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
      if (await updates.canInstall()) quit.start({ do: 'update' });
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
      quit.start({ do: 'openDataFolder', folder });
      return null;
    },
    'window.installCommandLineTool': async () => {
      await system.installCommandLineTool();
      return system.status();
    },
    'window.spelling': async (settings) => spellChecker.configure(window, settings),
  };
}

export function createDialogHandlers(
  window: BrowserWindow,
  { t }: DesktopLanguage,
  chosenFiles: ChosenFiles,
): Pick<CallHandlers, Extract<DesktopCallName, `dialog.${string}`>> {
  return {
    'dialog.openFile': async ({ title }) => {
      const filters = [
        { name: t('desktop.dialog.stories'), extensions: ['taleport', 'json', 'zip', 'gd'] },
        { name: t('desktop.dialog.allFiles'), extensions: ['*'] },
      ];
      return firstPath(await dialog.showOpenDialog(window, { ...named(title), properties: ['openFile'], filters }));
    },
    'dialog.openFolder': async ({ title }) => {
      const options: OpenDialogOptions = { ...named(title), properties: ['openDirectory', 'createDirectory'] };
      const folder = firstPath(await dialog.showOpenDialog(window, options));
      if (folder !== null) chosenFiles.addFolder(folder);
      return folder;
    },
    'dialog.saveFile': async ({ suggested, title }) => {
      const extension = extname(suggested);
      const filters = extension === '' ? [] : [{ name: t('desktop.dialog.filesOfType', { extension }), extensions: [extension.slice(1)] }];
      const { canceled, filePath } = await dialog.showSaveDialog(window, { ...named(title), defaultPath: suggested, filters });
      if (canceled || !filePath) return null;
      const file = await withExtension(filePath, extension);
      chosenFiles.add(file);
      return file;
    },
    'dialog.showInFolder': async ({ path }) => {
      if (!isAbsolute(path)) throw invalidFieldProblem('path', message('fault.path.absolute'));
      if (!(await exists(path))) throw new Problem('folder', message('problem.app.pathGone', { path }));
      // Windows shows no window for a path with forward slashes.
      shell.showItemInFolder(normalize(path));
      return null;
    },
  };
}

/**
 * On Linux, the dialog does not add the extension. A file that has the extended name already is kept, because the dialog has not asked whether to
 * replace it.
 */
async function withExtension(path: string, extension: string): Promise<string> {
  if (extension === '' || extname(path) !== '') return path;
  return (await exists(path + extension)) ? path : path + extension;
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** macOS shows no title in these dialogs, but a message. */
const named = (title: string): { readonly title: string; readonly message: string } => ({ title, message: title });

const firstPath = ({ canceled, filePaths }: { canceled: boolean; filePaths: string[] }): string | null =>
  canceled ? null : (filePaths[0] ?? null);
