/** The inspector pane. */

import { PanelRight } from 'lucide-react';
import type { Pane } from '../../commands/pane.ts';
import { areOnlyViewsInFront } from '../../state/open-tabs.ts';
import { selectionStore } from '../../state/selection.ts';

export const inspectorPane = {
  name: 'inspector',
  side: 'right',
  label: 'workspace.inspector',
  icon: PanelRight,
  load: async () => (await import('./inspector.tsx')).Inspector,
  isPreloaded: true,
  size: { initial: 320, min: 260, max: 900 },
  isOpenInitially: true,
  // Beside a view, it would show the selection of a board that is not visible.
  isAvailable: () => !areOnlyViewsInFront() || selectionStore.getState().component !== null,
  toggle: { label: 'actions.inspector', shortcuts: ['Alt+I'], menus: [{ menu: 'project.panes' }] },
} as const satisfies Pane;
