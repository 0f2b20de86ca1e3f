/** A short hash of a text, as part of the id of a row. Two texts may have the same hash; callers document the consequences. */
export function shortHash(text: string): string {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return (hash >>> 0).toString(36);
}
