/**
 * What can be done on the open board, whether it is shown as a canvas or as a list. Its keys count only while the board has the keyboard
 * (`place`). What an action does is loaded with the board.
 */
import type { Alignment } from '../board/arrange.ts';
import { type ItemKind, isItem } from '../board/items.ts';
import { boardView } from '../state/board-view.ts';
import { isListed, look } from '../state/look.ts';
import { openProject } from '../state/open-project.ts';
import { selection } from '../state/selection.ts';
import { boardActionWords as words } from '../words/en/board-actions.ts';
import type { Action } from './action.ts';

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

const act = () => import('../board/act.ts');
const clipboard = () => import('../board/clipboard.ts');
const arranging = () => import('../board/arranging.ts');
const walking = () => import('../board/walking.ts');

const isOnBoard = () => boardView.getState().view !== null;
const isCanvas = () => (boardView.getState().view?.canvas ?? null) !== null;
const onCanvas = (run: (canvas: NonNullable<NonNullable<ReturnType<typeof boardView.getState>['view']>['canvas']>) => void) => () => {
  const canvas = boardView.getState().view?.canvas;
  if (canvas) run(canvas);
};

/** Whether so many items are selected; of thousands only as many as needed are looked at. */
const hasItems =
  (least = 1) =>
  (): boolean => {
    if (!isOnBoard()) return false;
    const { project } = openProject.getState();
    let count = 0;
    for (const id of selection.getState().ids) if (isItem(project, id) && ++count === least) return true;
    return false;
  };
const only = (): string | undefined => {
  const [id, ...more] = selection.getState().ids;
  return isOnBoard() && more.length === 0 ? id : undefined;
};
const isOnly = (kind: 'element' | 'connection') => () => {
  const id = only();
  return id !== undefined && openProject.getState().project.find(kind, id) !== undefined;
};
const canLead = () => {
  const { project } = openProject.getState();
  if (!isOnBoard()) return false;
  for (const id of selection.getState().ids) if (project.find('element', id) || project.find('branch', id)) return true;
  return false;
};
const hasSome = () => isOnBoard() && selection.getState().ids.size > 0;
const isOne = () => only() !== undefined;

type Given = Omit<Action, 'group' | 'place' | 'label' | 'name' | 'keys'> & {
  readonly name: BoardActionName;
  readonly label: string | (() => string);
  readonly keys?: readonly string[];
};
const action = ({ label, keys = [], ...rest }: Given): Action => ({
  ...rest,
  group: 'Board',
  place: 'board',
  keys,
  label: typeof label === 'string' ? () => label : label,
});

const adding = (name: BoardActionName, kind: ItemKind, label: string, key: string): Action =>
  action({ name, label, keys: [key], enabled: isOnBoard, run: async () => (await act()).addItem(kind) });

const aligning = (to: Alignment): Action =>
  action({
    name: `align-${to}`,
    label: words.align[to],
    enabled: hasItems(2),
    run: async () => (await arranging()).alignSelected(to),
  });

const spacing = (direction: 'across' | 'down'): Action =>
  action({
    name: `distribute-${direction}`,
    label: words.distribute[direction],
    enabled: hasItems(3),
    run: async () => (await arranging()).distributeSelected(direction),
  });

const stepping = (name: BoardActionName, label: string, key: string, way: 'on' | 'back' | 'next' | 'previous'): Action =>
  action({ name, label, keys: [key], enabled: isOne, run: async () => (await walking()).follow(way) });

