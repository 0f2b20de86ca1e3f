/** Fractional order keys: a key between any two neighbours without changing them. Compared as plain strings. */
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';

/** A key between two neighbours; null stands for an end of the list. */
export const rankBetween = (before: string | null, after: string | null): string => generateKeyBetween(before, after);

/** `count` keys in order between two neighbours. */
export const ranksBetween = (before: string | null, after: string | null, count: number): string[] =>
  generateNKeysBetween(before, after, count);
