/** Where something comes to stand that was dropped beside another in a list. Pure. */

export type ListDropTarget = { readonly key: string; readonly position: 'before' | 'after' };

/** The position in the list as it is without the one that moves; the end where `beside` is not in it. */
export function insertionIndex(ids: readonly string[], moving: string | null, beside: ListDropTarget): number {
  const resting = ids.filter((id) => id !== moving);
  const at = resting.indexOf(beside.key);
  return at < 0 ? resting.length : beside.position === 'after' ? at + 1 : at;
}

/** The list with one of its members at another position. */
export function moveToIndex<T extends { readonly id: string }>(list: readonly T[], id: string, at: number): T[] {
  const moved = list.find((each) => each.id === id);
  if (!moved) return [...list];
  const rest = list.filter((each) => each.id !== id);
  return [...rest.slice(0, at), moved, ...rest.slice(at)];
}
