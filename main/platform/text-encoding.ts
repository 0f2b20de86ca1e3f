/** Texts of other programs, most of which are UTF-8. Windows also writes UTF-16, and some programs begin a text with a byte order mark. */

/** The text as UTF-8 without byte order marks. UTF-16 is recognized by its mark, or by an ASCII character at its beginning. The bytes may be invalid. */
export function toUtf8(bytes: Uint8Array): Uint8Array {
  const [first, second, third, fourth] = bytes;
  // JSON begins with two ASCII characters, or is one.
  const isLittleEndian = first !== 0 && second === 0 && third !== 0 && fourth === 0;
  const isBigEndian = first === 0 && second !== 0 && third === 0 && fourth !== 0;
  if (isLittleEndian || (first === 0xff && second === 0xfe)) return withoutMarks(Buffer.from(new TextDecoder('utf-16le').decode(bytes)));
  if (isBigEndian || (first === 0xfe && second === 0xff)) return withoutMarks(Buffer.from(new TextDecoder('utf-16be').decode(bytes)));
  return withoutMarks(bytes);
}

/** Some programs add a second mark to a text that already has one. */
function withoutMarks(bytes: Uint8Array): Uint8Array {
  let at = 0;
  while (bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf) at += 3;
  return bytes.subarray(at);
}
