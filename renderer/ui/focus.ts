/** Where the focus goes: remembered, passed on, kept while a list is reordered, or moved into a region. */
import { type RefObject, useEffect, useRef } from 'react';
import { dialogStore } from './dialog-store.ts';

/**
 * Remembers where the focus is. The returned function returns whether the focus may be moved now: not if the user has begun to write elsewhere or has opened a
 * dialog. If the control that had the focus was removed, as an entry of a menu is, the window itself has moved the focus.
 */
export function rememberFocus(): () => boolean {
  if (typeof document === 'undefined') return () => true;
  const before = document.activeElement;
  const dialogs = dialogStore.getState().open.length;
  return () => {
    const { activeElement } = document;
    const writesElsewhere =
      activeElement !== before && before?.isConnected === true && activeElement !== null && isTextField(activeElement);
    return !writesElsewhere && dialogStore.getState().open.length <= dialogs;
  };
}

/**
 * A ref for what disappears once its button has done its work: if it has the focus then, the element around it that matches the selector gets the
 * focus, and not one of its controls, which may be disabled next. That element needs a `tabIndex`, also for a dialog that the button opened
 * (restore-focus.tsx). To be created once, outside of components.
 */
export const passFocusOnTo = (selector: string) => (element: HTMLElement | null) => {
  const around = element?.closest<HTMLElement>(selector);
  return () => {
    if (!around || !element?.contains(document.activeElement)) return;
    // While React removes the element, it handles no events of the focus.
    queueMicrotask(() => around.focus({ preventScroll: true }));
  };
};

/**
 * A ref for a row that its own button removes: if it has the focus then, the first control of the row next to it gets the focus. Without one, it is the first
 * control in the closest `region`, or in the element there that matches `fallback`. To be created once, outside of components.
 */
export const passFocusToNeighbor =
  (region: string, fallback = '') =>
  (row: HTMLElement | null) =>
  () => {
    const around = row?.closest(region);
    const next = row?.nextElementSibling ?? row?.previousElementSibling;
    if (!around || !row?.contains(document.activeElement)) return;
    // While React removes the row, it handles no events of the focus.
    queueMicrotask(() => {
      const control = ':is(textarea, button:not([disabled]), input:not([disabled]))';
      const [within, selector] = next?.isConnected ? [next, control] : [around, `${fallback} ${control}`];
      within.querySelector<HTMLElement>(selector)?.focus();
    });
  };

/** A ref for a notice below a text field that its own button removes: if it has the focus then, the field above it gets the focus. */
export const passFocusToField = (notice: HTMLElement | null) => () => {
  const around = notice?.parentElement;
  if (!around || !notice?.contains(document.activeElement)) return;
  const at = [...around.children].indexOf(notice);
  // While React removes the notice, it handles no events of the focus. The text that was restored may have another editor.
  queueMicrotask(() => {
    const before = around.children[at - 1];
    if (before instanceof HTMLElement) [before, ...before.querySelectorAll<HTMLElement>('*')].find(isTextField)?.focus();
  });
};

/**
 * Keeps the focus when the user reorders a list, because an element that is moved in the page loses it. `ids` is the order of the rows in `list`. The
 * returned function has to be called before the order changes.
 */
export function useFocusAfterMove(list: RefObject<HTMLElement | null>, ids: readonly string[]): () => void {
  const focusBeforeMove = useRef<Element | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ids` is not read, but each new order can lose the focus
  useEffect(() => {
    const { current } = focusBeforeMove;
    if (current instanceof HTMLElement && current.isConnected && list.current?.contains(current)) current.focus();
    focusBeforeMove.current = null;
  }, [list, ids]);
  return () => {
    focusBeforeMove.current = document.activeElement;
  };
}

/** Focuses the first focusable element in a region of the window; a list or canvas comes first. */
export function focusFirstInside(region: HTMLElement): void {
  const inside =
    region.querySelector<HTMLElement>('[role=treegrid], [role=grid], [role=application]') ??
    region.querySelector<HTMLElement>('button:not([disabled]), input:not([disabled]), a[href], [tabindex="0"]');
  if (!inside) region.tabIndex = -1;
  (inside ?? region).focus();
}

/** Whether no element has the focus: the one that had it was removed or disabled. */
export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Whether the keys that are pressed in an element belong to it. */
export function isTextField(target: EventTarget): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio], [type=range]), textarea, select');
}
