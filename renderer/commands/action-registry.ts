/** The actions that app/register.ts has registered, and their current shortcuts. */
import { languageStore } from '../messages/translate.ts';
import { appearanceStore } from '../state/appearance.ts';
import { boardViewStore } from '../state/board-view.ts';
import { editingPreferencesStore } from '../state/editing-preferences.ts';
import { openProjectStore } from '../state/open-project.ts';
import { openTabsStore } from '../state/open-tabs.ts';
import { paneLayoutStore } from '../state/pane-layout.ts';
import { selectionStore } from '../state/selection.ts';
import { shortcutSettingsStore } from '../state/shortcut-settings.ts';
import { syncStore } from '../state/sync-store.ts';
import { targetsStore } from '../state/targets-store.ts';
import { type Action, type ActionName, isProjectListShown } from './action.ts';
import { focusedRowStore } from './focused-row.ts';
import { isCharacterShortcut } from './shortcut-matching.ts';

const registered = new Map<string, Action>();

/** In the order in which they were registered. */
export const listActions = (): readonly Action[] => [...registered.values()];

/** Returns a function that removes them again. Throws when a name is taken. */
export function registerActions(actions: readonly Action[]): () => void {
  for (const action of actions) {
    if (registered.has(action.name)) throw new Error(`Two actions are named ${action.name}`);
    registered.set(action.name, action);
  }
  return () => {
    for (const { name } of actions) registered.delete(name);
  };
}

export const findAction = (name: string): Action | undefined => registered.get(name);

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
  appearanceStore,
  paneLayoutStore,
  openTabsStore,
  editingPreferencesStore,
  shortcutSettingsStore,
  targetsStore,
  syncStore,
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
