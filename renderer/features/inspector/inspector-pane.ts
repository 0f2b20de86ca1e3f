/** The inspector pane. */

import { PanelRight } from 'lucide-react';
import type { Pane } from '../../commands/pane.ts';

export const inspectorPane = {
  name: 'inspector',
  side: 'right',
  label: 'workspace.inspector',
  icon: PanelRight,
  load: async () => (await import('./inspector.tsx')).Inspector,
  isPreloaded: true,
  size: { initial: 320, min: 260, max: 900 },
  isOpenInitially: true,
  toggle: { label: 'actions.inspector', shortcuts: ['Alt+I'], menus: [{ menu: 'project.panes' }] },
} as const satisfies Pane;
