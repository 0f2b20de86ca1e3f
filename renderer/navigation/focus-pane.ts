/** Walks with the keyboard between the regions of the screen (those marked with `data-pane`). */
import { focusFirstInside } from '../ui/focus-inside.ts';

export function focusAdjacentPane(step: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter(
    (pane) => pane.offsetParent !== null || pane.getClientRects().length > 0,
  );
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const pane = at < 0 ? panes[step === 1 ? 0 : panes.length - 1] : panes[(at + step + panes.length) % panes.length];
  if (pane) focusFirstInside(pane);
}
