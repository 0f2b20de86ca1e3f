/** The actions of the registered features, and their current shortcuts. */
import { message } from '../../shared/messages/message.ts';
import { languageStore } from '../messages/translate.ts';
import { appearanceStore } from '../state/appearance.ts';
import { boardViewStore } from '../state/board-view.ts';
import { openWhenLoaded } from '../state/busy-indicator.ts';
import { editingPreferencesStore } from '../state/editing-preferences.ts';
import { openProjectStore } from '../state/open-project.ts';
import { openTab, openTabsStore } from '../state/open-tabs.ts';
import { paneLayoutStore } from '../state/pane-layout.ts';
import { selectionStore } from '../state/selection.ts';
import { computedEditsStore } from '../state/send-command.ts';
import { shortcutSettingsStore } from '../state/shortcut-settings.ts';
import { storyFoldersStore } from '../state/story-folders-store.ts';
import { syncStore } from '../state/sync-store.ts';
import { targetsStore } from '../state/targets-store.ts';
import { type Action, isProjectListShown, isProjectOpen } from './action.ts';
import { type ActionName, type Feature, listFeatures, type TabView } from './feature.ts';
import { focusedRowStore } from './focused-row.ts';
import { createPaneAction } from './pane.ts';
import { isCharacterShortcut } from './shortcut-matching.ts';

/** The actions of a feature: its own, those that open its tabs, and those that show and hide its panes. */
const actionsOf = new WeakMap<Feature, readonly Action[]>();

function listActionsOf(feature: Feature): readonly Action[] {
  const existing = actionsOf.get(feature);
  if (existing) return existing;
  const { actions = [], tabs = [], panes = [] } = feature;
  const all = [...actions, ...tabs.map(createTabAction), ...panes.map(createPaneAction)];
  actionsOf.set(feature, all);
  return all;
}

function createTabAction({ name, icon, action, Content }: TabView): Action {
  return {
    name,
    group: 'Story',
    icon,
    ...action,
    isEnabled: isProjectOpen,
    // The code is loaded first, so that the tab does not appear empty. Meanwhile the user may have closed the project.
    run: openWhenLoaded(Content.load, () => isProjectOpen() && openTab(name), {
      loading: message('workspace.tabs.opening'),
      failure: message('workspace.tabs.notLoaded'),
    }),
  };
}

/** In the order in which their features were registered. */
export const listActions = (): readonly Action[] => listFeatures().flatMap(listActionsOf);

export const findAction = (name: string): Action | undefined => listActions().find((action) => action.name === name);

export function getAction(name: ActionName): Action {
  const action = findAction(name);
  if (!action) throw new Error(`There is no action ${name}`);
  return action;
}

/** Runs an action of another feature, if it is enabled. */
export function runAction(name: ActionName, on?: Parameters<Action['run']>[0]): void {
  const action = getAction(name);
  if (action.isEnabled(on)) action.run(on);
}

/** The shortcuts that the user has set for an action, or its default ones. */
export const shortcutsOf = ({ name, shortcuts = [] }: Action): readonly string[] =>
  shortcutSettingsStore.getState().shortcuts[name] ?? shortcuts;
/** Those that work now: in an open project, other actions have the shortcuts of the project list. */
export const activeShortcutsOf = (action: Action): readonly string[] =>
  action.group === 'Projects' && !isProjectListShown() ? [] : shortcutsOf(action);
export const shortcutFor = (name: ActionName): string | undefined => shortcutsOf(getAction(name))[0];

/**
 * The shortcut that a menu or a button shows: the first one that works now. With a selection on the board, a key that writes a character is
 * not a shortcut: it is typed into the selected item.
 */
export function shownShortcut(action: Action): string | undefined {
  const shortcuts = activeShortcutsOf(action);
  const isWriting = action.context === 'board' && selectionStore.getState().ids.size > 0;
  return shortcuts.find((keys) => !isWriting || !isCharacterShortcut(keys)) ?? shortcuts[0];
}

/** The stores that labels and conditions of actions may read. */
const actionStores = [
  languageStore,
  openProjectStore,
  computedEditsStore,
  appearanceStore,
  paneLayoutStore,
  openTabsStore,
  editingPreferencesStore,
  shortcutSettingsStore,
  targetsStore,
  syncStore,
  storyFoldersStore,
  selectionStore,
  boardViewStore,
  focusedRowStore,
] as const;

/** Calls back whenever a label, a condition or a shortcut of an action may have changed. */
export function subscribeToActionStores(onChange: () => void): () => void {
  const unsubscribes = actionStores.map((store) => store.subscribe(onChange));
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
  };
}
