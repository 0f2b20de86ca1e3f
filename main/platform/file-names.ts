/** Characters and names that file names must not have, for all file systems to which a file may be copied. */

/** Control characters, lone surrogates, line separators, bidi controls and zero-width characters, but not the joiner of emoji (200D). */
export const invisibleCharacters =
  /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/gu;

/** The names of devices on Windows, which are also reserved with an extension. */
export const reservedNames = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?:$|[\s.])/i;

/** The beginning of a text that has at most `bytes` bytes in UTF-8. `characters` are the pieces of the text that are not divided. */
export function truncateToBytes(characters: Iterable<string>, bytes: number): string {
  let truncated = '';
  let length = 0;
  for (const character of characters) {
    length += Buffer.byteLength(character);
    if (length > bytes) break;
    truncated += character;
  }
  return truncated;
}
