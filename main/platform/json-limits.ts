/** How much a JSON text may contain: a few megabytes of `{}` would need gigabytes of memory as objects. */

export interface JsonLimits {
  /** Entries of lists and objects on all levels, and lists and objects themselves. */
  readonly values: number;
  /** Levels of lists and objects inside each other. */
  readonly depth: number;
}

/**
 * [G33] The most values of a story with this many bytes. An empty object takes about 60 bytes of memory and 3 of text; real stories have more than 20
 * bytes for each value. So a story needs at most about five times the memory of its file.
 */
export const maxStoryValues = (bytes: number): number => Math.max(1_000_000, Math.floor(bytes / 8));

/** More than any story has. JSON that is nested deeper could overflow the stack if it is walked. */
export const maxStoryDepth = 200;
