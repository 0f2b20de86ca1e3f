/** Undoes the percent-encoding of a part of a path; undefined if it is not valid. */
export function decodePathSegment(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
