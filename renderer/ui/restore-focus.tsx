/**
 * Dialogs, menus and lists that open over the rest draw this inside: when they close, the keyboard is back where it was before the next
 * key is pressed. React Aria gives it back a frame later and does not know the way where what had it has gone meanwhile; it does nothing
 * when the keyboard is already somewhere.
 */
import { useEffect, useState } from 'react';
import { focusFirstInside } from './focus-inside.ts';

interface FocusOrigin {
  /** What had the keyboard, and what that lies in, from the inside out. */
  readonly path: readonly HTMLElement[];
  /** Of what lies below and may close at the same time: a menu whose entry opens a dialog. */
  readonly below: FocusOrigin | undefined;
}

/** Of all that is open, the lowest first. */
const focusOrigins: FocusOrigin[] = [];

export function RestoreFocus() {
  const [place] = useState(captureFocusOrigin);
  useEffect(() => {
    focusOrigins.push(place);
    return () => {
      focusOrigins.splice(focusOrigins.indexOf(place), 1);
      // While effects are being undone, what lies below is still shut off.
      queueMicrotask(() => restoreFocus(place));
    };
  }, [place]);
  return null;
}

function captureFocusOrigin(): FocusOrigin {
  const path: HTMLElement[] = [];
  for (let each = document.activeElement; each instanceof HTMLElement && each !== document.body; each = each.parentElement)
    path.push(each, ...(each.role === 'row' ? siblingRows(each) : []));
  return { path, below: focusOrigins.at(-1) };
}

/** For a row that is deleted meanwhile: its list itself would select something when it gets the keyboard. */
function siblingRows(row: HTMLElement): HTMLElement[] {
  const rows = [...(row.closest('[role=treegrid], [role=grid]')?.querySelectorAll<HTMLElement>('[role=row]') ?? [])];
  const at = rows.indexOf(row);
  return [rows[at + 1], rows[at - 1]].filter((each) => each !== undefined);
}

function restoreFocus(place: FocusOrigin): void {
  for (let from: FocusOrigin | undefined = place; from && isFocusLost(); from = from.below)
    for (const element of from.path) {
      if (!element.isConnected) continue;
      element.focus({ preventScroll: true });
      if (isFocusLost() && element.matches('[data-pane]')) focusFirstInside(element);
      if (!isFocusLost()) return;
    }
  // What had it belonged to another screen: the list of projects, from where a story was imported.
  const main = document.querySelector<HTMLElement>('main[data-pane]');
  if (main && focusOrigins.length === 0 && isFocusLost()) focusFirstInside(main);
}

const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;
