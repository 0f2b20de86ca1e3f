/** Actions for the active tab. The menu of a tab contains them, too: opening it makes the tab active. */
import { PanelRight } from 'lucide-react';
import { type Action, isProjectOpen, shortcutsByShell } from '../../commands/action.ts';
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
} from '../../state/open-tabs.ts';
import type { TabId } from '../../state/tab-layout.ts';

const forActiveTab = (is: (tab: TabId) => boolean) => (): boolean => {
  const tab = isProjectOpen() ? readActiveTab() : undefined;
  return tab !== undefined && is(tab);
};
const onActiveTab = (change: (tab: TabId) => void) => (): void => {
  const tab = readActiveTab();
  if (tab !== undefined) change(tab);
};
const hasOtherTabs = forActiveTab(canCloseTab);

export const tabActions = [
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
] as const satisfies readonly Action[];
