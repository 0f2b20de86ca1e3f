/** The page's colors for painting on a canvas: read once, and again when the color scheme or the contrast changes. */
import { type RefObject, useEffect, useState } from 'react';
import { type BoardColors, readBoardColors } from './paint-board.ts';

/** Reading them makes the browser recompute all styles of the page, so they are shared by all canvases. */
let cachedColors: BoardColors | null = null;
let userCount = 0;

export function useBoardColors(element: RefObject<Element | null>): BoardColors | null {
  const [colours, setColours] = useState<BoardColors | null>(cachedColors);
  useEffect(() => {
    const read = () => {
      cachedColors ??= element.current && readBoardColors(element.current);
      setColours(cachedColors);
    };
    const again = () => {
      cachedColors = null;
      read();
    };
    userCount++;
    read();
    const queries = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) => window.matchMedia(query));
    for (const query of queries) query.addEventListener('change', again);
    const watch = new MutationObserver(again);
    // The appearance settings change these attributes. The style attribute is not observed, because React Aria changes it whenever a dialog opens.
    watch.observe(document.documentElement, { attributes: true, attributeFilter: ['data-color-scheme', 'data-contrast'] });
    return () => {
      for (const query of queries) query.removeEventListener('change', again);
      watch.disconnect();
      // Without a subscriber, changes are not observed, so the cached colors may become outdated.
      if (--userCount === 0) cachedColors = null;
    };
  }, [element]);
  return colours;
}
