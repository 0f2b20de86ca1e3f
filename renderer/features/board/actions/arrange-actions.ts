/** Actions that align and distribute the selected items, and lay out the board automatically. */

import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalSpaceBetween,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalSpaceBetween,
  type LucideIcon,
  Magnet,
  Workflow,
} from 'lucide-react';
import { t } from '../../../messages/translate.ts';
import { lazyCode } from '../../../platform/lazy-code.ts';
import { editingPreferencesStore, toggleSnapToGrid } from '../../../state/editing-preferences.ts';
import type { Alignment } from './arrange-selection.ts';
import { hasSelectedItems, isBoardOpen, isCanvasShown } from './conditions.ts';
import { createBoardAction } from './create-board-action.ts';

const arrangement = lazyCode(() => import('./arrange-selection.ts'));

const createAlignAction = <const N extends string>(name: N, to: Alignment, icon: LucideIcon, order: number) =>
  createBoardAction({
    name,
    label: `boardActions.align.${to}`,
    icon,
    menus: [{ menu: 'board.arrange', section: 1, order }],
    isEnabled: hasSelectedItems(2),
    run: () => arrangement.run(({ alignSelection }) => alignSelection(to)),
  });

const createDistributeAction = <const N extends string>(name: N, direction: 'across' | 'down', icon: LucideIcon, order: number) =>
  createBoardAction({
    name,
    label: `boardActions.distribute.${direction}`,
    icon,
    menus: [{ menu: 'board.arrange', section: 2, order }],
    isEnabled: hasSelectedItems(3),
    run: () => arrangement.run(({ distributeSelection }) => distributeSelection(direction)),
  });

export const arrangeActions = [
  createAlignAction('align-left', 'left', AlignStartVertical, 1),
  createAlignAction('align-center', 'centre', AlignCenterVertical, 2),
  createAlignAction('align-right', 'right', AlignEndVertical, 3),
  createAlignAction('align-top', 'top', AlignStartHorizontal, 4),
  createAlignAction('align-middle', 'middle', AlignCenterHorizontal, 5),
  createAlignAction('align-bottom', 'bottom', AlignEndHorizontal, 6),
  createDistributeAction('distribute-horizontally', 'across', AlignHorizontalSpaceBetween, 1),
  createDistributeAction('distribute-vertically', 'down', AlignVerticalSpaceBetween, 2),
  createBoardAction({
    name: 'autoLayout',
    label: 'boardActions.layOutItems',
    icon: Workflow,
    shortcuts: ['Mod+Shift+L'],
    menus: [
      { menu: 'board.view', order: 4 },
      { menu: 'board.canvas', section: 1, order: 3 },
    ],
    isEnabled: isBoardOpen,
    run: () => arrangement.run(({ autoLayoutBoard }) => autoLayoutBoard()),
  }),
  createBoardAction({
    name: 'toggleSnapping',
    label: () => t('boardActions.snap', { isOn: editingPreferencesStore.getState().snapToGrid }),
    genericLabel: 'boardActions.bar.snap',
    icon: Magnet,
    shortcuts: ['G', 'Alt+Shift+G'],
    menus: [{ menu: 'board.view', order: 3, label: 'boardActions.bar.snap', when: isCanvasShown }],
    isEnabled: isCanvasShown,
    isSelected: () => editingPreferencesStore.getState().snapToGrid,
    switchLabel: 'boardActions.bar.snap',
    run: toggleSnapToGrid,
  }),
] as const;
