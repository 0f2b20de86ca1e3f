/**
 * The arguments of the app, and what they or the operating system ask it to open: a project file, or a project by its link. Both are untrusted
 * input. Does not import Electron.
 */

import { extname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const appOption = /^(--(data|help|version|json|lang)(=|$)|-h$)/;

/**
 * The arguments that are meant for the app: without the program, the app's folder (in development), and Chromium's switches and `--` before
 * them.
 */
export function appArguments(argv: readonly string[], isPackaged: boolean): string[] {
  let rest = argv.slice(1);
  if (!isPackaged) {
    const folder = rest.findIndex((argument) => !argument.startsWith('-'));
    rest = folder < 0 ? [] : rest.slice(folder + 1);
  }
  const first = rest.findIndex((argument) => !argument.startsWith('-') || appOption.test(argument));
  return first < 0 ? [] : rest.slice(first);
}

/** The value of `--data DIR`, among arguments that may include switches of Chromium. */
export function dataFolderArgument(args: readonly string[]): string | undefined {
  const { data } = parseArgs({ args: [...args], options: { data: { type: 'string' } }, strict: false, allowPositionals: true }).values;
  return typeof data === 'string' && data !== '' ? data : undefined;
}

export interface RestartOptions {
  /** Another data folder; null for the one that is opened without `--data`, and the same one if it is missing. */
  readonly dataFolder?: string | null;
  /** `unchanged` if what this process was to open has not been opened yet. */
  readonly opens: OpenRequest | 'unchanged' | undefined;
}

/**
 * The arguments to restart the process. Options come before what is opened: on Windows, Electron does not start with a link that is followed
 * by another argument, unless `--` precedes both.
 */
export function restartArguments(argv: readonly string[], isPackaged: boolean, { dataFolder, opens }: RestartOptions): string[] {
  const own = appArguments(argv, isPackaged);
  const before = argv.slice(1, argv.length - own.length);
  const isKept = (argument: string, index: number): boolean => {
    const option = own[index - 1];
    if (/^--data(=|$)/.test(argument) || option === '--data') return dataFolder === undefined;
    return opens === 'unchanged' || option === '--lang' || parseOpenRequest(argument, '/') === undefined;
  };
  const folder = dataFolder == null ? [] : ['--data', dataFolder];
  return [...before, ...folder, ...own.filter(isKept), ...(opens === undefined || opens === 'unchanged' ? [] : [formatOpenRequest(opens)])];
}

export type OpenRequest = { readonly file: string } | { readonly projectHash: string };

const formatOpenRequest = (request: OpenRequest): string => ('file' in request ? request.file : formatProjectLink(request.projectHash));

/** The link that opens a project. */
export const formatProjectLink = (hash: string): string => `taleport://open/${hash}`;

/** Finds the last of the app's own arguments that can be opened; paths are relative to `folder`. */
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
