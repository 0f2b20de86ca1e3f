/** List positions for drag and drop. Pure. */

export type ListDropTarget = { readonly key: string; readonly position: 'before' | 'after' };

/** The position for a drop beside another item, counted without the moving item; the end if `beside` is not in the list. */
export function insertionIndex(ids: readonly string[], moving: string | null, beside: ListDropTarget): number {
  const others = ids.filter((id) => id !== moving);
  const at = others.indexOf(beside.key);
  if (at < 0) return others.length;
  return beside.position === 'after' ? at + 1 : at;
}

/** The list with one of its members at another position. */
export function moveToIndex<T extends { readonly id: string }>(list: readonly T[], id: string, at: number): T[] {
  const moved = list.find((each) => each.id === id);
  if (!moved) return [...list];
  const rest = list.filter((each) => each.id !== id);
  return [...rest.slice(0, at), moved, ...rest.slice(at)];
}
