/** Actions of the window frame. */

import { PanelBottom, PanelLeft } from 'lucide-react';
import { type Action, isProjectOpen } from '../commands/action.ts';
import { t } from '../messages/translate.ts';
import { dockPane, isDockOpen, isSidebarOpen, paneLayoutStore, setPaneOpen, sidebarPane } from '../state/pane-layout.ts';
import { focusFirstInside } from '../ui/focus-inside.ts';
import { showToast } from '../ui/toast-queue.ts';

export const windowActions = [
  {
    // Many press Ctrl+S out of habit. Fields are saved while they are edited, with or without it.
    name: 'save',
    group: 'Everywhere',
    label: 'actions.save',
    shortcuts: ['Mod+S'],
    isHidden: true,
    isEnabled: isProjectOpen,
    run: () => showToast({ tone: 'plain', title: t('actions.savedAutomatically') }),
  },
  {
    name: 'toggleSidebar',
    group: 'Panes',
    label: 'actions.sidebar',
    icon: PanelLeft,
    menus: [{ menu: 'project.sidebar', label: 'workspace.sidebar' }],
    isEnabled: isProjectOpen,
    isSelected: () => isSidebarOpen(paneLayoutStore.getState()),
    switchLabel: 'workspace.sidebar',
    run: () => setPaneOpen(sidebarPane, !isSidebarOpen(paneLayoutStore.getState())),
  },
  {
    name: 'toggleDock',
    group: 'Panes',
    label: 'actions.bottomPanel',
    icon: PanelBottom,
    shortcuts: ['Mod+J'],
    isEnabled: isProjectOpen,
    isSelected: () => isDockOpen(paneLayoutStore.getState()),
    switchLabel: 'workspace.bottomPanel',
    run: () => setPaneOpen(dockPane, !isDockOpen(paneLayoutStore.getState())),
  },
  {
    name: 'nextPane',
    group: 'Panes',
    label: 'actions.nextPane',
    shortcuts: ['F6'],
    isEnabled: isProjectOpen,
    run: () => focusAdjacentPane(1),
  },
  {
    name: 'previousPane',
    group: 'Panes',
    label: 'actions.previousPane',
    shortcuts: ['Shift+F6'],
    isEnabled: isProjectOpen,
    run: () => focusAdjacentPane(-1),
  },
] as const satisfies readonly Action[];

/** Moves the focus between the regions of the window (elements with `data-pane`). */
function focusAdjacentPane(step: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter(
    (pane) => pane.offsetParent !== null || pane.getClientRects().length > 0,
  );
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const pane = at < 0 ? panes.at(step === 1 ? 0 : -1) : panes[(at + step + panes.length) % panes.length];
  if (pane) focusFirstInside(pane);
}
