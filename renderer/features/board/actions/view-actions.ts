/** Actions that change the view of the board: zoom, tools, grid, list view. */

import { LayoutList, Search } from 'lucide-react';
import type { Action } from '../../../commands/action.ts';
import { t } from '../../../messages/translate.ts';
import { lazyCode } from '../../../platform/lazy-code.ts';
import { boardViewStore } from '../../../state/board-view.ts';
import {
  type CoverSize,
  editingPreferencesStore,
  isShownAsList,
  setCoverSize,
  setShownAsList,
} from '../../../state/editing-preferences.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { hasSelection, isBoardOpen, isCanvasShown, runOnCanvas } from './conditions.ts';
import { createBoardAction } from './create-board-action.ts';

const isListShown = (): boolean => isShownAsList(openProjectStore.getState().hash);

/** The action for the size that is in use is not shown. */
const createCoverSizeAction = <const N extends string>(name: N, size: CoverSize, order: number) =>
  createBoardAction({
    name,
    label: `boardActions.covers.${size}`,
    menus: [{ menu: 'board.canvas', section: 3, order, when: () => editingPreferencesStore.getState().coverSize !== size }],
    isEnabled: isCanvasShown,
    isSelected: () => editingPreferencesStore.getState().coverSize === size,
    run: () => setCoverSize(size),
  });

const findBar = lazyCode(() => import('../frame/find-bar.tsx'), 'idle');

export const viewActions = [
  createBoardAction({
    name: 'fitBoard',
    label: 'boardActions.zoomToFit',
    shortcuts: ['1', 'Alt+1'],
    menus: [{ menu: 'board.canvas', section: 2, order: 1, label: 'board.zoomToFit' }],
    isEnabled: isCanvasShown,
    run: runOnCanvas(({ fitAll }) => fitAll()),
  }),
  createBoardAction({
    name: 'fitSelection',
    label: 'boardActions.zoomToSelection',
    shortcuts: ['Alt+2'],
    isEnabled: () => isCanvasShown() && hasSelection(),
    run: runOnCanvas(({ fitSelection }) => fitSelection()),
  }),
  createBoardAction({
    name: 'zoomIn',
    label: 'boardActions.zoomIn',
    shortcuts: ['Plus', '=', 'Alt+Plus', 'Alt+='],
    isEnabled: isCanvasShown,
    run: runOnCanvas(({ zoomIn }) => zoomIn()),
  }),
  createBoardAction({
    name: 'zoomOut',
    label: 'boardActions.zoomOut',
    shortcuts: ['-', 'Alt+-'],
    isEnabled: isCanvasShown,
    run: runOnCanvas(({ zoomOut }) => zoomOut()),
  }),
  createBoardAction({
    name: 'zoomToFull',
    label: 'boardActions.zoomToFull',
    shortcuts: ['0', 'Alt+0'],
    isEnabled: isCanvasShown,
    run: runOnCanvas(({ zoomToFull }) => zoomToFull()),
  }),
  createBoardAction({
    name: 'selectTool',
    label: 'boardActions.selectTool',
    shortcuts: ['V', 'Alt+Shift+V'],
    isEnabled: isCanvasShown,
    run: runOnCanvas(({ setTool }) => setTool('select')),
  }),
  createBoardAction({
    name: 'handTool',
    label: 'boardActions.handTool',
    shortcuts: ['H', 'Alt+Shift+H'],
    isEnabled: isCanvasShown,
    run: runOnCanvas(({ setTool }) => setTool('hand')),
  }),
  createBoardAction({
    name: 'findOnBoard',
    label: 'boardActions.findOnBoard',
    icon: Search,
    shortcuts: ['/', 'Alt+/'],
    menus: [
      { menu: 'board.view', order: 2 },
      { menu: 'board.canvas', section: 2, order: 2 },
    ],
    isEnabled: isBoardOpen,
    run: () => findBar.run(({ showFindBar }) => showFindBar()),
  }),
  createCoverSizeAction('showSmallCovers', 'small', 1),
  createCoverSizeAction('showLargeCovers', 'large', 2),
  createCoverSizeAction('fillCardsWithCovers', 'full', 3),
  {
    name: 'toggleListView',
    group: 'Panes',
    label: () => t('boardActions.asList', { isList: isListShown() }),
    icon: LayoutList,
    shortcuts: ['Alt+L'],
    menus: [
      { menu: 'board.view', order: 1, label: 'boardActions.bar.list' },
      { menu: 'board.canvas', section: 2, order: 3, label: () => t('boardActions.asList', { isList: isListShown() }) },
    ],
    isEnabled: isBoardOpen,
    isSelected: isListShown,
    switchLabel: 'boardActions.bar.list',
    run: toggleListView,
  },
] as const satisfies readonly Action[];

/** Switches the boards of the project between list and canvas. The new view takes the focus, because the focused element was removed. */
function toggleListView(): void {
  const { hash } = openProjectStore.getState();
  if (hash === null) return;
  const isList = !isShownAsList(hash);
  const stop = boardViewStore.subscribe(({ view }) => {
    if (!view || (view.canvas === null) !== isList) return;
    stop();
    requestAnimationFrame(() => view.focus());
  });
  setShownAsList(hash, isList);
}
