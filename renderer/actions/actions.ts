/**
 * Everything the window can do that is not done to one thing on a board: buttons, keys and the list of keys are drawn
 * from this one list. `enabled` and `label` are read again whenever the stores named in `watched` change.
 */

import { addChosen } from '../assets/adding.ts';
import { placeNear } from '../assets/pane-state.ts';
import { showNewBoard } from '../board-tree/new-board.tsx';
import { shell } from '../bridge.ts';
import { showNewComponent } from '../components/name-component.tsx';
import { showLanguages } from '../project/show-languages.tsx';
import { showSaveToFile } from '../project/show-save-to-file.tsx';
import { showImport } from '../projects/import-project.tsx';
import { showNewProject } from '../projects/new-project.tsx';
import { showSettings } from '../settings/show-settings.tsx';
import { look, setScheme, showSide, togglePane, toggleSide } from '../state/look.ts';
import { openProject } from '../state/open-project.ts';
import { goToProjects } from '../state/place.ts';
import { selection } from '../state/selection.ts';
import { targets } from '../state/targets.ts';
import { exportAll } from '../targets/run-targets.ts';
import { showVariables } from '../variables/show-variables.tsx';
import { commentsWords } from '../words/en/comments.ts';
import { focusPane } from './panes.ts';
import { redo, undo } from './send.ts';
import { showKeys } from './show-keys.tsx';

export interface Action {
  readonly name: ActionName;
  /** Under which heading it stands in the list of keys. */
  readonly group: 'Everywhere' | 'Projects' | 'Story' | 'Panes';
  readonly label: () => string;
  /** The first one is shown. `Mod` is Ctrl, on a Mac the command key. */
  readonly keys: readonly string[];
  readonly enabled: () => boolean;
  readonly run: () => unknown;
}

export type ActionName =
  | 'newProject'
  | 'importProject'
  | 'undo'
  | 'redo'
  | 'newBoard'
  | 'newFolder'
  | 'newComponent'
  | 'newComponentFolder'
  | 'variables'
  | 'play'
  | 'playFromHere'
  | 'find'
  | 'replace'
  | 'palette'
  | 'exportNow'
  | 'saveToFile'
  | 'languages'
  | 'projects'
  | 'addFiles'
  | 'addFolder'
  | 'boards'
  | 'assets'
  | 'components'
  | 'inspector'
  | 'targets'
  | 'comments'
  | 'nextPane'
  | 'previousPane'
  | 'settings'
  | 'keys'
  | 'keysByQuestion'
  | 'light'
  | 'dark'
  | 'system';

const isOpen = () => openProject.getState().project.size > 0;
const isList = () => openProject.getState().hash === null;
const history = () => openProject.getState().history;
const always = () => true;
const words = (text: string) => () => text;
/** A browser keeps Ctrl+N and Ctrl+O for itself. */
const ours = (keys: string, inBrowser: string) => (shell === 'desktop' ? [keys, inBrowser] : [inBrowser]);
const quoted = (verb: string, what: string | null) => (what === null ? verb : `${verb}: ${what}`);

function addBy(what: 'files' | 'folder'): Promise<void> {
  showSide('assets');
  return addChosen(what, { place: placeNear() });
}

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

