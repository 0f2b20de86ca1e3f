/** Focuses the first focusable element in a region of the window; a list or canvas comes first. */
export function focusFirstInside(region: HTMLElement): void {
  const inside =
    region.querySelector<HTMLElement>('[role=treegrid], [role=grid], [role=application]') ??
    region.querySelector<HTMLElement>('button:not([disabled]), input:not([disabled]), a[href], [tabindex="0"]');
  if (!inside) region.tabIndex = -1;
  (inside ?? region).focus();
}
