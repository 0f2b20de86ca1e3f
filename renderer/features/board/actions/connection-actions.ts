import { lazyCode } from '../../../platform/lazy-code.ts';
import { canConnectSelection, hasSelectedItems, hasSingleSelection } from './conditions.ts';
import { createBoardAction } from './create-board-action.ts';

const navigation = lazyCode(() => import('./connection-navigation.ts'), 'idle');
const connectDialog = lazyCode(() => import('./connect-dialog.tsx'), 'idle');
const moveDialog = lazyCode(() => import('./move-dialog.tsx'), 'idle');

export const connectionActions = [
  createBoardAction({
    name: 'connectTo',
    label: 'boardActions.connectTo',
    shortcuts: ['Mod+L'],
    menus: [{ menu: 'board.selection', section: 1, order: 4, when: canConnectSelection }],
    isEnabled: canConnectSelection,
    run: () => connectDialog.run(({ showConnectDialog }) => showConnectDialog()),
  }),
  createBoardAction({
    name: 'moveTo',
    label: 'boardActions.moveTo',
    shortcuts: ['Mod+Shift+X'],
    menus: [{ menu: 'board.selection', section: 1, order: 5, when: hasSelectedItems() }],
    isEnabled: hasSelectedItems(),
    run: () => moveDialog.run(({ showMoveDialog }) => showMoveDialog()),
  }),
  createBoardAction({
    name: 'moveBranch',
    label: 'boardActions.moveBranch',
    menus: [{ menu: 'board.selection', section: 1, order: 6, when: canConnectSelection }],
    isEnabled: canConnectSelection,
    run: () => moveDialog.run(({ showMoveBranchDialog }) => showMoveBranchDialog()),
  }),
  createBoardAction({
    name: 'selectFollowing',
    label: 'boardActions.selectFollowing',
    shortcuts: ['Alt+Shift+ArrowRight'],
    menus: [{ menu: 'board.selection', section: 1, order: 7, when: canConnectSelection }],
    isEnabled: canConnectSelection,
    run: () => navigation.run((along) => along.selectFollowing()),
  }),
  createBoardAction({
    name: 'goToNext',
    label: 'boardActions.followConnection',
    shortcuts: ['Alt+ArrowRight'],
    isEnabled: hasSingleSelection,
    run: () => navigation.run(({ followConnection }) => followConnection('forward')),
  }),
  createBoardAction({
    name: 'goToPrevious',
    label: 'boardActions.followConnectionBackwards',
    shortcuts: ['Alt+ArrowLeft'],
    isEnabled: hasSingleSelection,
    run: () => navigation.run(({ followConnection }) => followConnection('back')),
  }),
  createBoardAction({
    name: 'nextConnection',
    label: 'boardActions.nextChoice',
    shortcuts: ['Alt+ArrowDown'],
    isEnabled: hasSingleSelection,
    run: () => navigation.run(({ followConnection }) => followConnection('next')),
  }),
  createBoardAction({
    name: 'previousConnection',
    label: 'boardActions.previousChoice',
    shortcuts: ['Alt+ArrowUp'],
    isEnabled: hasSingleSelection,
    run: () => navigation.run(({ followConnection }) => followConnection('previous')),
  }),
  createBoardAction({
    name: 'moveOutputUp',
    label: 'boardActions.moveChoiceEarlier',
    shortcuts: ['Alt+Shift+ArrowUp'],
    isEnabled: hasSingleSelection,
    run: () => navigation.run(({ moveOutput }) => moveOutput(-1)),
  }),
  createBoardAction({
    name: 'moveOutputDown',
    label: 'boardActions.moveChoiceLater',
    shortcuts: ['Alt+Shift+ArrowDown'],
    isEnabled: hasSingleSelection,
    run: () => navigation.run(({ moveOutput }) => moveOutput(1)),
  }),
] as const;
