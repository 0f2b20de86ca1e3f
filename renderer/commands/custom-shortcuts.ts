/** Changes the shortcuts of actions. A shortcut belongs to one action: setting it removes it from other actions. */
import { shortcutSettingsStore } from '../state/shortcut-settings.ts';
import type { Action } from './action.ts';
import { findAction, listActions, shortcutsOf } from './action-registry.ts';

/**
 * Whether the same shortcut can be meant for both actions. The project list and an open project are never shown together, and the board and a
 * tree row never have the focus together.
 */
function canConflict(one: Action, other: Action): boolean {
  const areOnDifferentScreens =
    (one.group === 'Projects') !== (other.group === 'Projects') && one.group !== 'Everywhere' && other.group !== 'Everywhere';
  const areInDifferentContexts = one.context !== undefined && other.context !== undefined && one.context !== other.context;
  return one.name !== other.name && !areOnDifferentScreens && !areInDifferentContexts;
}

/** The other actions that have this shortcut now. */
export const findShortcutConflicts = (action: Action, shortcut: string): Action[] =>
  listActions().filter((other) => canConflict(action, other) && shortcutsOf(other).includes(shortcut));

const isDefaultShortcut = (name: string, shortcuts: readonly string[]): boolean =>
  shortcuts.join(' ') === (findAction(name)?.shortcuts ?? []).join(' ');

/** Stores only what differs from the default shortcuts. */
function saveCustomShortcuts(changed: Readonly<Record<string, readonly string[]>>): void {
  shortcutSettingsStore.setState(({ shortcuts }) => {
    const all = Object.entries({ ...shortcuts, ...changed });
    return { shortcuts: Object.fromEntries(all.filter(([name, own]) => !isDefaultShortcut(name, own))) };
  });
}

/** The shortcuts that other actions keep when `action` receives these. */
const withoutConflicts = (action: Action, taken: readonly string[]): Record<string, readonly string[]> => {
  const others = taken.flatMap((shortcut) => findShortcutConflicts(action, shortcut));
  return Object.fromEntries(others.map((other) => [other.name, shortcutsOf(other).filter((each) => !taken.includes(each))]));
};

/** Sets the only shortcut of an action. */
export const setShortcut = (action: Action, shortcut: string): void =>
  saveCustomShortcuts({ ...withoutConflicts(action, [shortcut]), [action.name]: [shortcut] });

export const clearShortcuts = (action: Action): void => saveCustomShortcuts({ [action.name]: [] });

/** Restores the default shortcuts of an action. */
export function resetShortcuts(action: Action): void {
  const { shortcuts = [] } = action;
  saveCustomShortcuts({ ...withoutConflicts(action, shortcuts), [action.name]: shortcuts });
}

export const resetAllShortcuts = (): void => shortcutSettingsStore.setState({ shortcuts: {} });
