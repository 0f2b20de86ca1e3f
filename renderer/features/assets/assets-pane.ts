/** The assets pane: the tree of assets in the sidebar. */

import { Images } from 'lucide-react';
import type { Pane } from '../../commands/pane.ts';

export const assetsPane = {
  name: 'assets',
  side: 'left',
  label: 'workspace.assets',
  icon: Images,
  load: async () => (await import('./asset-tree.tsx')).AssetTree,
  isPreloaded: true,
  toggle: { label: 'actions.assets', shortcuts: ['Alt+A'], menus: [{ menu: 'sidebar.rail', order: 3 }] },
} as const satisfies Pane;