export const actions: readonly Action[] = [
  {
    name: 'newProject',
    group: 'Projects',
    label: words('New project'),
    keys: ours('Mod+N', 'Alt+N'),
    enabled: isList,
    run: () => showNewProject(),
  },
  {
    name: 'importProject',
    group: 'Projects',
    label: words('Import'),
    keys: ours('Mod+O', 'Alt+O'),
    enabled: isList,
    run: () => showImport(),
  },
  {
    name: 'undo',
    group: 'Story',
    label: () => quoted('Undo', history().undo),
    keys: ['Mod+Z'],
    enabled: () => history().undo !== null,
    run: undo,
  },
  {
    name: 'redo',
    group: 'Story',
    label: () => quoted('Redo', history().redo),
    keys: ['Mod+Shift+Z', 'Mod+Y'],
    enabled: () => history().redo !== null,
    run: redo,
  },
  {
    name: 'newBoard',
    group: 'Story',
    label: words('New board'),
    keys: ours('Mod+N', 'Alt+N'),
    enabled: isOpen,
    run: () => showNewBoard('board'),
  },
  {
    name: 'newFolder',
    group: 'Story',
    label: words('New folder'),
    keys: ['Alt+Shift+N'],
    enabled: isOpen,
    run: () => showNewBoard('folder'),
  },
  {
    name: 'newComponent',
    group: 'Story',
    label: words('New component'),
    keys: ['Alt+Shift+C'],
    enabled: isOpen,
    run: () => showNewComponent('component'),
  },
  {
    name: 'newComponentFolder',
    group: 'Story',
    label: words('New component folder'),
    keys: [],
    enabled: isOpen,
    run: () => showNewComponent('folder'),
  },
  {
    name: 'addFiles',
    group: 'Story',
    label: words('Add files to the assets'),
    keys: ['Alt+Shift+A'],
    enabled: isOpen,
    run: () => addBy('files'),
  },
  {
    name: 'addFolder',
    group: 'Story',
    label: words('Add a folder to the assets'),
    keys: ['Alt+Shift+F'],
    enabled: isOpen,
    run: () => addBy('folder'),
  },
  {
    name: 'exportNow',
    group: 'Story',
    label: words('Export to all targets now'),
    keys: ['Mod+Shift+E'],
    enabled: () => isOpen() && targets.getState().list.some(({ on }) => on),
    run: exportAll,
  },
  {
    name: 'saveToFile',
    group: 'Story',
    label: words('Export to a file'),
    keys: ['Mod+Shift+S'],
    enabled: isOpen,
    run: () => showSaveToFile(),
  },
  { name: 'variables', group: 'Story', label: words('Variables'), keys: ['Alt+V'], enabled: isOpen, run: () => showVariables() },
  { name: 'languages', group: 'Story', label: words('Languages'), keys: [], enabled: isOpen, run: () => showLanguages() },
  { name: 'projects', group: 'Story', label: words('Back to the projects'), keys: ['Alt+Home'], enabled: isOpen, run: goToProjects },
  { name: 'play', group: 'Story', label: words('Play the story, or stop playing'), keys: ['Alt+P'], enabled: isOpen, run: playOrStop },
  {
    name: 'playFromHere',
    group: 'Story',
    label: words('Play from the selected element'),
    keys: ['Alt+Shift+P'],
    enabled: () => selectedElement() !== undefined,
    run: playFromHere,
  },
  {
    name: 'find',
    group: 'Story',
    label: words('Find'),
    keys: ['Mod+F'],
    enabled: isOpen,
    run: async () => (await import('../find/find-dialog.tsx')).showFind('find'),
  },
  {
    name: 'replace',
    group: 'Story',
    label: words('Find and replace'),
    keys: ['Mod+Shift+F'],
    enabled: isOpen,
    run: async () => (await import('../find/find-dialog.tsx')).showFind('replace'),
  },
  {
    name: 'palette',
    group: 'Everywhere',
    label: words('Do anything, go anywhere'),
    keys: ['Mod+K'],
    enabled: always,
    run: async () => (await import('../find/palette.tsx')).showPalette(),
  },
  {
    name: 'boards',
    group: 'Panes',
    label: words('Show or hide the boards'),
    keys: ['Alt+B'],
    enabled: isOpen,
    run: () => toggleSide('boards'),
  },
  {
    name: 'components',
    group: 'Panes',
    label: words('Show or hide the components'),
    keys: ['Alt+C'],
    enabled: isOpen,
    run: () => toggleSide('components'),
  },
  {
    name: 'assets',
    group: 'Panes',
    label: words('Show or hide the assets'),
    keys: ['Alt+A'],
    enabled: isOpen,
    run: () => toggleSide('assets'),
  },
  {
    name: 'inspector',
    group: 'Panes',
    label: words('Show or hide the inspector'),
    keys: ['Alt+I'],
    enabled: isOpen,
    run: () => togglePane('inspector'),
  },
  {
    name: 'targets',
    group: 'Panes',
    label: words('Show or hide the targets'),
    keys: ['Alt+T'],
    enabled: isOpen,
    run: () => togglePane('targets'),
  },
  {
    name: 'comments',
    group: 'Panes',
    label: words(commentsWords.toggle),
    keys: ['Alt+K'],
    enabled: isOpen,
    run: () => togglePane('comments'),
  },
  { name: 'nextPane', group: 'Panes', label: words('Go to the next pane'), keys: ['F6'], enabled: isOpen, run: () => focusPane(1) },
  {
    name: 'previousPane',
    group: 'Panes',
    label: words('Go to the previous pane'),
    keys: ['Shift+F6'],
    enabled: isOpen,
    run: () => focusPane(-1),
  },
  {
    name: 'settings',
    group: 'Everywhere',
    label: words('Settings'),
    keys: ours('Mod+,', 'Alt+S'),
    enabled: always,
    run: () => showSettings(),
  },
  { name: 'keys', group: 'Everywhere', label: words('Show all keys'), keys: ['F1', 'Mod+/'], enabled: always, run: () => showKeys() },
  {
    name: 'keysByQuestion',
    group: 'Everywhere',
    label: words('Show all keys'),
    keys: ['?'],
    enabled: () => look.getState().questionKey,
    run: () => showKeys(),
  },
  {
    name: 'system',
    group: 'Everywhere',
    label: words('Light or dark like the system'),
    keys: [],
    enabled: always,
    run: () => setScheme('system'),
  },
  { name: 'light', group: 'Everywhere', label: words('Light'), keys: [], enabled: always, run: () => setScheme('light') },
  { name: 'dark', group: 'Everywhere', label: words('Dark'), keys: [], enabled: always, run: () => setScheme('dark') },
];

/** The stores that `label` and `enabled` read. */
export const watched = [openProject, look, targets, selection] as const;

export function actionNamed(name: ActionName): Action {
  const action = actions.find((each) => each.name === name);
  if (!action) throw new Error(`There is no action ${name}`);
  return action;
}
