/** Limits for the content of a JSON text: a few megabytes of `{}` would need gigabytes of memory as objects. */

export interface JsonLimits {
  /** The number of entries of lists and objects on all levels, including the lists and objects themselves. */
  readonly values: number;
  /** The number of levels of nested lists and objects. */
  readonly depth: number;
}

/**
 * [G33] the maximum number of values of a story with this many bytes. An empty object takes about 60 bytes of memory and 3 of text; real
 * stories have more than 20 bytes for each value. With this limit, a story needs at most about five times the memory of its file.
 */
export const maxStoryValues = (bytes: number): number => Math.max(1_000_000, Math.floor(bytes / 8));

/** More levels than any story has. Walking JSON that is nested more deeply could overflow the stack. */
export const maxStoryDepth = 200;
