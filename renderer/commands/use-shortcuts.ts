/** Runs the actions by their keys, wherever the focus is, unless someone nearer has taken the key. */
import { type KeyboardEvent as ReactKeyboardEvent, useEffect } from 'react';
import { dialogStore } from '../ui/dialog-store.ts';
import { isMac } from '../ui/shortcut-keys.tsx';
import type { Action } from './action.ts';
import { actions, shortcutsFor } from './action-registry.ts';
import { rowFromElement, type TreeRow, trackFocusedRow } from './focused-row.ts';
import { matchesShortcut } from './shortcut-matching.ts';

/** The action that a pressed key means here, if it can be done now. */
const findActionForEvent = (event: Parameters<typeof matchesShortcut>[1], place?: Action['place'], on?: TreeRow): Action | undefined =>
  actions.find(
    (action) =>
      action.place === place &&
      !action.isHandledByBrowser &&
      shortcutsFor(action.name).some((each) => matchesShortcut(each, event, isMac)) &&
      action.enabled(on),
  );

/** For the canvas and the list of a board, while they have the keyboard: runs what the key means there. Whether it means anything. */
export function runBoardShortcut(event: KeyboardEvent): boolean {
  const action = findActionForEvent(event, 'board');
  void action?.run();
  return action !== undefined;
}

/** For a tree, before it takes the key itself: does to the row that has the keyboard what the key means there. */
export function runRowShortcut(event: ReactKeyboardEvent): void {
  const { target } = event;
  const row = target instanceof HTMLElement && target.getAttribute('role') === 'row' ? rowFromElement(target) : null;
  const action = row ? findActionForEvent(event, 'row', row) : undefined;
  if (!row || !action) return;
  event.preventDefault();
  event.stopPropagation();
  void action.run(row);
}

export function useShortcuts(): void {
  useEffect(trackFocusedRow, []);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || dialogStore.getState().open.length > 0) return;
      const action = findActionForEvent(event);
      if (!action || (isTypingText(event) && !isAllowedWhileTyping(event))) return;
      event.preventDefault();
      void action.run();
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
}

const isTypingText = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio], [type=range]), textarea, select'));

/** In a text, undo and redo are the text's own, and letters are letters. */
const isAllowedWhileTyping = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => {
  if (/^F\d+$/.test(key)) return true;
  return (ctrlKey || metaKey || altKey) && !['z', 'y'].includes(key.toLowerCase());
};
