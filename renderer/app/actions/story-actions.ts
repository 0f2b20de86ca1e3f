/** What can be done with projects and with the open story. */

import { type Action, constantLabel, isProjectListShown, isProjectOpen, shortcutsByShell } from '../../commands/action.ts';
import { isFolderRow, type TreeRow } from '../../commands/focused-row.ts';
import { showImportProject } from '../../features/projects/import-project-dialog.tsx';
import { showNewProject } from '../../features/projects/new-project-dialog.tsx';
import { showNewBoardDialog } from '../../features/record-trees/boards/board-name-dialogs.tsx';
import { showNewComponentDialog } from '../../features/record-trees/components/component-name-dialogs.tsx';
import { openStylesheetEditor } from '../../features/stylesheet/open-stylesheet-editor.tsx';
import { exportAllTargets } from '../../features/targets/export-targets.ts';
import { showExportToFile } from '../../features/targets/export-to-file-dialog.tsx';
import { showLanguages } from '../../features/translations/languages-dialog.tsx';
import { showTranslations } from '../../features/translations/show-translations.tsx';
import { showVariables } from '../../features/variables/show-variables.tsx';
import { t } from '../../messages/translate.ts';
import { assetTreeStore } from '../../navigation/record-trees/tree-stores.ts';
import { goToProjectList } from '../../navigation/router.ts';
import { addPickedFiles } from '../../records/uploads/asset-uploads.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { preferencesStore, showSidebarView } from '../../state/preferences.ts';
import { selectionStore } from '../../state/selection.ts';
import { redo, undo } from '../../state/send-command.ts';
import { targetsStore } from '../../state/targets-store.ts';

const undoHistory = () => openProjectStore.getState().history;

function addAssets(what: 'files' | 'folder', near?: TreeRow): Promise<void> {
  showSidebarView('assets');
  return addPickedFiles(what, { place: assetTreeStore.insertPositionNear(near?.id) });
}

/** In the menu of a row: in it, or after it. On the free ground the row is the root of its tree. */
const isTreeRoot = ({ id }: TreeRow): boolean => Object.values(openProjectStore.getState().project.projectRecord.roots).includes(id);
const assetLabel = (plain: string, ground: string, inIt: string) => (on?: TreeRow) =>
  on?.kind !== 'asset' ? plain : isTreeRoot(on) ? ground : inIt;

const selectedElementId = (): string | undefined => {
  const [only, ...more] = selectionStore.getState().ids;
  return only !== undefined && more.length === 0 && openProjectStore.getState().project.find('element', only) ? only : undefined;
};

async function togglePlay(): Promise<void> {
  const { closePlay, openPlay } = await import('../../features/play/play-session.ts');
  if (preferencesStore.getState().open.play) closePlay();
  else openPlay();
}

async function playFromHere(): Promise<void> {
  const element = selectedElementId();
  if (element !== undefined) (await import('../../features/play/play-session.ts')).playFrom(element);
}

