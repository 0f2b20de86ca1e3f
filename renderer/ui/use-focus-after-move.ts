import { type RefObject, useEffect, useRef } from 'react';

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
