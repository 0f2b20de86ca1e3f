/** Runs actions by their shortcuts wherever the focus is, unless the focused element has handled the key. */
import { type KeyboardEvent as ReactKeyboardEvent, useEffect } from 'react';
import { isOpenBoardRendered, runWhenBoardIsRendered } from '../state/board-view.ts';
import { selectionStore } from '../state/selection.ts';
import { dialogStore } from '../ui/dialog-store.ts';
import { isTextField } from '../ui/focus.ts';
import { isMac } from '../ui/shortcut-keys.tsx';
import type { Action, ActionTarget } from './action.ts';
import { activeShortcutsOf, listActions } from './action-registry.ts';
import { rowFromElement, trackFocusedRow } from './focused-row.ts';
import { letterOf, matchesShortcut, writesCharacter } from './shortcut-matching.ts';

/** The enabled action for a key press in this context. */
const findActionForEvent = (
  event: Parameters<typeof matchesShortcut>[1],
  context?: Action['context'],
  on?: ActionTarget,
): Action | undefined =>
  listActions().find(
    (action) =>
      action.context === context &&
      !action.isHandledByBrowser &&
      activeShortcutsOf(action).some((each) => matchesShortcut(each, event, isMac)) &&
      action.isEnabled(on),
  );

const isBoardShortcut = (event: KeyboardEvent): boolean =>
  listActions().some(
    (action) =>
      action.context === 'board' &&
      !action.isHandledByBrowser &&
      activeShortcutsOf(action).some((each) => matchesShortcut(each, event, isMac)),
  );

/**
 * For the canvas and the list view of a board while they have the focus. Returns whether the key ran an action. With a selection, a key that writes a
 * character runs none: it is typed into the selected item (features/board/writing). While another board is still shown than the one that was opened, the
 * key waits for that one.
 */
export function runBoardShortcut(event: KeyboardEvent): boolean {
  if (!isOpenBoardRendered()) {
    if (!isBoardShortcut(event)) return false;
    runWhenBoardIsRendered(() => runBoardShortcut(event));
    return true;
  }
  if (selectionStore.getState().ids.size > 0 && writesCharacter(event)) return false;
  const action = findActionForEvent(event, 'board');
  action?.run();
  return action !== undefined;
}

/** For a tree, before it handles the key itself: runs the action on the row that has the focus. */
export function runRowShortcut(event: ReactKeyboardEvent): void {
  const { target } = event;
  const row = target instanceof HTMLElement && target.getAttribute('role') === 'row' ? rowFromElement(target) : null;
  const action = row ? findActionForEvent(event, 'row', row) : undefined;
  if (!row || !action) return;
  event.preventDefault();
  event.stopPropagation();
  action.run(row);
}

export function useShortcuts(): void {
  useEffect(trackFocusedRow, []);
  useEffect(() => {
    window.addEventListener('keydown', runShortcut);
    return () => window.removeEventListener('keydown', runShortcut);
  }, []);
}

/** Also for keys that React Aria keeps from the window: those of a button inside an item of a grid. */
export function runShortcut(event: KeyboardEvent): void {
  if (event.defaultPrevented) return;
  // Outside of texts the browser would select the whole interface.
  if (matchesShortcut('Mod+A', event, isMac) && !isTypingText(event)) event.preventDefault();
  if (event.repeat || dialogStore.getState().open.length > 0) return;
  const action = findActionForEvent(event);
  if (!action || (isTypingText(event) && !isAllowedWhileTyping(event))) return;
  event.preventDefault();
  action.run();
}

/** The path begins inside of shadow roots, where `target` would be their host. */
function isTypingText(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  return target !== undefined && isTextField(target);
}

/** While a text is edited, undo and redo apply to the text, and characters are typed: on a Mac, also those of Alt. */
const isAllowedWhileTyping = (event: KeyboardEvent): boolean => {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (/^F\d+$/.test(key)) return true;
  return (ctrlKey || metaKey || (altKey && !isMac)) && !['z', 'y'].includes(letterOf(event, isMac));
};
