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
