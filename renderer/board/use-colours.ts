/** The colours of the page for what is drawn on a canvas; read again when light turns to dark. */
import { type RefObject, useEffect, useState } from 'react';
import { type Colours, coloursOf } from './paint.ts';

export function useColours(place: RefObject<Element | null>): Colours | null {
  const [colours, setColours] = useState<Colours | null>(null);
  useEffect(() => {
    const read = () => place.current && setColours(coloursOf(place.current));
    read();
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', read);
    const watch = new MutationObserver(read);
    watch.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-color-scheme', 'class', 'style'] });
    return () => {
      dark.removeEventListener('change', read);
      watch.disconnect();
    };
  }, [place]);
  return colours;
}
