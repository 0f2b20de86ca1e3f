/**
 * Everything the window can do: menus, buttons, keys, the palette and the list of keys are drawn from this one list.
 * `enabled` and `label` are read again whenever the stores named in `watched` change.
 */

import { mirrorActions } from '../mirror/mirror-actions.ts';
import { boardView } from '../state/board-view.ts';
import { look } from '../state/look.ts';
import { mirrors } from '../state/mirrors.ts';
import { openProject } from '../state/open-project.ts';
import { selection } from '../state/selection.ts';
import { targets } from '../state/targets.ts';
import type { Action, ActionName } from './action.ts';
import { boardActions } from './board-actions.ts';
import { rowInFocus } from './row.ts';
import { rowActions } from './row-actions.ts';
import { storyActions } from './story-actions.ts';
import { windowActions } from './window-actions.ts';

export const actions: readonly Action[] = [...storyActions, ...boardActions, ...rowActions, ...mirrorActions, ...windowActions];

/** The stores that `label` and `enabled` read. */
export const watched = [openProject, look, targets, mirrors, selection, boardView, rowInFocus] as const;

const byName = new Map(actions.map((action) => [action.name, action]));

export function actionNamed(name: ActionName): Action {
  const action = byName.get(name);
  if (!action) throw new Error(`There is no action ${name}`);
  return action;
}

/** The keys of an action: those the writer has set, else its own. */
export const keysOf = (name: ActionName): readonly string[] => look.getState().keys[name] ?? actionNamed(name).keys;
