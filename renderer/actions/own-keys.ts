/** The keys the writer has set: kept with the looks of this window, by the name of the action. */
import { look } from '../state/look.ts';
import type { Action, ActionName } from './action.ts';
import { actionNamed, actions, keysOf } from './actions.ts';

/**
 * Whether both can be meant by the same key: the list of projects and an open story are never there together, and the board and a row of a
 * tree never have the keyboard together.
 */
function meet(one: Action, other: Action): boolean {
  const isApart = (one.group === 'Projects') !== (other.group === 'Projects') && one.group !== 'Everywhere' && other.group !== 'Everywhere';
  const isElsewhere = one.place !== undefined && other.place !== undefined && one.place !== other.place;
  return one !== other && !isApart && !isElsewhere;
}

/** The other actions that have this key now. */
export const conflictsOf = (name: ActionName, key: string): Action[] =>
  actions.filter((other) => meet(actionNamed(name), other) && keysOf(other.name).includes(key));

const isOwn = (name: ActionName, keys: readonly string[]): boolean => keys.join(' ') === actionNamed(name).keys.join(' ');

function put(changed: Readonly<Record<string, readonly string[]>>): void {
  look.setState(({ keys }) => {
    const all = Object.entries({ ...keys, ...changed });
    return { keys: Object.fromEntries(all.filter(([name, own]) => !isOwn(name as ActionName, own))) };
  });
}

/** Sets the only key of an action; whoever had it gives it up. */
export function setKey(name: ActionName, key: string): void {
  const given = conflictsOf(name, key).map((other): [string, string[]] => [other.name, keysOf(other.name).filter((each) => each !== key)]);
  put({ ...Object.fromEntries(given), [name]: [key] });
}

export const takeKeys = (name: ActionName): void => put({ [name]: [] });

/** Its first keys again; whoever has got one of them since gives it up. */
export function resetKeys(name: ActionName): void {
  const { keys } = actionNamed(name);
  const given = keys.flatMap((key) =>
    conflictsOf(name, key).map((other): [string, string[]] => [other.name, keysOf(other.name).filter((each) => !keys.includes(each))]),
  );
  put({ ...Object.fromEntries(given), [name]: keys });
}

export const resetAllKeys = (): void => look.setState({ keys: {} });
