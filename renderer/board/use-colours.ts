/** The colours of the page for what is drawn on a canvas; read once for all, and again when light turns to dark. */
import { type RefObject, useEffect, useState } from 'react';
import { type Colours, coloursOf } from './paint.ts';

/** Reading them makes the browser reckon every style of the page: not each time that a canvas comes. */
let known: Colours | null = null;
let users = 0;

export function useColours(place: RefObject<Element | null>): Colours | null {
  const [colours, setColours] = useState<Colours | null>(known);
  useEffect(() => {
    const read = () => {
      known ??= place.current && coloursOf(place.current);
      setColours(known);
    };
    const again = () => {
      known = null;
      read();
    };
    users++;
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
      if (--users === 0) known = null;
    };
  }, [place]);
  return colours;
}
