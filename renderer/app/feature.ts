/** What the window itself contributes beside its features: the actions of its frame, of the active tab, and of the rows of all trees. */

import { AppWindow, PanelBottom, PanelLeft, PanelRight } from 'lucide-react';
import { furtherWindowQuery } from '../../shared/contracts/window-location.ts';
import { Problem } from '../../shared/problem.ts';
import { alwaysEnabled, isProjectOpen, shortcutsByShell } from '../commands/action.ts';
import type { Feature } from '../commands/feature.ts';
import { rowActions } from '../commands/row-actions.ts';
import { t } from '../messages/translate.ts';
import { invoke, shell } from '../platform/bridge.ts';
import { lazyComponent } from '../platform/lazy-code.ts';
import { openProjectStore } from '../state/open-project.ts';
import {
  canCloseTab,
  canReopenTab,
  closeOtherTabs,
  closeTab,
  hasTabsBeside,
  isTabPreview,
  keepTabOpen,
  moveTabToOtherSide,
  readActiveTab,
  reopenTab,
  stepTab,
} from '../state/open-tabs.ts';
import { dockPane, isDockOpen, isSidebarOpen, paneLayoutStore, setPaneOpen, sidebarPane } from '../state/pane-layout.ts';
import type { TabId } from '../state/tab-layout.ts';
import { focusFirstInside } from '../ui/focus.ts';
import { showProblem, showToast } from '../ui/toast-queue.ts';

const forActiveTab = (is: (tab: TabId) => boolean) => (): boolean => {
  const tab = isProjectOpen() ? readActiveTab() : undefined;
  return tab !== undefined && is(tab);
};
const onActiveTab = (change: (tab: TabId) => void) => (): void => {
  const tab = readActiveTab();
  if (tab !== undefined) change(tab);
};
/** A window, or a tab of the browser, with the same project and tabs of its own. */
function openAnotherWindow(): void {
  if (shell === 'desktop')
    void invoke('window.openAnother', { projectHash: openProjectStore.getState().hash }).catch((error: unknown) =>
      showProblem(Problem.from(error)),
    );
  // The browser gives it a copy of the secret of this tab (main/browser-shell/session-guard.ts).
  else window.open(`/${furtherWindowQuery}${window.location.hash}`, '_blank');
}

const hasOtherTabs = forActiveTab(canCloseTab);

export const feature = {
  actions: [
    ...rowActions,
    {
      name: 'newWindow',
      group: 'Everywhere',
      label: 'workspace.newWindow',
      icon: AppWindow,
      // Browsers reserve Ctrl+Shift+N.
      shortcuts: shell === 'desktop' ? ['Mod+Shift+N'] : [],
      menus: [{ menu: 'project.menu', section: 2, order: 5 }],
      isEnabled: alwaysEnabled,
      run: openAnotherWindow,
    },
    // The menu of a tab contains these, too: opening it makes the tab active.
    {
      name: 'nextTab',
      group: 'Panes',
      label: 'workspace.tabs.next',
      // Browsers reserve Ctrl+Tab and Ctrl+W.
      shortcuts: shortcutsByShell('Ctrl+Tab', 'Alt+PageDown'),
      isEnabled: hasOtherTabs,
      run: () => stepTab(1),
    },
    {
      name: 'previousTab',
      group: 'Panes',
      label: 'workspace.tabs.previous',
      shortcuts: shortcutsByShell('Ctrl+Shift+Tab', 'Alt+PageUp'),
      isEnabled: hasOtherTabs,
      run: () => stepTab(-1),
    },
    {
      name: 'closeTab',
      group: 'Panes',
      label: 'workspace.tabs.close',
      shortcuts: shortcutsByShell('Mod+W', 'Alt+X'),
      menus: [{ menu: 'tab', order: 1 }],
      isEnabled: hasOtherTabs,
      run: onActiveTab(closeTab),
    },
    {
      name: 'closeOtherTabs',
      group: 'Panes',
      label: 'workspace.tabs.closeOthers',
      menus: [{ menu: 'tab', order: 2 }],
      isEnabled: forActiveTab(hasTabsBeside),
      run: onActiveTab(closeOtherTabs),
    },
    {
      name: 'reopenTab',
      group: 'Panes',
      label: 'workspace.tabs.reopen',
      shortcuts: shortcutsByShell('Mod+Shift+T', 'Alt+Shift+X'),
      menus: [{ menu: 'tab', order: 3 }],
      isEnabled: forActiveTab(canReopenTab),
      run: reopenTab,
    },
    {
      name: 'keepTabOpen',
      group: 'Panes',
      label: 'workspace.tabs.keepOpen',
      menus: [{ menu: 'tab', order: 4 }],
      isEnabled: forActiveTab(isTabPreview),
      run: onActiveTab(keepTabOpen),
    },
    {
      name: 'splitTab',
      group: 'Panes',
      label: 'workspace.tabs.moveToOtherSide',
      icon: PanelRight,
      shortcuts: ['Alt+Shift+S'],
      menus: [{ menu: 'tab', section: 1, order: 1 }],
      isEnabled: hasOtherTabs,
      run: onActiveTab(moveTabToOtherSide),
    },
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
  ],
  status: [
    {
      name: 'saved',
      order: 2,
      Content: lazyComponent(async () => (await import('./workspace/saved-status.tsx')).SavedStatus, 'workspace'),
    },
  ],
} as const satisfies Feature;

/** Moves the focus between the regions of the window (elements with `data-pane`). */
function focusAdjacentPane(step: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter(
    (pane) => pane.offsetParent !== null || pane.getClientRects().length > 0,
  );
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const pane = at < 0 ? panes.at(step === 1 ? 0 : -1) : panes[(at + step + panes.length) % panes.length];
  if (pane) focusFirstInside(pane);
}
