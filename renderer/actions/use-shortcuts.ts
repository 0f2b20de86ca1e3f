/** Runs the actions by their keys, wherever the focus is, unless someone nearer has taken the key. */
import { type KeyboardEvent as ReactKeyboardEvent, useEffect } from 'react';
import { dialogs } from '../ui/dialogs.ts';
import { isMac } from '../ui/keys.tsx';
import type { Action } from './action.ts';
import { actions, keysOf } from './actions.ts';
import { isPressed } from './key-match.ts';
import { followRows, type Row, rowAt } from './row.ts';

/** The action that a pressed key means here, if it can be done now. */
const actionFor = (event: Parameters<typeof isPressed>[1], place?: Action['place'], on?: Row): Action | undefined =>
  actions.find(
    (action) =>
      action.place === place &&
      !action.byBrowser &&
      keysOf(action.name).some((each) => isPressed(each, event, isMac)) &&
      action.enabled(on),
  );

/** For the canvas and the list of a board, while they have the keyboard: runs what the key means there. Whether it means anything. */
export function runOnBoard(event: KeyboardEvent): boolean {
  const action = actionFor(event, 'board');
  void action?.run();
  return action !== undefined;
}

/** For a tree, before it takes the key itself: does to the row that has the keyboard what the key means there. */
export function runOnRow(event: ReactKeyboardEvent): void {
  const { target } = event;
  const row = target instanceof HTMLElement && target.getAttribute('role') === 'row' ? rowAt(target) : null;
  const action = row ? actionFor(event, 'row', row) : undefined;
  if (!row || !action) return;
  event.preventDefault();
  event.stopPropagation();
  void action.run(row);
}

export function useShortcuts(): void {
  useEffect(followRows, []);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || dialogs.getState().open.length > 0) return;
      const action = actionFor(event);
      if (!action || (isWriting(event) && !worksWhileWriting(event))) return;
      event.preventDefault();
      void action.run();
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
}

const isWriting = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio], [type=range]), textarea, select'));

/** In a text, undo and redo are the text's own, and letters are letters. */
const worksWhileWriting = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => {
  if (/^F\d+$/.test(key)) return true;
  return (ctrlKey || metaKey || altKey) && !['z', 'y'].includes(key.toLowerCase());
};
