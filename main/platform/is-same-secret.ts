import { timingSafeEqual } from 'node:crypto';

/** Compares secrets in a time that does not depend on their content. A missing secret does not equal any other. */
export function isSameSecret(given: string | undefined, expected: string): boolean {
  if (given === undefined) return false;
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
