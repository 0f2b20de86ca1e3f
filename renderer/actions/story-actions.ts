/** What can be done with projects and with the open story. */
import { addChosen } from '../assets/adding.ts';
import { placeNear } from '../assets/pane-state.ts';
import { showNewBoard } from '../board-tree/new-board.tsx';
import { showNewComponent } from '../components/name-component.tsx';
import { showLanguages } from '../project/show-languages.tsx';
import { showSaveToFile } from '../project/show-save-to-file.tsx';
import { showImport } from '../projects/import-project.tsx';
import { showNewProject } from '../projects/new-project.tsx';
import { look, showSide } from '../state/look.ts';
import { openProject } from '../state/open-project.ts';
import { goToProjects } from '../state/place.ts';
import { selection } from '../state/selection.ts';
import { redo, undo } from '../state/send.ts';
import { targets } from '../state/targets.ts';
import { showStylesheet } from '../stylesheet/show-stylesheet.tsx';
import { exportAll } from '../targets/run-targets.ts';
import { showTranslations } from '../translations/show-translations.tsx';
import { showVariables } from '../variables/show-variables.tsx';
import { actionsWords } from '../words/en/actions.ts';
import { assetsWords } from '../words/en/assets.ts';
import { boardTreeWords } from '../words/en/board-tree.ts';
import { componentsWords } from '../words/en/components.ts';
import { projectWords } from '../words/en/project.ts';
import { stylesheetWords } from '../words/en/stylesheet.ts';
import { translationsWords } from '../words/en/translations.ts';
import { workspaceWords } from '../words/en/workspace.ts';
import { type Action, isList, isOpen, ours, words } from './action.ts';
import { isFolder, type Row } from './row.ts';

const history = () => openProject.getState().history;

function addBy(what: 'files' | 'folder', near?: Row): Promise<void> {
  showSide('assets');
  return addChosen(what, { place: placeNear(near?.id) });
}

/** In the menu of a row: in it, or after it. On the free ground the row is the root of its tree. */
const isGround = ({ id }: Row): boolean => Object.values(openProject.getState().project.root.roots).includes(id);
const ofAssets = (plain: string, ground: string, inIt: string) => (on?: Row) =>
  on?.kind !== 'asset' ? plain : isGround(on) ? ground : inIt;

const selectedElement = (): string | undefined => {
  const [only, ...more] = selection.getState().ids;
  return only !== undefined && more.length === 0 && openProject.getState().project.find('element', only) ? only : undefined;
};

async function playOrStop(): Promise<void> {
  const { closePlay, openPlay } = await import('../play/playing.ts');
  if (look.getState().open.play) closePlay();
  else openPlay();
}

async function playFromHere(): Promise<void> {
  const element = selectedElement();
  if (element !== undefined) (await import('../play/playing.ts')).playFrom(element);
}

