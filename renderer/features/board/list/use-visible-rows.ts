/** The visible rows of a long list whose rows have the same height; only these are rendered. */
import { type RefObject, useEffect, useState } from 'react';

export const ROW_HEIGHT = 34;
/** The number of rows rendered before and after the visible ones. */
const OVERSCAN_ROWS = 8;

export function useVisibleRows(scroller: RefObject<HTMLElement | null>, count: number): { first: number; last: number } {
  const [visible, setVisible] = useState({ top: 0, height: 800 });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = () => {
      // Rounded to whole rows, so that most scroll events cause no rendering.
      const top = Math.floor(element.scrollTop / ROW_HEIGHT) * ROW_HEIGHT;
      const height = element.clientHeight;
      setVisible((before) => (before.top === top && before.height === height ? before : { top, height }));
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
  const first = Math.max(0, Math.min(count, Math.floor(visible.top / ROW_HEIGHT)) - OVERSCAN_ROWS);
  return { first, last: Math.min(count, Math.ceil((visible.top + visible.height) / ROW_HEIGHT) + OVERSCAN_ROWS) };
}
