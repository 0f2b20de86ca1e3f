/**
 * Decides where a target may write: inside the game project, never through a symbolic link that leads out of it, and never to files of the
 * engine. Every path is checked immediately before it is used.
 */
import { isAbsolute, join, relative, sep } from 'node:path';
import { message } from '../../../shared/messages/message.ts';
import type { Problem } from '../../../shared/problem.ts';
import type { Exporter } from '../../exporters/exporter.ts';
import { protectedPathsOf } from '../../exporters/exporters.ts';
import type { Disk } from '../../platform/disk.ts';
import { errorCodeOf } from '../../platform/errors.ts';
import { pathProblem } from '../delivery-messages.ts';

/** What decides where a folder may be written, and which folders are removed with their last file. An exporter is one. */
export type FolderWriter = Pick<Exporter, 'project' | 'protectedPaths' | 'integration' | 'removesEmptyFoldersIn'>;

const alwaysProtected = ['.git'];

/** A name that every file system accepts, as a part of a path inside the folder. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression rejects control characters
const portableName = /^(?!\.{1,2}$)[^\\/:*?"<>|\u0000-\u001f]*[^\\/:*?"<>|\u0000-\u001f. ]$/u;

function isProtectedPath(exporter: FolderWriter, path: string): boolean {
  const lowerCase = path.toLowerCase();
  const isInside = (whole: string): boolean => lowerCase === whole.toLowerCase() || lowerCase.startsWith(`${whole.toLowerCase()}/`);
  return (
    alwaysProtected.some(isInside) ||
    protectedPathsOf(exporter).some(
      ({ paths, extensions }) => paths.some(isInside) || extensions.some((extension) => lowerCase.endsWith(extension)),
    )
  );
}

export interface ResolvedFolder {
  /** The absolute path without links. */
  readonly at: string;
  /** Whether nothing had this name. */
  readonly isMissing: boolean;
}

interface SafePathOptions {
  /**
   * Folders that were already found to be safe in this comparison or write, by their path in the game project, so that each is only checked once for many
   * files. A write compares the folder again in any case (main/platform/open-folder.ts), and adds a file only where none is.
   */
  readonly resolvedFolders?: Map<string, ResolvedFolder>;
  /** Whether the file is to be added, which fails if something has this name, so that it is not looked at. */
  readonly isNew?: boolean;
  /** Whether the path is for the editor integration, which may edit the one protected file that the exporter names. */
  readonly isIntegration?: boolean;
}

/** Returns the absolute path to write to, without links; it need not exist. Throws a Problem `folder` if the path is not allowed. */
export async function resolveSafePath(
  disk: Disk,
  root: string,
  exporter: FolderWriter,
  path: string,
  { resolvedFolders, isNew = false, isIntegration = false }: SafePathOptions = {},
): Promise<string> {
  const names = path.split('/');
  const mayNot = (at: string): boolean => !(isIntegration && at === exporter.integration?.protectedPath) && isProtectedPath(exporter, at);
  if (!names.every((name) => portableName.test(name))) throw pathProblem(path, message('targets.path.notInside', { path }));
  if (mayNot(path)) throw pathProblem(path, message('targets.path.protected', { path }));
  let at = root;
  let isMissing = false;
  for (const [index, name] of names.entries()) {
    const next = join(at, name);
    const last = index === names.length - 1;
    const here = last || !resolvedFolders ? '' : names.slice(0, index + 1).join('/');
    const before = resolvedFolders?.get(here);
    if (before) {
      ({ at, isMissing } = before);
      continue;
    }
    // In a missing folder, only the disk knows whether the whole path is too long for it.
    const isAbsent = last ? isNew : isMissing;
    const kind = isAbsent ? null : await disk.kind(next);
    at = kind === 'link' ? await followLink(disk, root, next, names.slice(0, index + 1).join('/')) : next;
    const real = kind === 'link' ? await disk.kind(at) : kind;
    if (kind !== null && real !== (last ? 'file' : 'folder'))
      throw wrongKindProblem(names.slice(0, index + 1).join('/'), last ? 'notFile' : 'notFolder');
    isMissing ||= kind === null;
    if (!last) resolvedFolders?.set(here, { at, isMissing });
  }
  const inRoot = relative(root, at).split(sep).join('/');
  if (mayNot(inRoot)) throw pathProblem(path, message('targets.path.linkToProtected', { path, target: inRoot }));
  return at;
}

const wrongKindProblem = (path: string, fault: 'notFile' | 'notFolder'): Problem =>
  pathProblem(path, message(`targets.path.${fault}`, { path }));

async function followLink(disk: Disk, root: string, link: string, shown: string): Promise<string> {
  let target: string;
  try {
    target = await disk.realPath(link);
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT' || errorCodeOf(error) === 'ELOOP')
      throw pathProblem(shown, message('targets.path.brokenLink', { path: shown }));
    throw error;
  }
  const inside = relative(root, target);
  if (isAbsolute(inside) || inside === '..' || inside.startsWith(`..${sep}`)) {
    throw pathProblem(shown, message('targets.path.linkOutside', { path: shown }));
  }
  return target;
}
