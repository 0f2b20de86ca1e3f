/**
 * Dialogs, menus and popovers render this component, so that the focus returns to its previous element as soon as they close. React Aria
 * restores the focus one frame later, which can miss a key press, and not at all if the element was removed meanwhile. It does nothing if
 * something already has the focus.
 */
import { useEffect, useState } from 'react';
import { focusFirstInside, focusMain, isFocusLost } from './focus.ts';

interface FocusOrigin {
  /** The element that had the focus and its ancestors, from the inside out. */
  readonly path: readonly HTMLElement[];
  /** The origin of the layer below, which may close at the same time: a menu whose entry opens a dialog. */
  readonly below: FocusOrigin | undefined;
}

/** The origins of all open layers, the lowest first. */
const focusOrigins: FocusOrigin[] = [];

export function RestoreFocus() {
  const [origin] = useState(captureFocusOrigin);
  useEffect(() => {
    focusOrigins.push(origin);
    return () => {
      focusOrigins.splice(focusOrigins.indexOf(origin), 1);
      // While effects are being cleaned up, the layer below is still inert.
      queueMicrotask(() => restoreFocus(origin));
    };
  }, [origin]);
  return null;
}

function captureFocusOrigin(): FocusOrigin {
  const path: HTMLElement[] = [];
  for (let each = document.activeElement; each instanceof HTMLElement && each !== document.body; each = each.parentElement)
    path.push(each, ...(each.role === 'row' ? siblingRows(each) : []));
  return { path, below: focusOrigins.at(-1) };
}

/** Alternatives for a row that is deleted meanwhile: focusing the list itself would select an item. */
function siblingRows(row: HTMLElement): HTMLElement[] {
  const rows = [...(row.closest('[role=treegrid], [role=grid]')?.querySelectorAll<HTMLElement>('[role=row]') ?? [])];
  const at = rows.indexOf(row);
  return [rows[at + 1], rows[at - 1]].filter((each) => each !== undefined);
}

function restoreFocus(origin: FocusOrigin): void {
  for (let from: FocusOrigin | undefined = origin; from && isFocusLost(); from = from.below)
    for (const element of from.path) {
      if (!element.isConnected || isInInactiveContent(element)) continue;
      element.focus({ preventScroll: true });
      if (isFocusLost() && element.matches('[data-pane]')) focusFirstInside(element);
      if (!isFocusLost()) return;
    }
  // The previous element was on another screen, for example the project list from which a story was imported.
  if (focusOrigins.length === 0 && isFocusLost()) focusMain();
}

/** What was done meanwhile has made the content on another side active, which is where the focus belongs. */
const isInInactiveContent = (element: HTMLElement): boolean => element.closest('[role=tabpanel][data-pane]:not([data-active])') !== null;
