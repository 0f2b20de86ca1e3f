/**
 * Ids for what an export holds without one: the entries of an element's components, and of lists in attributes. The same thing gets the same
 * id in every read. They are never sent: an element is looked at before an attachment with such an id is touched.
 */
const provisionalPrefix = '~';

export const isProvisionalId = (id: string): boolean => id.startsWith(provisionalPrefix);

/** The id of each entry: of those that the base knows the one it has there, by what they name, in their order; else one that is made. */
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
    const made = createProvisionalId(owner, target, (each) => taken.has(each));
    taken.add(made);
    return made;
  });
}

export function createProvisionalId(owner: string, target: string, isTaken: (id: string) => boolean): string {
  let count = 1;
  while (isTaken(`${provisionalPrefix}${owner}:${target}:${count}`)) count++;
  return `${provisionalPrefix}${owner}:${target}:${count}`;
}
