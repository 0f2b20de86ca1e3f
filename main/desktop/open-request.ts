/**
 * Parses what the arguments or the operating system ask the app to open: a project file, or a project by its link. Both are untrusted
 * input. Does not import Electron.
 */
import { extname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

export type OpenRequest = { readonly file: string } | { readonly projectHash: string };

/** Finds the last of the app's own arguments (app-arguments.ts) that can be opened; paths are relative to `folder`. */
export function findOpenRequest(args: readonly string[], folder: string): OpenRequest | undefined {
  const options = { data: { type: 'string' }, lang: { type: 'string' } } as const;
  const { positionals } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true });
  return positionals.map((text) => parseOpenRequest(text, folder)).findLast((request) => request !== undefined);
}

/** Parses a link `taleport://open/HASH`, or the path or `file:` URL of a project file; undefined for everything else. */
export function parseOpenRequest(text: string, folder: string): OpenRequest | undefined {
  const [, projectHash] = /^taleport:\/\/open\/([\w-]{1,64})\/?$/.exec(text) ?? [];
  if (projectHash !== undefined) return { projectHash };
  const path = text.startsWith('file:') ? pathOfAddress(text) : text;
  // A URL with another scheme. A Windows path begins with a single letter instead.
  if (path === undefined || path.includes('\0') || /^[A-Za-z][A-Za-z0-9+.-]+:/.test(path)) return undefined;
  return projectFileExtensions.has(extname(path).toLowerCase()) ? { file: resolve(folder, path) } : undefined;
}

const projectFileExtensions = new Set(['.taleport', '.json', '.zip']);

/** The path of a `file:` URL of this computer. Another host would be contacted for the file, with the user's name. */
function pathOfAddress(text: string): string | undefined {
  try {
    const address = new URL(text);
    return address.host === '' ? fileURLToPath(address) : undefined;
  } catch {
    return undefined;
  }
}
