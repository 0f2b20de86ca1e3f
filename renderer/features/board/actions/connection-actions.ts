import { canConnectSelection, hasSelectedItems, hasSingleSelection } from './conditions.ts';
import { createBoardAction } from './create-board-action.ts';

const loadNavigation = () => import('./follow-connections.ts');

export const connectionActions = [
  createBoardAction({
    name: 'connectTo',
    label: 'boardActions.connectTo',
    shortcuts: ['Mod+L'],
    menus: [{ menu: 'board.selection', section: 1, order: 4, when: canConnectSelection }],
    isEnabled: canConnectSelection,
    run: async () => (await import('./connect-dialog.tsx')).showConnectDialog(),
  }),
  createBoardAction({
    name: 'moveTo',
    label: 'boardActions.moveTo',
    shortcuts: ['Mod+Shift+X'],
    menus: [{ menu: 'board.selection', section: 1, order: 5, when: hasSelectedItems() }],
    isEnabled: hasSelectedItems(),
    run: async () => (await import('./move-dialog.tsx')).showMoveDialog(),
  }),
  createBoardAction({
    name: 'goToNext',
    label: 'boardActions.goToNextItem',
    shortcuts: ['Alt+ArrowRight'],
    isEnabled: hasSingleSelection,
    run: async () => (await loadNavigation()).followConnection('on'),
  }),
  createBoardAction({
    name: 'goToPrevious',
    label: 'boardActions.goToPreviousItem',
    shortcuts: ['Alt+ArrowLeft'],
    isEnabled: hasSingleSelection,
    run: async () => (await loadNavigation()).followConnection('back'),
  }),
  createBoardAction({
    name: 'nextConnection',
    label: 'boardActions.nextChoice',
    shortcuts: ['Alt+ArrowDown'],
    isEnabled: hasSingleSelection,
    run: async () => (await loadNavigation()).followConnection('next'),
  }),
  createBoardAction({
    name: 'previousConnection',
    label: 'boardActions.previousChoice',
    shortcuts: ['Alt+ArrowUp'],
    isEnabled: hasSingleSelection,
    run: async () => (await loadNavigation()).followConnection('previous'),
  }),
  createBoardAction({
    name: 'moveOutputUp',
    label: 'boardActions.moveChoiceEarlier',
    shortcuts: ['Alt+Shift+ArrowUp'],
    isEnabled: hasSingleSelection,
    run: async () => (await loadNavigation()).moveOutput(-1),
  }),
  createBoardAction({
    name: 'moveOutputDown',
    label: 'boardActions.moveChoiceLater',
    shortcuts: ['Alt+Shift+ArrowDown'],
    isEnabled: hasSingleSelection,
    run: async () => (await loadNavigation()).moveOutput(1),
  }),
] as const;
