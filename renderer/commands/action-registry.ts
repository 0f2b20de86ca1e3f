/**
 * Everything the window can do: menus, buttons, keys, the palette and the list of keys are drawn from this one list.
 * `enabled` and `label` are read again whenever the stores named in `watched` change.
 */

import { rowActions } from '../app/actions/row-actions.ts';
import { storyActions } from '../app/actions/story-actions.ts';
import { windowActions } from '../app/actions/window-actions.ts';
import { boardActions } from '../features/board/board-actions.ts';
import { syncActions } from '../features/sync/sync-actions.ts';
import { boardViewStore } from '../state/board-view.ts';
import { openProjectStore } from '../state/open-project.ts';
import { preferencesStore } from '../state/preferences.ts';
import { selectionStore } from '../state/selection.ts';
import { syncStore } from '../state/sync-store.ts';
import { targetsStore } from '../state/targets-store.ts';
import type { Action, ActionName } from './action.ts';
import { focusedRowStore } from './focused-row.ts';

export const actions: readonly Action[] = [...storyActions, ...boardActions, ...rowActions, ...syncActions, ...windowActions];

/** The stores that `label` and `enabled` read. */
export const actionStores = [
  openProjectStore,
  preferencesStore,
  targetsStore,
  syncStore,
  selectionStore,
  boardViewStore,
  focusedRowStore,
] as const;

const actionsByName = new Map(actions.map((action) => [action.name, action]));

export function getAction(name: ActionName): Action {
  const action = actionsByName.get(name);
  if (!action) throw new Error(`There is no action ${name}`);
  return action;
}

/** The keys of an action: those the writer has set, else its own. */
export const shortcutsFor = (name: ActionName): readonly string[] => preferencesStore.getState().keys[name] ?? getAction(name).keys;
