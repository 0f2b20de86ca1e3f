/**
 * Ids for entries that exports contain without one: an element's components, and lists in attributes. The same entry gets the same id in
 * every read. They are never sent: the element is read before a request changes an attachment with such an id.
 */
const provisionalPrefix = '~';

export const isProvisionalId = (id: string): boolean => id.startsWith(provisionalPrefix);

/** The id of each entry: that in the base, matched by target and order, or else a new one. */
export function assignEntryIds(
  owner: string,
  targets: readonly string[],
  known: readonly { readonly id: string; readonly target: string }[],
): string[] {
  const free = new Map<string, string[]>();
  for (const { id, target } of known) free.set(target, [...(free.get(target) ?? []), id]);
  const taken = new Set(known.map(({ id }) => id));
  return targets.map((target) => {
    const [id, ...more] = free.get(target) ?? [];
    free.set(target, more);
    if (id !== undefined) return id;
    const created = createProvisionalId(owner, target, (each) => taken.has(each));
    taken.add(created);
    return created;
  });
}

export function createProvisionalId(owner: string, target: string, isTaken: (id: string) => boolean): string {
  let count = 1;
  while (isTaken(`${provisionalPrefix}${owner}:${target}:${count}`)) count++;
  return `${provisionalPrefix}${owner}:${target}:${count}`;
}
