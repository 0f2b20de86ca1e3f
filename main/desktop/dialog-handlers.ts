/** The calls that open a dialog of the operating system. */

import { stat } from 'node:fs/promises';
import { isAbsolute, normalize } from 'node:path';
import { type BrowserWindow, dialog, shell } from 'electron';
import type { CallHandlers, DesktopCallName } from '../../shared/contracts/ipc/call-types.ts';
import { message } from '../../shared/messages/message.ts';
import { invalidFieldProblem, Problem } from '../../shared/problem.ts';
import type { ChosenFiles } from './chosen-files.ts';
import type { DesktopLanguage } from './desktop-language.ts';

export function createDialogHandlers(
  window: BrowserWindow,
  { t }: DesktopLanguage,
  chosenFiles: ChosenFiles,
): Pick<CallHandlers, Extract<DesktopCallName, `dialog.${string}`>> {
  return {
    'dialog.openFile': async () => {
      const filters = [
        { name: t('desktop.dialog.stories'), extensions: ['taleport', 'json', 'zip'] },
        { name: t('desktop.dialog.allFiles'), extensions: ['*'] },
      ];
      return firstPath(await dialog.showOpenDialog(window, { properties: ['openFile'], filters }));
    },
    'dialog.openFolder': async () => {
      const folder = firstPath(await dialog.showOpenDialog(window, { properties: ['openDirectory', 'createDirectory'] }));
      if (folder !== null) chosenFiles.addFolder(folder);
      return folder;
    },
    'dialog.saveFile': async ({ suggested }) => {
      const { canceled, filePath } = await dialog.showSaveDialog(window, { defaultPath: suggested });
      if (canceled || !filePath) return null;
      chosenFiles.add(filePath);
      return filePath;
    },
    'dialog.showInFolder': async ({ path }) => {
      if (!isAbsolute(path)) throw invalidFieldProblem('path', message('fault.path.absolute'));
      if (!(await stat(path).catch(() => undefined))) throw new Problem('folder', message('problem.app.pathGone', { path }));
      // Windows shows no window for a path with forward slashes.
      shell.showItemInFolder(normalize(path));
      return null;
    },
  };
}

const firstPath = ({ canceled, filePaths }: { canceled: boolean; filePaths: string[] }): string | null =>
  canceled ? null : (filePaths[0] ?? null);
