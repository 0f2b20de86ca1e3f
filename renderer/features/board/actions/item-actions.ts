/** Actions that add, edit, copy and delete items. Their code is loaded with the board. */

import { Copy, Image } from 'lucide-react';
import type { MenuPlacement } from '../../../commands/action.ts';
import { t } from '../../../messages/translate.ts';
import { lazyCode } from '../../../platform/lazy-code.ts';
import type { ItemType } from '../../../records/board/items.ts';
import { selectItems, selectionStore } from '../../../state/selection.ts';
import { kindIcons } from '../../../ui/icons.ts';
import {
  canBecomeStart,
  hasSelectedItems,
  hasSelection,
  hasSingleSelection,
  isBoardOpen,
  isBranchWithoutElse,
  isFrameSelected,
  isOnlySelected,
  isOnlySource,
} from './conditions.ts';
import { createBoardAction } from './create-board-action.ts';
import { editSelection } from './edit-selection.ts';

const selectionEdits = lazyCode(() => import('./selection-edits.ts'), 'idle');
const clipboard = lazyCode(() => import('./clipboard.ts'), 'idle');
const changeBoard = lazyCode(() => import('../../../records/board/change-board.ts'), 'idle');
const nextElement = lazyCode(() => import('../writing/add-next-element.ts'), 'idle');

/** What is selected when the action is run: something else may be by the time the code has been loaded. */
const withSelection = (edit: (ids: ReadonlySet<string>) => unknown) => () => edit(selectionStore.getState().ids);
const withOnlySelected = (edit: (id: string) => unknown) => withSelection(([id = '']) => edit(id));

const addItem = (type: ItemType) => () => selectionEdits.run((edits) => edits.addItemInView(type));
const selectedCount = (): number => selectionStore.getState().ids.size;
/** Whether an item is selected, not only a connection. */
const isForItems = (): boolean => !isOnlySelected('connection')();
const inSelectionMenu = (section: number, order: number, more: Partial<MenuPlacement> = {}): readonly MenuPlacement[] => [
  { menu: 'board.selection', section, order, ...more },
];

