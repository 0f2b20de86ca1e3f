/** Which rows of a long list are in sight, all of one height: only those are drawn. */
import { type RefObject, useEffect, useState } from 'react';

export const ROW_HEIGHT = 34;
/** So many rows are drawn beyond what is seen, at each end. */
const OVERSCAN_ROWS = 8;

export function useVisibleRows(scroller: RefObject<HTMLElement | null>, count: number): { first: number; last: number } {
  const [seen, setSeen] = useState({ top: 0, height: 800 });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = () => {
      // In whole rows, so that most scroll events draw nothing anew.
      const top = Math.floor(element.scrollTop / ROW_HEIGHT) * ROW_HEIGHT;
      const height = element.clientHeight;
      setSeen((before) => (before.top === top && before.height === height ? before : { top, height }));
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const watch = new ResizeObserver(look);
    watch.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      watch.disconnect();
    };
  }, [scroller]);
  const first = Math.max(0, Math.min(count, Math.floor(seen.top / ROW_HEIGHT)) - OVERSCAN_ROWS);
  return { first, last: Math.min(count, Math.ceil((seen.top + seen.height) / ROW_HEIGHT) + OVERSCAN_ROWS) };
}
