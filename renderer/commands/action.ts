/** What an action is, and what the lists of them share. */

import type { RowActionName } from '../app/actions/row-actions.ts';
import type { BoardActionName } from '../features/board/board-actions.ts';
import { shell } from '../platform/bridge.ts';
import { openProjectStore } from '../state/open-project.ts';
import type { TreeRow } from './focused-row.ts';

export const actionGroups = ['Everywhere', 'Projects', 'Story', 'Board', 'Lists', 'Panes'] as const;

/**
 * `on`: the row of a tree whose menu or keys ask. Without it an action is for what is selected on the board, for the row that had the
 * keyboard last, or for the whole story.
 */
export interface Action {
  readonly name: ActionName;
  /** Under which heading it stands in the menu and in the list of keys. */
  readonly group: (typeof actionGroups)[number];
  readonly label: (on?: TreeRow) => string;
  /** What it is called where the keys are listed, if its label names what it would be done to just now. */
  readonly genericLabel?: string;
  /** The first one is shown; the writer may set others. `Mod` is Ctrl, on a Mac the command key. */
  readonly keys: readonly string[];
  /** Its keys count only while the board, or a row of a tree, has the keyboard, and may be single letters. */
  readonly place?: 'board' | 'row';
  /** The browser tells of these keys in a way of its own (copying and pasting); they stand in the list of keys and cannot be changed. */
  readonly isHandledByBrowser?: boolean;
  readonly enabled: (on?: TreeRow) => boolean;
  readonly run: (on?: TreeRow) => unknown;
}

export const genericLabelFor = ({ genericLabel, label }: Action): string => genericLabel ?? label();

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
  | 'translations'
  | 'stylesheet'
  | 'aboutProject'
  | 'projects'
  | 'addFiles'
  | 'addFolder'
  | 'newAssetFolder'
  | 'boards'
  | 'assets'
  | 'components'
  | 'inspector'
  | 'targets'
  | 'comments'
  | 'mirror'
  | 'mirrorNow'
  | 'pauseMirror'
  | 'questions'
  | 'connectWorkspace'
  | 'browseWorkspaces'
  | 'mirrorProject'
  | 'stopMirror'
  | 'recordHistory'
  | 'deleted'
  | 'nextPane'
  | 'previousPane'
  | 'settings'
  | 'keys'
  | 'keysByQuestion'
  | 'light'
  | 'dark'
  | 'system'
  | BoardActionName
  | RowActionName
  | 'larger'
  | 'smaller'
  | 'normalSize'
  | 'highContrast'
  | 'lessMotion';

export const isProjectOpen = () => openProjectStore.getState().project.size > 0;
export const isProjectListShown = () => openProjectStore.getState().hash === null;
export const alwaysEnabled = () => true;
export const constantLabel = (text: string) => () => text;
/** A browser keeps Ctrl+N and Ctrl+O for itself. */
export const shortcutsByShell = (keys: string, inBrowser: string) => (shell === 'desktop' ? [keys, inBrowser] : [inBrowser]);
