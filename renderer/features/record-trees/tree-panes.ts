/** The trees of boards and of components in the sidebar. */

import type { Pane } from '../../commands/pane.ts';
import { kindIcons } from '../../ui/kind-icons.ts';

export const boardsPane = {
  name: 'boards',
  side: 'left',
  label: 'workspace.boards',
  icon: kindIcons.board,
  load: async () => (await import('./boards/board-tree.tsx')).BoardTree,
  isPreloaded: true,
  toggle: { label: 'actions.boards', shortcuts: ['Alt+B'], menus: [{ menu: 'sidebar.rail', order: 1 }] },
} as const satisfies Pane;

export const componentsPane = {
  name: 'components',
  side: 'left',
  label: 'workspace.components',
  icon: kindIcons.component,
  load: async () => (await import('./components/component-tree.tsx')).ComponentTree,
  toggle: { label: 'actions.components', shortcuts: ['Alt+C'], menus: [{ menu: 'sidebar.rail', order: 2 }] },
} as const satisfies Pane;
