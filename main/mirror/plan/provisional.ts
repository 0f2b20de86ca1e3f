/**
 * Ids for what an export holds without one: the entries of an element's components, and of lists in attributes. The same thing gets the same
 * id in every read. They are never sent: an element is looked at before an attachment with such an id is touched.
 */
const mark = '~';

export const isProvisional = (id: string): boolean => id.startsWith(mark);

/** The id of each entry: of those that the base knows the one it has there, by what they name, in their order; else one that is made. */
export function entryIds(
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
    const made = provisionalId(owner, target, (each) => taken.has(each));
    taken.add(made);
    return made;
  });
}

export function provisionalId(owner: string, target: string, isTaken: (id: string) => boolean): string {
  let count = 1;
  while (isTaken(`${mark}${owner}:${target}:${count}`)) count++;
  return `${mark}${owner}:${target}:${count}`;
}
