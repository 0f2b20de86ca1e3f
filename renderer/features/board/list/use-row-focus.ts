/** Scrolls the active row of a list into view when it changes, and gives it the focus. */
import { type FocusEvent, useCallback, useEffect, useRef } from 'react';
import type { VirtualRows } from '../../../ui/use-virtual-rows.ts';

interface ActiveRow {
  readonly id: string | null;
  readonly index: number;
  /** Whether the user, or a selection, made it the active row; otherwise it is the default, because one row is always active. */
  readonly isChosen: boolean;
}

/** A row takes the focus when that is requested, and when the row that had the focus is removed. Elements of rows have the attribute `data-row`. */
export function useRowFocus({ scrollerRef, scrollToIndex }: Pick<VirtualRows, 'scrollerRef' | 'scrollToIndex'>, active: ActiveRow) {
  const isRequested = useRef(false);
  const hasFocus = useRef(false);
  const lastRow = useRef('');
  useEffect(() => {
    const scroller = scrollerRef.current;
    if (!scroller) return;
    const row = `${active.index} ${active.id}`;
    if (lastRow.current !== row && active.isChosen) scrollToIndex(active.index);
    lastRow.current = row;
    if (!isRequested.current && !(hasFocus.current && document.activeElement === document.body)) return;
    isRequested.current = false;
    (scroller.querySelector<HTMLElement>(`[data-row="${active.id}"]`) ?? scroller).focus({ preventScroll: true });
  });

  const requestFocus = useCallback((): void => {
    isRequested.current = true;
  }, []);
  const onFocus = (): void => {
    hasFocus.current = true;
  };
  /** Removing the focused row must not count as moving the focus away. */
  const onBlur = ({ target }: FocusEvent): void => {
    queueMicrotask(() => {
      if (target.isConnected) hasFocus.current = scrollerRef.current?.contains(document.activeElement) ?? false;
    });
  };
  return { requestFocus, onFocus, onBlur };
}
