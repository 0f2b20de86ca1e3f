/** Gives the keyboard to the first thing in a region of the screen that takes it: its list or canvas before all others. */
export function focusFirstInside(region: HTMLElement): void {
  const inside =
    region.querySelector<HTMLElement>('[role=treegrid], [role=grid], [role=application]') ??
    region.querySelector<HTMLElement>('button:not([disabled]), input:not([disabled]), a[href], [tabindex="0"]');
  if (!inside) region.tabIndex = -1;
  (inside ?? region).focus();
}
