/** A form with one file ([Authentication 1]): its length is known in advance, and its bytes are read from the disk in chunks. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

export interface UploadSource {
  readonly path: string;
  /** The name that the user gave the file. */
  readonly name: string;
  readonly mime: string;
}

export interface MultipartBody {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** `boundary` must not occur in the file, so it is a new id. `onProgress` receives the number of bytes read so far. */
export async function createMultipartForm(
  fields: Readonly<Record<string, string>>,
  file: UploadSource,
  boundary: string,
  onProgress: (bytes: number) => void = () => undefined,
): Promise<MultipartBody> {
  const { size } = await stat(file.path);
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const disposition = `content-disposition: form-data; name="file"; filename="${escapeQuoted(file.name)}"`;
  const head = Buffer.from(`${parts.join('')}--${boundary}\r\n${disposition}\r\ncontent-type: ${file.mime}\r\n\r\n`);
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': String(head.length + size + tail.length) },
    body: multipartChunks(head, file.path, tail, onProgress),
  };
}

/** Escapes a name in the same way as browsers do in forms. */
const escapeQuoted = (name: string): string => name.replace(/["\r\n]/g, (sign) => ({ '"': '%22', '\r': '%0D', '\n': '%0A' })[sign] ?? '');

async function* multipartChunks(
  head: Uint8Array,
  path: string,
  tail: Uint8Array,
  onProgress: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  yield head;
  for await (const piece of createReadStream(path)) {
    bytes += piece.length;
    onProgress(bytes);
    yield piece;
  }
  yield tail;
}
