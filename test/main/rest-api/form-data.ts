/** Multipart forms byte by byte, so that a test can also send wrong ones. */
export const boundary = '----taleport-form-7MA4YWxkTrZu0gW';

export interface Part {
  readonly name?: string;
  readonly value: string | Uint8Array;
  readonly filename?: string;
  readonly type?: string;
}

export const file = (value: Uint8Array, filename = 'door.png'): Part => ({
  name: 'file',
  value,
  filename,
  type: 'application/octet-stream',
});
export const field = (name: string, value: string): Part => ({ name, value });

export function formOf(parts: readonly Part[]): Buffer {
  const pieces = parts.flatMap(({ name, value, filename, type }) => [
    Buffer.from(
      [
        `--${boundary}`,
        `Content-Disposition: form-data${name === undefined ? '' : `; name="${name}"`}${filename === undefined ? '' : `; filename="${filename}"`}`,
        ...(type === undefined ? [] : [`Content-Type: ${type}`]),
        '',
        '',
      ].join('\r\n'),
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

/** The body arrives in pieces of this size, as over a network. */
export function upload(
  body: Uint8Array,
  { path = '/upload', type = `multipart/form-data; boundary=${boundary}`, piece = 1000 } = {},
): Request {
  return streamed(inPieces(body, piece), path, type);
}

export function streamed(bytes: AsyncIterable<Uint8Array>, path = '/upload', type = `multipart/form-data; boundary=${boundary}`): Request {
  const pieces = bytes[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  const headers = { 'content-type': type };
  return new Request(`http://127.0.0.1${path}`, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
}

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
