/**
 * Which records refer to which. Nearly all records have a few referrers, for which a list takes a fifth of the memory of a set; a component or an asset may
 * have thousands, for which a list would be slow.
 */
export class ReferrerIndex {
  /** Lists are replaced and never changed, so that none has room for entries that do not exist. */
  readonly #referrers = new Map<string, readonly string[] | Set<string>>();

  /** Once each, in the order in which they were added. */
  of(target: string): Iterable<string> {
    return this.#referrers.get(target) ?? noReferrers;
  }

  count(target: string): number {
    const known = this.#referrers.get(target);
    if (!known) return 0;
    return known instanceof Set ? known.size : known.length;
  }

  /** Does nothing if the referrer is known. */
  add(target: string, referrer: string): void {
    const known = this.#referrers.get(target);
    if (known instanceof Set) known.add(referrer);
    else if (!known) this.#referrers.set(target, [referrer]);
    else if (!known.includes(referrer))
      this.#referrers.set(target, known.length < maxListLength ? known.concat(referrer) : new Set(known).add(referrer));
  }

  remove(target: string, referrer: string): void {
    const known = this.#referrers.get(target);
    if (known instanceof Set) known.delete(referrer);
    else if (known?.includes(referrer))
      this.#referrers.set(
        target,
        known.filter((each) => each !== referrer),
      );
    if (this.count(target) === 0) this.#referrers.delete(target);
  }
}

const noReferrers: readonly string[] = [];

/** Searching a list of this length is as fast as searching a set. */
const maxListLength = 8;
