/**
 * Where a target may write: inside the game project, never through a symbolic link that leads out of it, and never into
 * what belongs to the engine. Every path goes through here right before it is used.
 */
import { isAbsolute, join, relative, sep } from 'node:path';
import { type ExportFormat, exportFormats } from '../../shared/contracts/findings.ts';
import { Problem } from '../../shared/problem.ts';
import { type Disk, errorCodeOf } from '../platform/disk.ts';

interface ProtectedPaths {
  /** Files and folders, from the root of the game project; all that lies in them counts too. */
  readonly paths: readonly string[];
  readonly extensions: readonly string[];
}

const protectedPaths: Record<ExportFormat, ProtectedPaths> = {
  json: { paths: [], extensions: [] },
  unity: {
    paths: ['Library', 'Temp', 'Logs', 'obj', 'UserSettings', 'ProjectSettings', 'Packages', 'Assets/Arcweave/Plugin'],
    extensions: ['.meta'],
  },
  unreal: {
    paths: ['Binaries', 'Intermediate', 'Saved', 'DerivedDataCache', 'Plugins', 'Config'],
    extensions: ['.uasset', '.umap', '.uproject'],
  },
  godot: { paths: ['.godot', '.import', 'addons', 'project.godot', 'export_presets.cfg'], extensions: ['.import', '.uid'] },
};
const alwaysProtected = ['.git'];

/** A path inside the folder, with '/' between names that every file system takes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
const portableName = /^(?!\.{1,2}$)[^\\/:*?"<>|\u0000-\u001f]*[^\\/:*?"<>|\u0000-\u001f. ]$/u;

export function isProtectedPath(engine: ExportFormat, path: string): boolean {
  const low = path.toLowerCase();
  // A plain JSON target may lie in any engine's project.
  const lists = engine === 'json' ? exportFormats.map((name) => protectedPaths[name]) : [protectedPaths[engine]];
  const inside = (whole: string): boolean => low === whole.toLowerCase() || low.startsWith(`${whole.toLowerCase()}/`);
  return (
    alwaysProtected.some(inside) ||
    lists.some(({ paths, extensions }) => paths.some(inside) || extensions.some((ending) => low.endsWith(ending)))
  );
}

/**
 * The one file of an engine's that a helper may edit, when the user has switched it on: precisely these, to the letter.
 * A Godot resource is the user's own and never among what belongs to the engine.
 */
const integrationFiles: Partial<Record<ExportFormat, string>> = { unreal: 'Config/DefaultEditor.ini' };

interface SafePathOptions {
  /** Folders found to be safe in this very look: asked once for many files. Never for a look that comes before a write. */
  readonly resolvedFolders?: Map<string, string>;
  /** A helper edits this file. */
  readonly isIntegration?: boolean;
}

/** The real absolute path to write to; it need not exist. Throws a Problem `folder` for what is not allowed. */
export async function resolveSafePath(
  disk: Disk,
  root: string,
  engine: ExportFormat,
  path: string,
  { resolvedFolders, isIntegration = false }: SafePathOptions = {},
): Promise<string> {
  const names = path.split('/');
  const mayNot = (at: string): boolean => !(isIntegration && at === integrationFiles[engine]) && isProtectedPath(engine, at);
  if (!names.every((name) => portableName.test(name))) throw pathProblem(path, 'is not a path inside the folder');
  if (mayNot(path)) throw pathProblem(path, 'belongs to the engine and is never written to');
  let at = root;
  for (const [index, name] of names.entries()) {
    const next = join(at, name);
    const last = index === names.length - 1;
    const here = last || !resolvedFolders ? '' : names.slice(0, index + 1).join('/');
    const before = resolvedFolders?.get(here);
    if (before !== undefined) {
      at = before;
      continue;
    }
    const kind = await disk.kind(next);
    if (kind === null) {
      at = join(next, ...names.slice(index + 1));
      break;
    }
    at = kind === 'link' ? await followLink(disk, root, next, names.slice(0, index + 1).join('/')) : next;
    const real = kind === 'link' ? await disk.kind(at) : kind;
    if (real !== (last ? 'file' : 'folder')) throw pathProblem(names.slice(0, index + 1).join('/'), last ? 'is no file' : 'is no folder');
    if (!last) resolvedFolders?.set(here, at);
  }
  const inRoot = relative(root, at).split(sep).join('/');
  if (mayNot(inRoot)) throw pathProblem(path, `leads to ${inRoot}, which belongs to the engine`);
  return at;
}

async function followLink(disk: Disk, root: string, link: string, shown: string): Promise<string> {
  let target: string;
  try {
    target = await disk.realPath(link);
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT' || errorCodeOf(error) === 'ELOOP')
      throw pathProblem(shown, 'is a symbolic link that leads nowhere');
    throw error;
  }
  const inside = relative(root, target);
  if (isAbsolute(inside) || inside === '..' || inside.startsWith(`..${sep}`)) {
    throw pathProblem(shown, 'is a symbolic link that leads out of the game project. Put a real folder there, or choose another one');
  }
  return target;
}

const pathProblem = (path: string, why: string): Problem => new Problem('folder', `${path} ${why}.`, { context: { path } });
