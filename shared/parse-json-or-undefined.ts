/** The value of a JSON text; undefined if the text is not valid. JSON itself has no undefined. */
export function parseJsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