export const storyActions: readonly Action[] = [
  {
    name: 'newProject',
    group: 'Projects',
    label: constantLabel(t('actions.newProject')),
    keys: shortcutsByShell('Mod+N', 'Alt+N'),
    enabled: isProjectListShown,
    run: () => showNewProject(),
  },
  {
    name: 'importProject',
    group: 'Projects',
    label: constantLabel(t('actions.importProject')),
    keys: shortcutsByShell('Mod+O', 'Alt+O'),
    enabled: isProjectListShown,
    run: () => showImportProject(),
  },
  {
    name: 'undo',
    group: 'Story',
    genericLabel: t('actions.undo'),
    label: () => (undoHistory().undo === null ? t('actions.undo') : t('actions.undoOf', { what: undoHistory().undo ?? '' })),
    keys: ['Mod+Z'],
    enabled: () => undoHistory().undo !== null,
    run: undo,
  },
  {
    name: 'redo',
    group: 'Story',
    genericLabel: t('actions.redo'),
    label: () => (undoHistory().redo === null ? t('actions.redo') : t('actions.redoOf', { what: undoHistory().redo ?? '' })),
    keys: ['Mod+Shift+Z', 'Mod+Y'],
    enabled: () => undoHistory().redo !== null,
    run: redo,
  },
  {
    name: 'newBoard',
    group: 'Story',
    label: (on) =>
      on?.kind !== 'board'
        ? t('actions.newBoard')
        : isFolderRow(on)
          ? t('boardTree.menu.newBoardInside')
          : t('boardTree.menu.newBoardAfter'),
    keys: shortcutsByShell('Mod+N', 'Alt+N'),
    enabled: isProjectOpen,
    run: (on) => showNewBoardDialog('board', on?.id),
  },
  {
    name: 'newFolder',
    group: 'Story',
    label: (on) => (on ? t('boardTree.menu.newFolderInside') : t('actions.newFolder')),
    keys: ['Alt+Shift+N'],
    enabled: isProjectOpen,
    run: (on) => showNewBoardDialog('folder', on?.id),
  },
  {
    name: 'newComponent',
    group: 'Story',
    label: (on) =>
      on?.kind !== 'component'
        ? t('actions.newComponent')
        : isFolderRow(on)
          ? t('components.menu.newComponentInside')
          : t('components.menu.newComponentAfter'),
    keys: ['Alt+Shift+C'],
    enabled: isProjectOpen,
    run: (on) => showNewComponentDialog('component', on?.id),
  },
  {
    name: 'newComponentFolder',
    group: 'Story',
    label: (on) => (on ? t('components.menu.newFolderInside') : t('actions.newComponentFolder')),
    keys: [],
    enabled: isProjectOpen,
    run: (on) => showNewComponentDialog('folder', on?.id),
  },
  {
    name: 'addFiles',
    group: 'Story',
    label: assetLabel(t('actions.addFiles'), t('assets.addFiles'), t('assets.menu.addFilesInside')),
    keys: ['Alt+Shift+A'],
    enabled: isProjectOpen,
    run: (on) => addAssets('files', on),
  },
  {
    name: 'addFolder',
    group: 'Story',
    label: assetLabel(t('actions.addFolder'), t('assets.addAFolder'), t('assets.menu.addFolderInside')),
    keys: ['Alt+Shift+F'],
    enabled: isProjectOpen,
    run: (on) => addAssets('folder', on),
  },
  {
    name: 'newAssetFolder',
    group: 'Story',
    label: assetLabel(t('workspace.newAssetFolder'), t('assets.newFolder'), t('assets.menu.newFolderInside')),
    keys: [],
    enabled: isProjectOpen,
    run: async (on) => {
      showSidebarView('assets');
      (await import('../../features/assets/row-actions.ts')).addFolder(on?.id);
    },
  },
  {
    name: 'exportNow',
    group: 'Story',
    label: constantLabel(t('actions.exportNow')),
    keys: ['Mod+Shift+E'],
    enabled: () => isProjectOpen() && targetsStore.getState().list.some(({ on }) => on),
    run: exportAllTargets,
  },
  {
    name: 'saveToFile',
    group: 'Story',
    label: constantLabel(t('actions.saveToFile')),
    keys: ['Mod+Shift+S'],
    enabled: isProjectOpen,
    run: () => showExportToFile(),
  },
  {
    name: 'variables',
    group: 'Story',
    label: constantLabel(t('actions.variables')),
    keys: ['Alt+V'],
    enabled: isProjectOpen,
    run: () => showVariables(),
  },
  {
    name: 'translations',
    group: 'Story',
    label: constantLabel(t('translations.action')),
    keys: ['Alt+Shift+L'],
    enabled: isProjectOpen,
    run: () => showTranslations(),
  },
  {
    name: 'stylesheet',
    group: 'Story',
    label: constantLabel(t('stylesheet.action')),
    keys: [],
    enabled: isProjectOpen,
    run: () => openStylesheetEditor(),
  },
  {
    name: 'aboutProject',
    group: 'Story',
    label: constantLabel(t('project.about.title')),
    keys: [],
    enabled: isProjectOpen,
    run: async () => (await import('../../features/project/project-dialog.tsx')).showProjectSettings(),
  },
  {
    name: 'languages',
    group: 'Story',
    label: constantLabel(t('actions.languages')),
    keys: [],
    enabled: isProjectOpen,
    run: () => showLanguages(),
  },
  {
    name: 'projects',
    group: 'Story',
    label: constantLabel(t('actions.projects')),
    keys: ['Alt+Home'],
    enabled: isProjectOpen,
    run: goToProjectList,
  },
  { name: 'play', group: 'Story', label: constantLabel(t('actions.play')), keys: ['Alt+P'], enabled: isProjectOpen, run: togglePlay },
  {
    name: 'playFromHere',
    group: 'Story',
    label: constantLabel(t('actions.playFromHere')),
    keys: ['Alt+Shift+P'],
    enabled: () => selectedElementId() !== undefined,
    run: playFromHere,
  },
  {
    name: 'find',
    group: 'Story',
    label: constantLabel(t('actions.find')),
    keys: ['Mod+F'],
    enabled: isProjectOpen,
    run: async () => (await import('../../features/find/find-dialog.tsx')).showFind('find'),
  },
  {
    name: 'replace',
    group: 'Story',
    label: constantLabel(t('actions.replace')),
    keys: ['Mod+Shift+F'],
    enabled: isProjectOpen,
    run: async () => (await import('../../features/find/find-dialog.tsx')).showFind('replace'),
  },
];
