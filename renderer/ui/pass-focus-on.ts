import { focusFirstInside } from './focus-inside.ts';

/**
 * A ref for what disappears once its button has done its work: if it has the focus then, the first control of the element around it that matches the
 * selector gets the focus. To be created once, outside of components.
 */
export const passFocusOnTo = (selector: string) => (element: HTMLElement | null) => {
  const around = element?.closest<HTMLElement>(selector);
  return () => {
    if (!around || !element?.contains(document.activeElement)) return;
    // While React removes the element, it handles no events of the focus.
    queueMicrotask(() => around.isConnected && focusFirstInside(around));
  };
};
