/** The calls that only the desktop can answer: the dialogs of the system. */

import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { type BrowserWindow, dialog, shell } from 'electron';
import type { CallHandlers, DesktopCallName } from '../../shared/contracts/ipc/call-types.ts';
import { message } from '../../shared/messages/message.ts';
import { invalidFieldProblem, Problem } from '../../shared/problem.ts';

export function createDialogHandlers(window: BrowserWindow): Pick<CallHandlers, Extract<DesktopCallName, `dialog.${string}`>> {
  return {
    'dialog.openFile': async () => {
      const filters = [
        { name: 'Stories', extensions: ['json', 'zip'] },
        { name: 'All files', extensions: ['*'] },
      ];
      return firstPath(await dialog.showOpenDialog(window, { properties: ['openFile'], filters }));
    },
    'dialog.openFolder': async () => firstPath(await dialog.showOpenDialog(window, { properties: ['openDirectory', 'createDirectory'] })),
    'dialog.saveFile': async ({ suggested }) => {
      const { canceled, filePath } = await dialog.showSaveDialog(window, { defaultPath: suggested });
      return canceled || !filePath ? null : filePath;
    },
    'dialog.showInFolder': async ({ path }) => {
      if (!isAbsolute(path)) throw invalidFieldProblem('path', 'must be a whole path, from the root on');
      if (!(await stat(path).catch(() => undefined))) throw new Problem('folder', message('problem.app.pathGone', { path }));
      shell.showItemInFolder(path);
      return null;
    },
  };
}

const firstPath = ({ canceled, filePaths }: { canceled: boolean; filePaths: string[] }): string | null =>
  canceled ? null : (filePaths[0] ?? null);
