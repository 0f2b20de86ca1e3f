/** Decodes the percent-encoding of a path segment; undefined if it is not valid. */
export function decodePathSegment(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
