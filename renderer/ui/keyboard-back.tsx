/**
 * Dialogs, menus and lists that open over the rest draw this inside: when they close, the keyboard is back where it was before the next
 * key is pressed. React Aria gives it back a frame later and does not know the way where what had it has gone meanwhile; it does nothing
 * when the keyboard is already somewhere.
 */
import { useEffect, useState } from 'react';
import { focusInside } from './focus-inside.ts';

interface Place {
  /** What had the keyboard, and what that lies in, from the inside out. */
  readonly path: readonly HTMLElement[];
  /** Of what lies below and may close at the same time: a menu whose entry opens a dialog. */
  readonly below: Place | undefined;
}

/** Of all that is open, the lowest first. */
const places: Place[] = [];

export function KeyboardBack() {
  const [place] = useState(placeNow);
  useEffect(() => {
    places.push(place);
    return () => {
      places.splice(places.indexOf(place), 1);
      // While effects are being undone, what lies below is still shut off.
      queueMicrotask(() => giveBack(place));
    };
  }, [place]);
  return null;
}

function placeNow(): Place {
  const path: HTMLElement[] = [];
  for (let each = document.activeElement; each instanceof HTMLElement && each !== document.body; each = each.parentElement)
    path.push(each, ...(each.role === 'row' ? besides(each) : []));
  return { path, below: places.at(-1) };
}

/** For a row that is deleted meanwhile: its list itself would select something when it gets the keyboard. */
function besides(row: HTMLElement): HTMLElement[] {
  const rows = [...(row.closest('[role=treegrid], [role=grid]')?.querySelectorAll<HTMLElement>('[role=row]') ?? [])];
  const at = rows.indexOf(row);
  return [rows[at + 1], rows[at - 1]].filter((each) => each !== undefined);
}

function giveBack(place: Place): void {
  for (let from: Place | undefined = place; from && isLost(); from = from.below)
    for (const element of from.path) {
      if (!element.isConnected) continue;
      element.focus({ preventScroll: true });
      if (isLost() && element.matches('[data-pane]')) focusInside(element);
      if (!isLost()) return;
    }
  // What had it belonged to another screen: the list of projects, from where a story was imported.
  const main = document.querySelector<HTMLElement>('main[data-pane]');
  if (main && places.length === 0 && isLost()) focusInside(main);
}

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;
