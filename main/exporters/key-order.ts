/** Sorts many keys without moving them: sorting 20,000 ids as strings would take as long as writing the records. */

/**
 * The number of characters at the start of a key that are packed into a number, with 8 bits each. The position takes the other 21 bits of a
 * safe integer.
 */
const prefixLength = 4;
const maxPositions = 2 ** 21;

/** The positions of the keys in the order of the keys, by code units. */
export function sortedPositions(keys: readonly string[]): Iterable<number> {
  const compare = (one: number, two: number): number => ((keys[one] ?? '') < (keys[two] ?? '') ? -1 : 1);
  if (keys.length > maxPositions) return Array.from(keys, (_, at) => at).sort(compare);
  const packed = new Float64Array(keys.length);
  for (const [at, key] of keys.entries()) packed[at] = packPrefix(key) * maxPositions + at;
  packed.sort();
  const positions = new Uint32Array(keys.length);
  let run = 0;
  for (let at = 0; at < packed.length; at++) {
    positions[at] = (packed[at] ?? 0) % maxPositions;
    if (at > 0 && !hasSamePrefix(packed[at - 1], packed[at])) run = sortRun(positions, run, at, compare);
  }
  sortRun(positions, run, packed.length, compare);
  return positions;
}

/** A number that is not larger than that of any later key. The first character with more than 8 bits and those after it are ignored. */
function packPrefix(key: string): number {
  let packed = 0;
  let fits = true;
  for (let at = 0; at < prefixLength; at++) {
    const unit = fits && at < key.length ? Math.min(key.charCodeAt(at), 255) : 0;
    if (unit === 255) fits = false;
    packed = packed * 256 + unit;
  }
  return packed;
}

function hasSamePrefix(one = 0, two = 0): boolean {
  return Math.floor(one / maxPositions) === Math.floor(two / maxPositions);
}

/** Sorts keys with the same prefix. */
function sortRun(positions: Uint32Array, from: number, to: number, compare: (one: number, two: number) => number): number {
  if (to - from > 1) positions.subarray(from, to).sort(compare);
  return to;
}
