/** Decodes a file of the user to text for a small edit, and encodes it again with every other byte unchanged. */
interface LosslessText {
  readonly text: string;
  /** The bytes of the file with this text in place of its own. */
  encode(text: string): Buffer;
  readonly newLine: '\r\n' | '\n';
}

export function decodeLossless(bytes: Buffer): LosslessText {
  const [mark, encoding] = detectEncoding(bytes);
  const body = bytes.subarray(mark.length);
  const swapped = encoding === 'utf16be';
  const text = swapped ? Buffer.from(body).swap16().toString('utf16le') : body.toString(encoding);
  return {
    text,
    newLine: /\r\n/.test(text) ? '\r\n' : '\n',
    encode: (next) => {
      const encoded = Buffer.from(next, swapped ? 'utf16le' : encoding);
      return Buffer.concat([mark, swapped ? encoded.swap16() : encoded]);
    },
  };
}

/**
 * Without a byte order mark, every byte is decoded as one character, so that it is encoded unchanged. Inserted text must be ASCII, or
 * encoded in the same way.
 */
function detectEncoding(bytes: Buffer): [mark: Buffer, encoding: 'latin1' | 'utf16le' | 'utf16be'] {
  const even = bytes.length % 2 === 0;
  if (even && bytes[0] === 0xff && bytes[1] === 0xfe) return [bytes.subarray(0, 2), 'utf16le'];
  if (even && bytes[0] === 0xfe && bytes[1] === 0xff) return [bytes.subarray(0, 2), 'utf16be'];
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return [bytes.subarray(0, 3), 'latin1'];
  return [Buffer.alloc(0), 'latin1'];
}

/** Encodes text as UTF-8, with one character for each byte. */
export const utf8ToByteString = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
export const byteStringToUtf8 = (text: string): string => Buffer.from(text, 'latin1').toString('utf8');
