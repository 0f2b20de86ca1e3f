/** The trees of boards and of components in the sidebar. */

import { LayoutDashboard, Users } from 'lucide-react';
import type { Pane } from '../../commands/pane.ts';

export const boardsPane = {
  name: 'boards',
  side: 'left',
  label: 'workspace.boards',
  icon: LayoutDashboard,
  load: async () => (await import('./boards/board-tree.tsx')).BoardTree,
  isPreloaded: true,
  toggle: { label: 'actions.boards', shortcuts: ['Alt+B'], menus: [{ menu: 'sidebar.rail', order: 1 }] },
} as const satisfies Pane;

export const componentsPane = {
  name: 'components',
  side: 'left',
  label: 'workspace.components',
  icon: Users,
  load: async () => (await import('./components/component-tree.tsx')).ComponentTree,
  toggle: { label: 'actions.components', shortcuts: ['Alt+C'], menus: [{ menu: 'sidebar.rail', order: 2 }] },
} as const satisfies Pane;
