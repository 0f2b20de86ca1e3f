/** The keys the writer has set: kept with the looks of this window, by the name of the action. */
import { preferencesStore } from '../state/preferences.ts';
import type { Action, ActionName } from './action.ts';
import { actions, getAction, shortcutsFor } from './action-registry.ts';

/**
 * Whether both can be meant by the same key: the list of projects and an open story are never there together, and the board and a row of a
 * tree never have the keyboard together.
 */
function canConflict(one: Action, other: Action): boolean {
  const isApart = (one.group === 'Projects') !== (other.group === 'Projects') && one.group !== 'Everywhere' && other.group !== 'Everywhere';
  const isElsewhere = one.place !== undefined && other.place !== undefined && one.place !== other.place;
  return one !== other && !isApart && !isElsewhere;
}

/** The other actions that have this key now. */
export const findShortcutConflicts = (name: ActionName, key: string): Action[] =>
  actions.filter((other) => canConflict(getAction(name), other) && shortcutsFor(other.name).includes(key));

const isDefaultShortcut = (name: ActionName, keys: readonly string[]): boolean => keys.join(' ') === getAction(name).keys.join(' ');

function saveCustomShortcuts(changed: Readonly<Record<string, readonly string[]>>): void {
  preferencesStore.setState(({ keys }) => {
    const all = Object.entries({ ...keys, ...changed });
    return { keys: Object.fromEntries(all.filter(([name, own]) => !isDefaultShortcut(name as ActionName, own))) };
  });
}

/** Sets the only key of an action; whoever had it gives it up. */
export function setShortcut(name: ActionName, key: string): void {
  const given = findShortcutConflicts(name, key).map((other): [string, string[]] => [
    other.name,
    shortcutsFor(other.name).filter((each) => each !== key),
  ]);
  saveCustomShortcuts({ ...Object.fromEntries(given), [name]: [key] });
}

export const clearShortcuts = (name: ActionName): void => saveCustomShortcuts({ [name]: [] });

/** Its first keys again; whoever has got one of them since gives it up. */
export function resetShortcuts(name: ActionName): void {
  const { keys } = getAction(name);
  const given = keys.flatMap((key) =>
    findShortcutConflicts(name, key).map((other): [string, string[]] => [
      other.name,
      shortcutsFor(other.name).filter((each) => !keys.includes(each)),
    ]),
  );
  saveCustomShortcuts({ ...Object.fromEntries(given), [name]: keys });
}

export const resetAllShortcuts = (): void => preferencesStore.setState({ keys: {} });
