/** List positions for drag and drop. Pure. */

export type ListDropTarget = { readonly key: string; readonly position: 'before' | 'after' };

/** The position for a drop beside another item, counted without the moving item; the end if `target` is not in the list. */
export function insertionIndex(ids: readonly string[], moving: string | null, target: ListDropTarget): number {
  const others = ids.filter((id) => id !== moving);
  const at = others.indexOf(target.key);
  if (at < 0) return others.length;
  return target.position === 'after' ? at + 1 : at;
}

/** The list with one of its members at another position. */
export function moveToIndex<T extends { readonly id: string }>(list: readonly T[], id: string, at: number): T[] {
  const moved = list.find((each) => each.id === id);
  if (!moved) return [...list];
  const others = list.filter((each) => each.id !== id);
  return [...others.slice(0, at), moved, ...others.slice(at)];
}