export const storyActions: readonly Action[] = [
  {
    name: 'newProject',
    group: 'Projects',
    label: words(actionsWords.newProject),
    keys: ours('Mod+N', 'Alt+N'),
    enabled: isList,
    run: () => showNewProject(),
  },
  {
    name: 'importProject',
    group: 'Projects',
    label: words(actionsWords.importProject),
    keys: ours('Mod+O', 'Alt+O'),
    enabled: isList,
    run: () => showImport(),
  },
  {
    name: 'undo',
    group: 'Story',
    plain: actionsWords.undo,
    label: () => (history().undo === null ? actionsWords.undo : actionsWords.undoOf(history().undo ?? '')),
    keys: ['Mod+Z'],
    enabled: () => history().undo !== null,
    run: undo,
  },
  {
    name: 'redo',
    group: 'Story',
    plain: actionsWords.redo,
    label: () => (history().redo === null ? actionsWords.redo : actionsWords.redoOf(history().redo ?? '')),
    keys: ['Mod+Shift+Z', 'Mod+Y'],
    enabled: () => history().redo !== null,
    run: redo,
  },
  {
    name: 'newBoard',
    group: 'Story',
    label: (on) =>
      on?.kind !== 'board' ? actionsWords.newBoard : isFolder(on) ? boardTreeWords.newBoardInIt : boardTreeWords.newBoardAfterIt,
    keys: ours('Mod+N', 'Alt+N'),
    enabled: isOpen,
    run: (on) => showNewBoard('board', on?.id),
  },
  {
    name: 'newFolder',
    group: 'Story',
    label: (on) => (on ? boardTreeWords.newFolderInIt : actionsWords.newFolder),
    keys: ['Alt+Shift+N'],
    enabled: isOpen,
    run: (on) => showNewBoard('folder', on?.id),
  },
  {
    name: 'newComponent',
    group: 'Story',
    label: (on) =>
      on?.kind !== 'component'
        ? actionsWords.newComponent
        : isFolder(on)
          ? componentsWords.newComponentInIt
          : componentsWords.newComponentAfterIt,
    keys: ['Alt+Shift+C'],
    enabled: isOpen,
    run: (on) => showNewComponent('component', on?.id),
  },
  {
    name: 'newComponentFolder',
    group: 'Story',
    label: (on) => (on ? componentsWords.newFolderInIt : actionsWords.newComponentFolder),
    keys: [],
    enabled: isOpen,
    run: (on) => showNewComponent('folder', on?.id),
  },
  {
    name: 'addFiles',
    group: 'Story',
    label: ofAssets(actionsWords.addFiles, assetsWords.addFiles, assetsWords.addFilesToIt),
    keys: ['Alt+Shift+A'],
    enabled: isOpen,
    run: (on) => addBy('files', on),
  },
  {
    name: 'addFolder',
    group: 'Story',
    label: ofAssets(actionsWords.addFolder, assetsWords.addAFolder, assetsWords.addAFolderTo),
    keys: ['Alt+Shift+F'],
    enabled: isOpen,
    run: (on) => addBy('folder', on),
  },
  {
    name: 'newAssetFolder',
    group: 'Story',
    label: ofAssets(workspaceWords.newAssetFolder, assetsWords.newFolder, assetsWords.newFolderInIt),
    keys: [],
    enabled: isOpen,
    run: async (on) => {
      showSide('assets');
      (await import('../assets/row-doings.ts')).addFolder(on?.id);
    },
  },
  {
    name: 'exportNow',
    group: 'Story',
    label: words(actionsWords.exportNow),
    keys: ['Mod+Shift+E'],
    enabled: () => isOpen() && targets.getState().list.some(({ on }) => on),
    run: exportAll,
  },
  {
    name: 'saveToFile',
    group: 'Story',
    label: words(actionsWords.saveToFile),
    keys: ['Mod+Shift+S'],
    enabled: isOpen,
    run: () => showSaveToFile(),
  },
  { name: 'variables', group: 'Story', label: words(actionsWords.variables), keys: ['Alt+V'], enabled: isOpen, run: () => showVariables() },
  {
    name: 'translations',
    group: 'Story',
    label: words(translationsWords.action),
    keys: ['Alt+Shift+L'],
    enabled: isOpen,
    run: () => showTranslations(),
  },
  { name: 'stylesheet', group: 'Story', label: words(stylesheetWords.action), keys: [], enabled: isOpen, run: () => showStylesheet() },
  {
    name: 'aboutProject',
    group: 'Story',
    label: words(projectWords.about.title),
    keys: [],
    enabled: isOpen,
    run: async () => (await import('../project/project-dialog.tsx')).showProject(),
  },
  { name: 'languages', group: 'Story', label: words(actionsWords.languages), keys: [], enabled: isOpen, run: () => showLanguages() },
  { name: 'projects', group: 'Story', label: words(actionsWords.projects), keys: ['Alt+Home'], enabled: isOpen, run: goToProjects },
  { name: 'play', group: 'Story', label: words(actionsWords.play), keys: ['Alt+P'], enabled: isOpen, run: playOrStop },
  {
    name: 'playFromHere',
    group: 'Story',
    label: words(actionsWords.playFromHere),
    keys: ['Alt+Shift+P'],
    enabled: () => selectedElement() !== undefined,
    run: playFromHere,
  },
  {
    name: 'find',
    group: 'Story',
    label: words(actionsWords.find),
    keys: ['Mod+F'],
    enabled: isOpen,
    run: async () => (await import('../find/find-dialog.tsx')).showFind('find'),
  },
  {
    name: 'replace',
    group: 'Story',
    label: words(actionsWords.replace),
    keys: ['Mod+Shift+F'],
    enabled: isOpen,
    run: async () => (await import('../find/find-dialog.tsx')).showFind('replace'),
  },
];
