/** The calls that the desktop answers itself. Electron is replaced by its dialogs. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserWindow, SaveDialogOptions } from 'electron';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { t } from '../../../../shared/messages/english.ts';
import { newFolder } from '../../../new-folder.ts';

let shown: SaveDialogOptions[] = [];
let typed = '';
vi.mock('electron', () => ({
  dialog: {
    async showSaveDialog(_window: unknown, options: SaveDialogOptions) {
      shown.push(options);
      return { canceled: false, filePath: typed };
    },
  },
  shell: {},
}));

// Other tests of this worker have loaded them with an Electron of their own.
vi.resetModules();
const { assertDataFolder, createDialogHandlers } = await import('../../../../main/desktop/window/calls.ts');
const { ChosenFiles } = await import('../../../../main/desktop/window/chosen-files.ts');

beforeEach(() => {
  shown = [];
});

describe('the dialog to save a file', () => {
  const language = { t, change: async () => undefined, onChange: () => undefined };
  // The dialog is replaced, so that nothing uses the window.
  const save = (suggested: string) =>
    createDialogHandlers({} as BrowserWindow, language, new ChosenFiles())['dialog.saveFile']({ suggested, title: 'Export' });

  test('shows the files with the extension of the suggested name', async () => {
    typed = '/home/me/story.zip';
    expect(await save('My story.v2.zip')).toBe('/home/me/story.zip');
    expect(shown).toMatchObject([{ defaultPath: 'My story.v2.zip', filters: [{ name: '.zip files', extensions: ['zip'] }] }]);
    await save('Makefile');
    expect(shown[1]?.filters).toEqual([]);
  });

  test('adds the extension to a name that was typed without one, unless that would replace another file', async () => {
    const folder = newFolder();
    typed = join(folder, 'story');
    expect(await save('My story.taleport')).toBe(join(folder, 'story.taleport'));
    writeFileSync(join(folder, 'story.taleport'), '');
    expect(await save('My story.taleport')).toBe(join(folder, 'story'));
    typed = join(folder, 'story.txt');
    expect(await save('My story.taleport')).toBe(join(folder, 'story.txt'));
  });
});

test('another data folder that the disk cannot read is a problem that names it', async () => {
  const folder = `/${'x'.repeat(300)}`;
  await expect(assertDataFolder(folder)).rejects.toMatchObject({ code: 'folder', text: { params: { path: folder } } });
});
