/** The calls that only the desktop can answer: the dialogs of the system. */
import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { type BrowserWindow, dialog, shell } from 'electron';
import type { DesktopCall, Handlers } from '../../shared/ipc/ask.ts';
import { invalid, Problem } from '../../shared/problem.ts';

export function dialogsOf(window: BrowserWindow): Pick<Handlers, Extract<DesktopCall, `dialog.${string}`>> {
  return {
    'dialog.openFile': async () => {
      const filters = [
        { name: 'Stories', extensions: ['json', 'zip'] },
        { name: 'All files', extensions: ['*'] },
      ];
      return firstOf(await dialog.showOpenDialog(window, { properties: ['openFile'], filters }));
    },
    'dialog.openFolder': async () => firstOf(await dialog.showOpenDialog(window, { properties: ['openDirectory', 'createDirectory'] })),
    'dialog.saveFile': async ({ suggested }) => {
      const { canceled, filePath } = await dialog.showSaveDialog(window, { defaultPath: suggested });
      return canceled || !filePath ? null : filePath;
    },
    'dialog.showInFolder': async ({ path }) => {
      if (!isAbsolute(path)) throw invalid('path', 'must be a whole path, from the root on');
      if (!(await stat(path).catch(() => undefined))) throw new Problem('folder', `${path} is not there any more.`);
      shell.showItemInFolder(path);
      return null;
    },
  };
}

const firstOf = ({ canceled, filePaths }: { canceled: boolean; filePaths: string[] }): string | null =>
  canceled ? null : (filePaths[0] ?? null);
