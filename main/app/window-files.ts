/**
 * Serves the files that a window requests, with their headers: to the desktop by app://, to a browser by HTTP. These are the files of the
 * built window, and the stored files of projects.
 */
import { readFile } from 'node:fs/promises';
import { join, normalize, sep } from 'node:path';
import { type Backend, createInvoke } from '../../shared/contracts/ipc/backend.ts';
import { decodePathSegment } from '../../shared/text.ts';
import { createFileResponse } from '../platform/file-response.ts';
import { mimeTypeOf } from '../platform/mime-type.ts';

/** Scripts and style sheets may only come from our own files. Style attributes are allowed because rich text contains them. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  // Only these two policies may turn a string into HTML or a script (renderer/platform/trusted-types.ts).
  "require-trusted-types-for 'script'",
  'trusted-types taleport ProseMirrorClipboard',
].join('; ');

export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=(), payment=()',
};

/** Has no body, because only programs request such addresses. */
export const notFoundResponse = (): Response => new Response(null, { status: 404, headers: securityHeaders });

interface RendererFile {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns the file for the path of a URL (`/` is the page); undefined if there is none, or if the path leads outside the folder. */
export async function readRendererFile(folder: string, pathname: string): Promise<RendererFile | undefined> {
  const path = decodePath(pathname === '/' ? '/index.html' : pathname);
  const file = path === undefined ? undefined : normalize(join(folder, path));
  if (file === undefined || !file.startsWith(normalize(folder) + sep)) return undefined;
  const type = mimeTypeOf(file);
  if (type === undefined) return undefined;
  try {
    const body = new Uint8Array(await readFile(file));
    // The names of files in assets/ contain their hash, so only the page itself can change.
    const cache = path?.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    return {
      body,
      headers: { ...securityHeaders, 'content-type': isText(type) ? `${type}; charset=utf-8` : type, 'cache-control': cache },
    };
  } catch {
    return undefined;
  }
}

const isText = (type: string): boolean => type.startsWith('text/') || type === 'application/json';

function decodePath(pathname: string): string | undefined {
  try {
    const path = decodeURIComponent(pathname);
    return path.includes('\0') || path.includes('\\') ? undefined : path;
  } catch {
    return undefined;
  }
}

/** Stored files are immutable, so browsers may cache them for good. */
const cacheHeaders = { 'cache-control': 'private, max-age=31536000, immutable' };

/** The stored file at `/file/<project hash>/<stored filename>`; undefined if the path has another form or the file does not exist. */
export async function createProjectFileResponse(request: Request, call: Backend['call']): Promise<Response | undefined> {
  const [, hash, file] = /^\/file\/([^/]+)\/([^/]+)$/.exec(new URL(request.url).pathname)?.map(decodePathSegment) ?? [];
  if (hash === undefined || file === undefined) return undefined;
  const found = await createInvoke({ call })('asset.locate', { hash, file }).catch(() => null);
  return found ? createFileResponse(request, { ...found, disposition: 'inline', headers: cacheHeaders }) : undefined;
}
