/** The menu bar of the desktop window: which menu has which actions, in sections. Actions that are not listed are last in the menu of their group. */
import type { WindowMenu } from '../../shared/contracts/ipc/desktop-calls.ts';
import type { Action } from '../commands/action.ts';
import type { ActionName } from '../commands/feature.ts';

type MenuBarId = WindowMenu['id'];

export const menuBar: Readonly<Record<MenuBarId, readonly (readonly ActionName[])[]>> = {
  file: [
    ['newProject', 'importProject'],
    ['projects'],
    ['exportToFile', 'exportProjectFile'],
    ['connectRemote', 'browseRemoteProjects', 'uploadProject', 'stopSync'],
    ['settings'],
  ],
  edit: [
    ['find', 'findNext', 'findPrevious', 'findOnBoard', 'replace'],
    ['renameRow', 'moveRow', 'rowUp', 'rowDown'],
    ['previewAsset', 'assignAsset', 'replaceFile'],
    ['recordHistory', 'deletedRecords'],
  ],
  view: [
    ['palette'],
    ['toggleSidebar', 'toggleInspector', 'toggleDock'],
    ['toggleBoards', 'toggleComponents', 'toggleAssets'],
    ['toggleProblems', 'toggleTargets', 'toggleSync', 'togglePlayLog', 'toggleComments', 'toggleFind'],
    ['toggleListView', 'showSmallCovers', 'showLargeCovers', 'fillCardsWithCovers'],
    ['zoomIn', 'zoomOut', 'zoomToFull', 'fitBoard', 'fitSelection'],
    ['system', 'light', 'dark', 'highContrast', 'reduceMotion'],
    ['zoomWindowIn', 'zoomWindowOut', 'resetWindowZoom'],
  ],
  insert: [
    ['addElement', 'addNextElement', 'addBranch', 'addElse', 'addJumper', 'addNote', 'addFrame'],
    ['newBoard', 'newFolder'],
    ['newComponent', 'newComponentFolder', 'addAttribute'],
    ['addFiles', 'addFolder', 'newAssetFolder', 'chooseCover'],
    ['addComment'],
  ],
  board: [
    ['editContent', 'renameItem', 'duplicate', 'removeItems'],
    ['selectAll', 'clearSelection', 'selectFrameContents', 'selectFrame'],
    ['connectTo', 'moveTo', 'setStart', 'toggleFrame'],
    ['goToNext', 'goToPrevious', 'nextConnection', 'previousConnection', 'moveOutputUp', 'moveOutputDown'],
    ['align-left', 'align-center', 'align-right', 'align-top', 'align-middle', 'align-bottom'],
    ['distribute-horizontally', 'distribute-vertically', 'autoLayout', 'toggleSnapping'],
    ['selectTool', 'handTool'],
  ],
  story: [
    ['togglePlay', 'playFromHere'],
    ['variables', 'translations', 'languages', 'stylesheet', 'projectSettings'],
    ['addTarget', 'exportNow', 'showLastExportedChange'],
    ['syncNow', 'pauseSync', 'conflicts'],
  ],
  window: [
    ['newWindow'],
    ['closeTab', 'closeOtherTabs', 'reopenTab', 'keepTabOpen'],
    ['splitTab', 'openBoardBeside'],
    ['nextTab', 'previousTab', 'nextPane', 'previousPane'],
  ],
  help: [['keyboardShortcuts'], ['checkForUpdates', 'installCommandLineTool', 'saveDiagnostics'], ['about']],
};

/** The desktop's own Edit menu has these: they apply to texts, to the board, and Delete to the row of a tree. */
export const editMenuActions: readonly ActionName[] = ['undo', 'redo', 'copy', 'cut', 'paste', 'removeRow'];

export const menuOfGroup: Readonly<Record<Action['group'], MenuBarId>> = {
  Everywhere: 'view',
  Projects: 'file',
  Story: 'story',
  Board: 'board',
  Lists: 'edit',
  Panes: 'view',
  Help: 'help',
};
