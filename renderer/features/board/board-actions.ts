/**
 * What can be done on the open board, whether it is shown as a canvas or as a list. Its keys count only while the board has the keyboard
 * (`place`). What an action does is loaded with the board.
 */

import type { Action } from '../../commands/action.ts';
import { t } from '../../messages/translate.ts';
import { type ItemKind, isItem } from '../../records/board/items.ts';
import { boardViewStore } from '../../state/board-view.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { isShownAsList, preferencesStore } from '../../state/preferences.ts';
import { selectionStore } from '../../state/selection.ts';
import type { Alignment } from './actions/align-boxes.ts';

export type BoardActionName =
  | 'addElement'
  | 'addNote'
  | 'addJumper'
  | 'addBranch'
  | 'writeInside'
  | 'renameItem'
  | 'copy'
  | 'cut'
  | 'paste'
  | 'duplicate'
  | 'removeItems'
  | 'selectAll'
  | 'selectNothing'
  | 'connectTo'
  | 'moveTo'
  | 'startHere'
  | 'followOn'
  | 'followBack'
  | 'nextWay'
  | 'previousWay'
  | 'outputEarlier'
  | 'outputLater'
  | `align-${Alignment}`
  | 'distribute-across'
  | 'distribute-down'
  | 'layOut'
  | 'snapping'
  | 'fitBoard'
  | 'fitSelection'
  | 'zoomIn'
  | 'zoomOut'
  | 'zoomToFull'
  | 'selectTool'
  | 'handTool'
  | 'findOnBoard'
  | 'asList';

const loadItemActions = () => import('./actions/selection-edits.ts');
const loadClipboard = () => import('./actions/clipboard.ts');
const loadArrangement = () => import('./actions/arrange-selection.ts');
const loadConnectionNavigation = () => import('./actions/follow-connections.ts');

const isBoardOpen = () => boardViewStore.getState().view !== null;
const isCanvasShown = () => (boardViewStore.getState().view?.canvas ?? null) !== null;
const runOnCanvas =
  (run: (canvas: NonNullable<NonNullable<ReturnType<typeof boardViewStore.getState>['view']>['canvas']>) => void) => () => {
    const canvas = boardViewStore.getState().view?.canvas;
    if (canvas) run(canvas);
  };

/** Whether so many items are selected; of thousands only as many as needed are looked at. */
const hasSelectedItems =
  (least = 1) =>
  (): boolean => {
    if (!isBoardOpen()) return false;
    const { project } = openProjectStore.getState();
    let count = 0;
    for (const id of selectionStore.getState().ids) if (isItem(project, id) && ++count === least) return true;
    return false;
  };
const onlySelectedId = (): string | undefined => {
  const [id, ...more] = selectionStore.getState().ids;
  return isBoardOpen() && more.length === 0 ? id : undefined;
};
const isOnlySelected = (kind: 'element' | 'connection') => () => {
  const id = onlySelectedId();
  return id !== undefined && openProjectStore.getState().project.find(kind, id) !== undefined;
};
const canConnectSelection = () => {
  const { project } = openProjectStore.getState();
  if (!isBoardOpen()) return false;
  for (const id of selectionStore.getState().ids) if (project.find('element', id) || project.find('branch', id)) return true;
  return false;
};
const hasSelection = () => isBoardOpen() && selectionStore.getState().ids.size > 0;
const hasSingleSelection = () => onlySelectedId() !== undefined;

type BoardActionOptions = Omit<Action, 'group' | 'place' | 'label' | 'name' | 'keys'> & {
  readonly name: BoardActionName;
  readonly label: string | (() => string);
  readonly keys?: readonly string[];
};
const createBoardAction = ({ label, keys = [], ...rest }: BoardActionOptions): Action => ({
  ...rest,
  group: 'Board',
  place: 'board',
  keys,
  label: typeof label === 'string' ? () => label : label,
});

const createAddAction = (name: BoardActionName, kind: ItemKind, label: string, key: string): Action =>
  createBoardAction({ name, label, keys: [key], enabled: isBoardOpen, run: async () => (await loadItemActions()).addItemInView(kind) });