export const boardActions: readonly Action[] = [
  adding('addElement', 'element', words.addElement, 'E'),
  adding('addNote', 'note', words.addNote, 'N'),
  adding('addJumper', 'jumper', words.addJumper, 'J'),
  adding('addBranch', 'branch', words.addBranch, 'B'),
  action({
    name: 'writeInside',
    label: words.writeInside,
    keys: ['Enter'],
    enabled: hasSome,
    run: async () => (await act()).writeIn('content'),
  }),
  action({ name: 'renameItem', label: words.rename, keys: ['F2'], enabled: hasSome, run: async () => (await act()).writeIn('title') }),
  action({
    name: 'copy',
    label: words.copy,
    keys: ['Mod+C'],
    byBrowser: true,
    enabled: hasItems(),
    run: async () => (await clipboard()).copySelected(),
  }),
  action({
    name: 'cut',
    label: words.cut,
    keys: ['Mod+X'],
    byBrowser: true,
    enabled: hasItems(),
    run: async () => (await clipboard()).cutSelected(),
  }),
  action({
    name: 'paste',
    label: words.paste,
    keys: ['Mod+V'],
    byBrowser: true,
    enabled: isOnBoard,
    run: async () => (await clipboard()).pasteLast(),
  }),
  action({
    name: 'duplicate',
    label: words.duplicate,
    keys: ['Mod+D'],
    enabled: hasItems(),
    run: async () => (await act()).duplicateSelected(),
  }),
  action({
    name: 'removeItems',
    label: words.remove,
    keys: ['Delete', 'Backspace'],
    enabled: hasSome,
    run: async () => (await act()).removeSelected(),
  }),
  action({
    name: 'selectAll',
    label: words.selectAll,
    keys: ['Mod+A'],
    enabled: isOnBoard,
    run: async () => (await act()).selectAll(),
  }),
  action({
    name: 'selectNothing',
    label: words.selectNothing,
    keys: ['Escape'],
    enabled: isOnBoard,
    run: async () => (await act()).selectNone(),
  }),
  action({
    name: 'connectTo',
    label: words.connectTo,
    keys: ['C'],
    enabled: canLead,
    run: async () => (await import('../board/connect-to.tsx')).showConnectTo(),
  }),
  action({
    name: 'moveTo',
    label: words.moveTo,
    keys: ['M'],
    enabled: hasItems(),
    run: async () => (await import('../board/move-to.tsx')).showMoveTo(),
  }),
  action({
    name: 'startHere',
    label: words.startHere,
    enabled: isOnly('element'),
    run: async () => (await act()).makeStart(only() ?? null),
  }),
  stepping('followOn', words.followOn, 'Alt+ArrowRight', 'on'),
  stepping('followBack', words.followBack, 'Alt+ArrowLeft', 'back'),
  stepping('nextWay', words.nextWay, 'Alt+ArrowDown', 'next'),
  stepping('previousWay', words.previousWay, 'Alt+ArrowUp', 'previous'),
  action({
    name: 'outputEarlier',
    label: words.earlier,
    keys: ['Alt+Shift+ArrowUp'],
    enabled: isOne,
    run: async () => (await walking()).reorder(-1),
  }),
  action({
    name: 'outputLater',
    label: words.later,
    keys: ['Alt+Shift+ArrowDown'],
    enabled: isOne,
    run: async () => (await walking()).reorder(1),
  }),
  ...(['left', 'centre', 'right', 'top', 'middle', 'bottom'] as const).map(aligning),
  ...(['across', 'down'] as const).map(spacing),
  action({ name: 'layOut', label: words.layOut, keys: ['L'], enabled: isOnBoard, run: async () => (await arranging()).layOutBoard() }),
  action({
    name: 'snapping',
    label: () => words.snap(look.getState().snaps),
    keys: ['G'],
    enabled: isCanvas,
    run: () => look.setState(({ snaps }) => ({ snaps: !snaps })),
  }),
  action({ name: 'fitBoard', label: words.showWhole, keys: ['1'], enabled: isCanvas, run: onCanvas(({ fitAll }) => fitAll()) }),
  action({
    name: 'fitSelection',
    label: words.showSelection,
    keys: ['2'],
    enabled: () => isCanvas() && hasSome(),
    run: onCanvas(({ fitSelection }) => fitSelection()),
  }),
  action({ name: 'zoomIn', label: words.zoomIn, keys: ['Plus', '='], enabled: isCanvas, run: onCanvas(({ zoomIn }) => zoomIn()) }),
  action({ name: 'zoomOut', label: words.zoomOut, keys: ['-'], enabled: isCanvas, run: onCanvas(({ zoomOut }) => zoomOut()) }),
  action({ name: 'zoomToFull', label: words.zoomToFull, keys: ['0'], enabled: isCanvas, run: onCanvas(({ zoomToFull }) => zoomToFull()) }),
  action({
    name: 'selectTool',
    label: words.selectTool,
    keys: ['V'],
    enabled: isCanvas,
    run: onCanvas(({ setTool }) => setTool('select')),
  }),
  action({ name: 'handTool', label: words.handTool, keys: ['H'], enabled: isCanvas, run: onCanvas(({ setTool }) => setTool('hand')) }),
  action({
    name: 'findOnBoard',
    label: words.findOnBoard,
    keys: ['/'],
    enabled: isOnBoard,
    run: async () => (await import('../board/find-state.ts')).showFindBar(),
  }),
  {
    name: 'asList',
    group: 'Panes',
    label: () => words.asList(isListed(openProject.getState().hash)),
    keys: ['Alt+L'],
    enabled: isOnBoard,
    run: async () => (await import('../board/show-as.ts')).flipList(),
  },
];
