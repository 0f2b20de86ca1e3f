/** Whether the keys that are pressed in an element belong to it. */
export function isTextField(target: EventTarget): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio], [type=range]), textarea, select');
}
