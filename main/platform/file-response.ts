/**
 * Serves a stored file over HTTP, streamed from the disk: all of it, one range, or a 304 if the client already has it. Stored files may
 * come from anyone, so they must not run as a page: their type is fixed, sniffing is disabled and they are sandboxed.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { shortenMiddle } from '../../shared/text.ts';

interface ServedFile {
  /** The path in the file store, where the name of a file is the SHA-256 of its bytes. */
  readonly path: string;
  readonly mime: string;
  readonly name: string;
  readonly disposition: 'attachment' | 'inline';
  /** Additional headers, which take precedence over the defaults. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Responds to GET and HEAD; undefined if the file does not exist. The file is opened before the response is made, so that a response that
 * has announced its length delivers it even if the file is deleted meanwhile. The file stays open until the body has been read or cancelled.
 */
export async function createFileResponse(request: Request, served: ServedFile): Promise<Response | undefined> {
  const file = await open(served.path, 'r').catch(() => undefined);
  let response: Response | undefined;
  try {
    const found = await file?.stat();
    if (file && found?.isFile()) response = respond(request, served, file, found.size);
    return response;
  } finally {
    if (!response?.body) await file?.close();
  }
}

function respond(request: Request, served: ServedFile, file: FileHandle, size: number): Response {
  const etag = `"${basename(served.path)}"`;
  const headers: Record<string, string> = {
    'content-type': served.mime,
    'content-disposition': contentDisposition(served.disposition, served.name),
    etag,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    ...served.headers,
  };
  if (matchesEtag(request.headers.get('if-none-match'), etag)) {
    const { 'content-type': _, ...headersWithoutType } = headers;
    return new Response(null, { status: 304, headers: headersWithoutType });
  }
  const range = request.method === 'GET' ? parseRange(request.headers, etag, size) : undefined;
  if (range === 'beyond')
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${size}`, 'content-length': '0' } });
  const { from, to } = range ?? { from: 0, to: size - 1 };
  headers['content-length'] = String(to - from + 1);
  if (range) headers['content-range'] = `bytes ${from}-${to}/${size}`;
  const body = request.method === 'HEAD' || to < from ? null : streamFile(file, from, to);
  return new Response(body, { status: range ? 206 : 200, headers });
}

/** [RFC 9110] one range of bytes. Several ranges and invalid ones are ignored, as the standard permits. */
function parseRange(headers: Headers, etag: string, size: number): { from: number; to: number } | 'beyond' | undefined {
  const requested = headers.get('range');
  const condition = headers.get('if-range');
  const [, first = '', last = ''] = /^bytes=\s*(?:(\d+)\s*)?-\s*(?:(\d+)\s*)?$/i.exec(requested ?? '') ?? [];
  if (requested === null || (first === '' && last === '') || (condition !== null && condition !== etag)) return undefined;
  if (first === '') {
    const from = Math.max(0, size - Number(last));
    return Number(last) === 0 || size === 0 ? 'beyond' : { from, to: size - 1 };
  }
  if (last !== '' && Number(last) < Number(first)) return undefined;
  return Number(first) >= size ? 'beyond' : { from: Number(first), to: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

const matchesEtag = (header: string | null, etag: string): boolean =>
  header !== null && (header.trim() === '*' || header.split(',').some((each) => each.trim().replace(/^W\//, '') === etag));

/** Bytes per chunk. */
const chunkBytes = 128 * 1024;

/** Closes the file at the end. */
function streamFile(file: FileHandle, from: number, to: number): ReadableStream<Uint8Array> {
  let at = from;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { bytesRead, buffer } = await file.read(new Uint8Array(Math.min(chunkBytes, to + 1 - at)), 0, null, at);
          at += bytesRead;
          if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead));
          if (at <= to && bytesRead > 0) return;
          await file.close();
          if (at <= to) controller.error(new Error('The file is shorter than it was'));
          else controller.close();
        } catch (error) {
          await file.close().catch(() => undefined);
          throw error;
        }
      },
      cancel: () => file.close(),
    },
    { highWaterMark: 0 },
  );
}

/** The maximum number of characters of a name in a header: names of assets have no maximum length, and clients reject long headers. */
const maxNameLength = 200;

/** [RFC 6266] the name in ASCII for old clients and, if it differs, in UTF-8. */
function contentDisposition(disposition: ServedFile['disposition'], fullName: string): string {
  const name = shortenMiddle(fullName, maxNameLength);
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${encoded}`}`;
}
