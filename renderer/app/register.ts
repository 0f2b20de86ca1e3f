/**
 * Registers what the features contribute: actions, panes, views, and what they add to other features. This is the only file that imports all
 * features. It is part of the first load, so everything that can be loaded later is imported lazily.
 */

import { CircleArrowUp, Cloud, DatabaseBackup, Keyboard, SpellCheck } from 'lucide-react';
import { lazy } from 'react';
import { registerActions } from '../commands/action-registry.ts';
import { createPaneActions, registerPanes } from '../commands/pane.ts';
import { registerRowHandlers } from '../commands/row-handlers.ts';
import { createTabViewActions, registerTabViews } from '../commands/tab-view.ts';
import { assetActions } from '../features/assets/asset-actions.ts';
import { assetsPane } from '../features/assets/assets-pane.ts';
import { boardActions, boardShortcuts, writingShortcuts } from '../features/board/board-actions.ts';
import { registerBoardLayer } from '../features/board/canvas/board-layers.ts';
import { commentActions } from '../features/comments/comment-actions.ts';
import { commentsPane } from '../features/comments/comments-pane.ts';
import { findActions } from '../features/find/find-actions.ts';
import { historyActions } from '../features/history/history-actions.ts';
import { inspectorActions } from '../features/inspector/inspector-actions.ts';
import { inspectorPane } from '../features/inspector/inspector-pane.ts';
import { playActions, playLogPane, playPane, playShortcuts } from '../features/play/play-actions.ts';
import { problemsPane } from '../features/problems/problems-pane.ts';
import { projectTab } from '../features/project/project-tab.ts';
import { projectListActions } from '../features/projects/project-list-actions.ts';
import { rowActions } from '../features/record-trees/row-actions.ts';
import { treeActions } from '../features/record-trees/tree-actions.ts';
import { boardsPane, componentsPane } from '../features/record-trees/tree-panes.ts';
import { recoveryActions } from '../features/recovery/recovery-actions.ts';
import { settingsActions } from '../features/settings/settings-actions.ts';
import { registerSettingsSection } from '../features/settings/settings-sections.ts';
import { shortcutActions } from '../features/shortcuts/shortcut-actions.ts';
import { registerShortcutList } from '../features/shortcuts/shortcut-lists.ts';
import { stylesheetTab } from '../features/stylesheet/stylesheet-tab.ts';
import { conflictShortcutList } from '../features/sync/conflict-shortcuts.ts';
import { registerSyncDialogs } from '../features/sync/register-dialogs.ts';
import { syncActions, syncPane } from '../features/sync/sync-actions.ts';
import { targetActions, targetsPane } from '../features/targets/target-actions.ts';
import { languageActions } from '../features/translations/language-actions.ts';
import { translationsTab } from '../features/translations/translations-tab.ts';
import { variablesTab } from '../features/variables/variables-tab.ts';
import { windowActions } from './window-actions.ts';
import { tabActions } from './workspace/tab-actions.ts';

/** The panes of a side are shown in this order. */
const panes = [
  boardsPane,
  componentsPane,
  assetsPane,
  problemsPane,
  targetsPane,
  syncPane,
  playLogPane,
  commentsPane,
  playPane,
  inspectorPane,
] as const;

/** What opens as a tab beside the boards. */
const tabViews = [variablesTab, projectTab, translationsTab, stylesheetTab] as const;

/** Within their groups, actions are listed in this order. */
const actions = [
  ...projectListActions,
  ...historyActions,
  ...treeActions,
  ...assetActions,
  ...targetActions,
  ...createTabViewActions(tabViews),
  ...languageActions,
  ...playActions,
  ...findActions,
  ...boardActions,
  ...commentActions,
  ...inspectorActions,
  ...rowActions,
  ...syncActions,
  ...settingsActions,
  ...shortcutActions,
  ...createPaneActions(panes),
  ...tabActions,
  ...windowActions,
  ...recoveryActions,
] as const;

declare module '../commands/action.ts' {
  interface RegisteredRows {
    readonly actions: typeof actions;
  }
}

registerPanes(panes);
registerTabViews(tabViews);
registerActions(actions);

// The handlers of row actions are loaded together with their tree.
registerRowHandlers('board', async () => (await import('../features/record-trees/boards/board-row-handlers.ts')).boardRowHandlers);
registerRowHandlers(
  'component',
  async () => (await import('../features/record-trees/components/component-row-handlers.ts')).componentRowHandlers,
);
registerRowHandlers('asset', async () => (await import('../features/assets/asset-row-handlers.ts')).assetRowHandlers);

registerBoardLayer(lazy(async () => ({ default: (await import('../features/comments/comment-pins.tsx')).CommentPins })));

registerSettingsSection({
  id: 'shortcuts',
  label: 'settings.shortcuts.title',
  icon: Keyboard,
  order: 2,
  Content: lazy(async () => ({ default: (await import('../features/shortcuts/shortcuts-section.tsx')).ShortcutsSection })),
});
registerSettingsSection({
  id: 'spelling',
  label: 'spelling.title',
  icon: SpellCheck,
  order: 3,
  Content: lazy(async () => ({ default: (await import('../features/spelling/spelling-section.tsx')).SpellingSection })),
});
registerSettingsSection({
  id: 'remotes',
  label: 'remote.title',
  icon: Cloud,
  order: 4,
  Content: lazy(async () => ({ default: (await import('../features/sync/remotes-section.tsx')).RemotesSection })),
});

registerSettingsSection({
  id: 'backups',
  label: 'backup.title',
  icon: DatabaseBackup,
  order: 9,
  Content: lazy(async () => ({ default: (await import('../features/backups/backups-section.tsx')).BackupsSection })),
});

registerSettingsSection({
  id: 'updates',
  label: 'updates.title',
  icon: CircleArrowUp,
  order: 10,
  Content: lazy(async () => ({ default: (await import('../features/updates/updates-section.tsx')).UpdatesSection })),
});

registerShortcutList(boardShortcuts);
registerShortcutList(writingShortcuts);
registerShortcutList(playShortcuts);
registerShortcutList(conflictShortcutList);

registerSyncDialogs();