const createAlignAction = (to: Alignment): Action =>
  createBoardAction({
    name: `align-${to}`,
    label: t(`boardActions.align.${to}`),
    enabled: hasSelectedItems(2),
    run: async () => (await loadArrangement()).alignSelection(to),
  });

const createDistributeAction = (direction: 'across' | 'down'): Action =>
  createBoardAction({
    name: `distribute-${direction}`,
    label: t(`boardActions.distribute.${direction}`),
    enabled: hasSelectedItems(3),
    run: async () => (await loadArrangement()).distributeSelection(direction),
  });

const createFollowAction = (name: BoardActionName, label: string, key: string, way: 'on' | 'back' | 'next' | 'previous'): Action =>
  createBoardAction({
    name,
    label,
    keys: [key],
    enabled: hasSingleSelection,
    run: async () => (await loadConnectionNavigation()).followConnection(way),
  });

export const boardActions: readonly Action[] = [
  createAddAction('addElement', 'element', t('boardActions.addElement'), 'E'),
  createAddAction('addNote', 'note', t('boardActions.addNote'), 'N'),
  createAddAction('addJumper', 'jumper', t('boardActions.addJumper'), 'J'),
  createAddAction('addBranch', 'branch', t('boardActions.addBranch'), 'B'),
  createBoardAction({
    name: 'writeInside',
    label: t('boardActions.writeInside'),
    keys: ['Enter'],
    enabled: hasSelection,
    run: async () => (await loadItemActions()).focusFieldOfSelection('content'),
  }),
  createBoardAction({
    name: 'renameItem',
    label: t('boardActions.rename'),
    keys: ['F2'],
    enabled: hasSelection,
    run: async () => (await loadItemActions()).focusFieldOfSelection('title'),
  }),
  createBoardAction({
    name: 'copy',
    label: t('boardActions.copy'),
    keys: ['Mod+C'],
    isHandledByBrowser: true,
    enabled: hasSelectedItems(),
    run: async () => (await loadClipboard()).copySelection(),
  }),
  createBoardAction({
    name: 'cut',
    label: t('boardActions.cut'),
    keys: ['Mod+X'],
    isHandledByBrowser: true,
    enabled: hasSelectedItems(),
    run: async () => (await loadClipboard()).cutSelection(),
  }),
  createBoardAction({
    name: 'paste',
    label: t('boardActions.paste'),
    keys: ['Mod+V'],
    isHandledByBrowser: true,
    enabled: isBoardOpen,
    run: async () => (await loadClipboard()).pasteFromMenu(),
  }),
  createBoardAction({
    name: 'duplicate',
    label: t('boardActions.duplicate'),
    keys: ['Mod+D'],
    enabled: hasSelectedItems(),
    run: async () => (await loadItemActions()).duplicateSelection(),
  }),
  createBoardAction({
    name: 'removeItems',
    label: t('boardActions.remove'),
    keys: ['Delete', 'Backspace'],
    enabled: hasSelection,
    run: async () => (await loadItemActions()).removeSelection(),
  }),
  createBoardAction({
    name: 'selectAll',
    label: t('boardActions.selectAll'),
    keys: ['Mod+A'],
    enabled: isBoardOpen,
    run: async () => (await loadItemActions()).selectAll(),
  }),
  createBoardAction({
    name: 'selectNothing',
    label: t('boardActions.selectNothing'),
    keys: ['Escape'],
    enabled: isBoardOpen,
    run: async () => (await loadItemActions()).clearSelection(),
  }),
  createBoardAction({
    name: 'connectTo',
    label: t('boardActions.connectTo'),
    keys: ['C'],
    enabled: canConnectSelection,
    run: async () => (await import('./actions/connect-dialog.tsx')).showConnectDialog(),
  }),
  createBoardAction({
    name: 'moveTo',
    label: t('boardActions.moveTo'),
    keys: ['M'],
    enabled: hasSelectedItems(),
    run: async () => (await import('./actions/move-dialog.tsx')).showMoveDialog(),
  }),
  createBoardAction({
    name: 'startHere',
    label: t('boardActions.startHere'),
    enabled: isOnlySelected('element'),
    run: async () => (await import('../../records/board/change-board.ts')).setStartingElement(onlySelectedId() ?? null),
  }),
  createFollowAction('followOn', t('boardActions.followOn'), 'Alt+ArrowRight', 'on'),
  createFollowAction('followBack', t('boardActions.followBack'), 'Alt+ArrowLeft', 'back'),
  createFollowAction('nextWay', t('boardActions.nextWay'), 'Alt+ArrowDown', 'next'),
  createFollowAction('previousWay', t('boardActions.previousWay'), 'Alt+ArrowUp', 'previous'),
  createBoardAction({
    name: 'outputEarlier',
    label: t('boardActions.earlier'),
    keys: ['Alt+Shift+ArrowUp'],
    enabled: hasSingleSelection,
    run: async () => (await loadConnectionNavigation()).moveOutput(-1),
  }),
  createBoardAction({
    name: 'outputLater',
    label: t('boardActions.later'),
    keys: ['Alt+Shift+ArrowDown'],
    enabled: hasSingleSelection,
    run: async () => (await loadConnectionNavigation()).moveOutput(1),
  }),
  ...(['left', 'centre', 'right', 'top', 'middle', 'bottom'] as const).map(createAlignAction),
  ...(['across', 'down'] as const).map(createDistributeAction),
  createBoardAction({
    name: 'layOut',
    label: t('boardActions.layOut'),
    keys: ['L'],
    enabled: isBoardOpen,
    run: async () => (await loadArrangement()).autoLayoutBoard(),
  }),
  createBoardAction({
    name: 'snapping',
    label: () => t('boardActions.snap', { isOn: preferencesStore.getState().snaps }),
    keys: ['G'],
    enabled: isCanvasShown,
    run: () => preferencesStore.setState(({ snaps }) => ({ snaps: !snaps })),
  }),
  createBoardAction({
    name: 'fitBoard',
    label: t('boardActions.showWhole'),
    keys: ['1'],
    enabled: isCanvasShown,
    run: runOnCanvas(({ fitAll }) => fitAll()),
  }),
  createBoardAction({
    name: 'fitSelection',
    label: t('boardActions.showSelection'),
    keys: ['2'],
    enabled: () => isCanvasShown() && hasSelection(),
    run: runOnCanvas(({ fitSelection }) => fitSelection()),
  }),
  createBoardAction({
    name: 'zoomIn',
    label: t('boardActions.zoomIn'),
    keys: ['Plus', '='],
    enabled: isCanvasShown,
    run: runOnCanvas(({ zoomIn }) => zoomIn()),
  }),
  createBoardAction({
    name: 'zoomOut',
    label: t('boardActions.zoomOut'),
    keys: ['-'],
    enabled: isCanvasShown,
    run: runOnCanvas(({ zoomOut }) => zoomOut()),
  }),
  createBoardAction({
    name: 'zoomToFull',
    label: t('boardActions.zoomToFull'),
    keys: ['0'],
    enabled: isCanvasShown,
    run: runOnCanvas(({ zoomToFull }) => zoomToFull()),
  }),
  createBoardAction({
    name: 'selectTool',
    label: t('boardActions.selectTool'),
    keys: ['V'],
    enabled: isCanvasShown,
    run: runOnCanvas(({ setTool }) => setTool('select')),
  }),
  createBoardAction({
    name: 'handTool',
    label: t('boardActions.handTool'),
    keys: ['H'],
    enabled: isCanvasShown,
    run: runOnCanvas(({ setTool }) => setTool('hand')),
  }),
  createBoardAction({
    name: 'findOnBoard',
    label: t('boardActions.findOnBoard'),
    keys: ['/'],
    enabled: isBoardOpen,
    run: async () => (await import('./frame/find-state.ts')).showFindBar(),
  }),
  {
    name: 'asList',
    group: 'Panes',
    label: () => t('boardActions.asList', { isList: isShownAsList(openProjectStore.getState().hash) }),
    keys: ['Alt+L'],
    enabled: isBoardOpen,
    run: async () => (await import('./actions/toggle-list-view.ts')).toggleListView(),
  },
];
