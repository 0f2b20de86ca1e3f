/**
 * Handles a start whose remembered data folder does not exist. Creating an empty one in its place would look as if all projects were lost.
 */
import { app, dialog } from 'electron';
import { Problem } from '../../shared/problem.ts';
import { chooseDataFolder, type DataFolderChoice, isDataFolderGone, rememberDataFolder } from '../platform/data-folder.ts';
import { toDiskProblem } from '../platform/disk-error.ts';
import { loadSystemTranslator } from './desktop-language.ts';
import { relaunchWith } from './relaunch.ts';
import { assertDataFolder } from './window-handlers.ts';

/** Asks until the folder is available again or another one is chosen, then restarts the program; or quits. */
export async function chooseOtherDataFolder(missingFolder: DataFolderChoice & { readonly defaultFolder: string }): Promise<void> {
  const { t } = await loadSystemTranslator(app.getPreferredSystemLanguages());
  const { folder, defaultFolder, unreadableFile } = missingFolder;

  async function choose(): Promise<boolean> {
    const [chosen] = (await dialog.showOpenDialog({ properties: ['openDirectory'] })).filePaths;
    if (chosen === undefined) return false;
    await assertDataFolder(chosen);
    rememberDataFolder(defaultFolder, chosen);
    return true;
  }

  const useDefault = (): boolean => {
    rememberDataFolder(defaultFolder, defaultFolder);
    return true;
  };
  const answers = [
    { label: t('desktop.dataFolderGone.retry'), run: () => !isDataFolderGone(chooseDataFolder()) },
    { label: t('desktop.dataFolderGone.choose'), run: choose },
    { label: t('desktop.dataFolderGone.useDefault'), run: useDefault },
  ];
  for (;;) {
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      message: t('desktop.dataFolderGone.title'),
      detail:
        unreadableFile === undefined
          ? t('desktop.dataFolderGone.detail', { folder, defaultFolder })
          : t('desktop.dataFolderGone.unreadable', { file: unreadableFile }),
      buttons: [...answers.map(({ label }) => label), t('desktop.dataFolderGone.quit')],
      defaultId: 0,
      cancelId: answers.length,
      noLink: true,
    });
    const answer = answers[response];
    if (!answer) return app.exit();
    try {
      if (await answer.run()) break;
    } catch (error) {
      const { text } = Problem.from(toDiskProblem(error, defaultFolder));
      dialog.showErrorBox(t('desktop.dataFolderGone.title'), t(text));
    }
  }
  relaunchWith(null);
  app.exit();
}