export const itemActions = [
  createBoardAction({
    name: 'addElement',
    label: 'boardActions.addElement',
    icon: kindIcons.element,
    shortcuts: ['E', 'Alt+Shift+E'],
    menus: [{ menu: 'board.add', order: 1, label: 'board.kinds.element' }],
    isEnabled: isBoardOpen,
    run: addItem('element'),
  }),
  createBoardAction({
    name: 'addNote',
    label: 'boardActions.addNote',
    icon: kindIcons.note,
    shortcuts: ['N', 'Alt+Shift+T'],
    menus: [{ menu: 'board.add', order: 2, label: 'board.kinds.note' }],
    isEnabled: isBoardOpen,
    run: addItem('note'),
  }),
  createBoardAction({
    name: 'addJumper',
    label: 'boardActions.addJumper',
    icon: kindIcons.jumper,
    shortcuts: ['J', 'Alt+Shift+J'],
    menus: [{ menu: 'board.add', order: 3, label: 'board.kinds.jumper' }],
    isEnabled: isBoardOpen,
    run: addItem('jumper'),
  }),
  createBoardAction({
    name: 'addBranch',
    label: 'boardActions.addBranch',
    icon: kindIcons.branch,
    shortcuts: ['B', 'Alt+Shift+B'],
    menus: [{ menu: 'board.add', order: 4, label: 'board.kinds.branch' }],
    isEnabled: isBoardOpen,
    run: addItem('branch'),
  }),
  createBoardAction({
    name: 'addFrame',
    label: () => t(hasSelectedItems()() ? 'boardActions.frameSelection' : 'boardActions.addFrame'),
    icon: kindIcons.frame,
    shortcuts: ['F', 'Mod+G'],
    menus: [
      { menu: 'board.add', order: 5, label: 'board.kinds.frame' },
      ...inSelectionMenu(1, 4, { label: 'boardActions.frameSelection', when: isForItems }),
    ],
    isEnabled: isBoardOpen,
    run: addItem('frame'),
  }),
  createBoardAction({
    name: 'selectFrameContents',
    label: 'boardActions.selectFrameContents',
    shortcuts: ['Mod+Shift+A'],
    menus: inSelectionMenu(1, 5, { when: isFrameSelected }),
    isEnabled: isFrameSelected,
    run: () => selectionEdits.run((edits) => edits.selectFrameContents()),
  }),
  createBoardAction({
    name: 'selectFrame',
    label: 'boardActions.selectFrame',
    shortcuts: ['Shift+Enter'],
    isEnabled: hasSelectedItems(),
    run: () => selectionEdits.run((edits) => edits.selectFrame()),
  }),
  createBoardAction({
    name: 'toggleFrame',
    label: () => t('boardActions.toggleFrame', { isFrame: isFrameSelected() }),
    menus: inSelectionMenu(1, 6, { when: isOnlySelected('note') }),
    isEnabled: isOnlySelected('note'),
    run: withOnlySelected((id) => selectionEdits.run((edits) => edits.toggleFrame(id))),
  }),
  createBoardAction({
    name: 'editContent',
    label: 'boardActions.edit',
    shortcuts: ['Enter'],
    menus: inSelectionMenu(1, 0, { label: 'board.edit', when: hasSingleSelection }),
    isEnabled: hasSelection,
    run: () => editSelection(),
  }),
  createBoardAction({
    name: 'renameItem',
    label: 'boardActions.rename',
    shortcuts: ['F2'],
    isEnabled: hasSelection,
    run: () => editSelection('title'),
  }),
  createBoardAction({
    name: 'addNextElement',
    label: 'boardActions.addNextElement',
    shortcuts: ['Mod+Enter'],
    menus: inSelectionMenu(1, 1, { when: isOnlySource }),
    isEnabled: isOnlySource,
    run: () => nextElement.run(({ addNextElementToSelection }) => addNextElementToSelection()),
  }),
  createBoardAction({
    name: 'copy',
    label: 'boardActions.copy',
    shortcuts: ['Mod+C'],
    isHandledByBrowser: true,
    menus: inSelectionMenu(2, 2, { when: isForItems }),
    isEnabled: hasSelectedItems(),
    run: () => clipboard.run(({ copySelection }) => copySelection()),
  }),
  createBoardAction({
    name: 'cut',
    label: 'boardActions.cut',
    shortcuts: ['Mod+X'],
    isHandledByBrowser: true,
    menus: inSelectionMenu(2, 1, { when: isForItems }),
    isEnabled: hasSelectedItems(),
    run: () => clipboard.run(({ cutSelection }) => cutSelection()),
  }),
  createBoardAction({
    name: 'paste',
    label: 'boardActions.paste',
    shortcuts: ['Mod+V'],
    isHandledByBrowser: true,
    menus: [{ menu: 'board.canvas', section: 1, order: 1 }, ...inSelectionMenu(2, 3)],
    isEnabled: isBoardOpen,
    run: () => clipboard.run(({ pasteFromMenu }) => pasteFromMenu()),
  }),
  createBoardAction({
    name: 'duplicate',
    label: 'boardActions.duplicate',
    icon: Copy,
    shortcuts: ['Mod+D'],
    menus: inSelectionMenu(2, 4, {
      label: () => (selectedCount() > 1 ? t('board.duplicateItems', { count: selectedCount() }) : t('board.duplicate')),
      when: isForItems,
    }),
    isEnabled: hasSelectedItems(),
    run: withSelection((ids) => selectionEdits.run((edits) => edits.duplicateItems(ids))),
  }),
  createBoardAction({
    name: 'removeItems',
    label: 'boardActions.remove',
    shortcuts: ['Delete', 'Backspace'],
    isDanger: true,
    menus: inSelectionMenu(3, 1, {
      label: () => (selectedCount() > 1 ? t('board.deleteItems', { count: selectedCount() }) : t('common.delete')),
    }),
    isEnabled: hasSelection,
    run: withSelection((ids) => selectionEdits.run((edits) => edits.removeItems(ids))),
  }),
  createBoardAction({
    name: 'selectAll',
    label: 'boardActions.selectAll',
    shortcuts: ['Mod+A'],
    menus: [{ menu: 'board.canvas', section: 1, order: 2, label: 'board.selectAll' }],
    isEnabled: isBoardOpen,
    run: () => selectionEdits.run((edits) => edits.selectAll()),
  }),
  createBoardAction({
    name: 'clearSelection',
    label: 'boardActions.deselectAll',
    shortcuts: ['Escape'],
    isEnabled: isBoardOpen,
    // Runs at once, because the next letter is then the shortcut of a tool.
    run: () => selectItems([]),
  }),
  createBoardAction({
    name: 'setStart',
    label: 'boardActions.startHere',
    menus: inSelectionMenu(1, 3, { label: 'board.startHere', when: canBecomeStart }),
    isEnabled: canBecomeStart,
    run: withOnlySelected((id) => changeBoard.run((board) => board.setStartingElement(id))),
  }),
  createBoardAction({
    name: 'chooseCover',
    label: 'boardActions.chooseCover',
    icon: Image,
    shortcuts: ['Alt+Shift+O'],
    menus: inSelectionMenu(1, 4, { when: isOnlySelected('element') }),
    isEnabled: isOnlySelected('element'),
    run: withOnlySelected((id) => selectionEdits.run((edits) => edits.chooseCover(id))),
  }),
  createBoardAction({
    name: 'addElse',
    label: 'boardActions.addElse',
    icon: kindIcons.branch,
    menus: inSelectionMenu(1, 4, { when: isBranchWithoutElse }),
    isEnabled: isBranchWithoutElse,
    run: withOnlySelected((id) => selectionEdits.run((edits) => edits.addElseTo(id))),
  }),
] as const;
