/** Decompresses what a server has sent, within limits: a few bytes of a hostile server may stand for gigabytes. */
import { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

/** The value of Accept-Encoding for `decompress`. */
export const acceptedEncodings = ['gzip', 'deflate', 'br'].join(', ');

/** More bytes than this must not stand for more than `maxRatio` times as many as were sent. Stories are compressed to a twentieth at best. */
const freeBytes = 4 * 1024 ** 2;
const maxRatio = 200;

/** Thrown as soon as the content exceeds a limit. */
export class DecompressionLimitError extends Error {
  constructor() {
    super('DECOMPRESSION_LIMIT');
  }
}

/**
 * The content of a body as it arrives. `encoding` is the value of Content-Encoding; undefined or `identity` returns the body itself. Throws
 * a DecompressionLimitError, or an Error if the encoding is unknown, the data is damaged, or the transfer is interrupted.
 */
export async function* decompress(body: AsyncIterable<Uint8Array>, encoding: string | undefined): AsyncGenerator<Uint8Array> {
  const name = encoding?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') {
    yield* body;
    return;
  }
  let received = 0;
  let first: number | undefined;
  const source = Readable.from(
    (async function* count() {
      for await (const piece of body) {
        received += piece.length;
        yield piece;
      }
    })(),
    { objectMode: true },
  );
  // Some servers send raw deflate data, which lacks the header of a zlib stream.
  if (name === 'deflate') first = await firstByteOf(source);
  const decoder = decoderFor(name, first);
  source.on('error', (error) => decoder.destroy(error));
  let content = 0;
  try {
    for await (const piece of source.pipe(decoder)) {
      content += piece.length;
      if (content > freeBytes && content > received * maxRatio) throw new DecompressionLimitError();
      yield piece;
    }
  } finally {
    source.destroy();
    decoder.destroy();
  }
}

/** The first byte, which stays in the stream; undefined if it is empty. */
async function firstByteOf(source: Readable): Promise<number | undefined> {
  for await (const piece of source.iterator({ destroyOnReturn: false })) {
    source.unshift(piece);
    return piece[0];
  }
  return undefined;
}

function decoderFor(encoding: string, first: number | undefined) {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    case 'deflate':
      return first !== undefined && (first & 0x0f) === 8 ? createInflate() : createInflateRaw();
    default:
      throw new Error(`Unknown encoding ${encoding}`);
  }
}
