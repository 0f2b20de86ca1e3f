/** The colours of the page for what is drawn on a canvas; read once for all, and again when light turns to dark. */
import { type RefObject, useEffect, useState } from 'react';
import { type BoardColors, readBoardColors } from './paint-board.ts';

/** Reading them makes the browser reckon every style of the page: not each time that a canvas comes. */
let cachedColors: BoardColors | null = null;
let userCount = 0;

export function useBoardColors(place: RefObject<Element | null>): BoardColors | null {
  const [colours, setColours] = useState<BoardColors | null>(cachedColors);
  useEffect(() => {
    const read = () => {
      cachedColors ??= place.current && readBoardColors(place.current);
      setColours(cachedColors);
    };
    const again = () => {
      cachedColors = null;
      read();
    };
    userCount++;
    read();
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', again);
    const watch = new MutationObserver(again);
    // What the look writes there; others write its style whenever a dialog comes or goes.
    watch.observe(document.documentElement, { attributes: true, attributeFilter: ['data-color-scheme', 'data-contrast'] });
    return () => {
      dark.removeEventListener('change', again);
      watch.disconnect();
      // Nobody would hear that they change.
      if (--userCount === 0) cachedColors = null;
    };
  }, [place]);
  return colours;
}
