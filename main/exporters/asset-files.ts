/**
 * The asset files of an export: to which path each stored file is written, so that the importer finds it (exports.md), and which name it
 * has in the story file.
 */
import type { Finding } from '../../shared/contracts/findings.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { jsonEquals } from '../../shared/model/change-set.ts';
import type { StoryRecord } from '../../shared/model/kinds/kinds.ts';
import type { Project } from '../../shared/model/project.ts';
import { toFileNameKey } from '../../shared/text.ts';
import { invisibleCharacters, reservedNames, truncateToBytes } from '../platform/file-names.ts';

/** A copy of a stored file; `path` is relative to the root of the game project, with `/`. */
export interface AssetFile {
  readonly path: string;
  /** The stored filename, by which the export history finds the file. */
  readonly file: string;
  readonly sha256: string;
  readonly size: number;
}

export interface AssetExport {
  readonly files: readonly AssetFile[];
  /** Names in the exported story that differ from those in the project, by asset id. */
  readonly renamedAssets: ReadonlyMap<string, string>;
  /** The paths of the files, by asset id. */
  readonly paths: ReadonlyMap<string, string>;
  readonly findings: readonly Finding[];
}

/** An export without asset files. */
export const noAssetExport: AssetExport = { files: [], renamedAssets: new Map(), paths: new Map(), findings: [] };

export type StoredFileLookup = (file: string) => { readonly sha256: string; readonly bytes: number } | undefined;

export type Asset = StoryRecord<'asset'>;

/**
 * If several assets have the same name, the first one in the order of the tree keeps it. Every other name that changes is reported. Assets that are
 * not among `exported` have names, so that the others keep theirs whatever is exported, but no files.
 */
export function planAssetFiles(
  project: Project,
  layout: AssetLayout,
  findStoredFile: StoredFileLookup,
  exported: ReadonlySet<string> | null = null,
): AssetExport {
  const files: AssetFile[] = [];
  const renamedAssets = new Map<string, string>();
  const paths = new Map<string, string>();
  const findings: Finding[] = [];
  const rename = (asset: Asset, name: string): void => {
    if (name === asset.name) return;
    renamedAssets.set(asset.id, name);
    const text = message('check.assets.renamed', { name: asset.name, exported: name });
    findings.push({ severity: 'hint', rule: 'asset-renamed', message: text, kind: 'asset', id: asset.id });
  };
  const addFile = (asset: Asset, path: string): void => {
    const stored = asset.file === null ? undefined : findStoredFile(asset.file);
    if (stored && asset.file !== null) {
      files.push({ path, file: asset.file, sha256: stored.sha256, size: stored.bytes });
      paths.set(asset.id, path);
    } else findings.push(missingAssetFinding(asset));
  };
  // A folder and a file in the same folder cannot have the same name.
  const walk = (folderId: string, folder: string, names: FileNameAllocator): void => {
    for (const asset of project.children('asset', folderId, 'assets')) {
      if (asset.type === 'folder' && layout.isFlat) walk(asset.id, folder, names);
      else {
        const name = names.allocate(asset);
        if (asset.type !== 'folder' && exported?.has(asset.id) === false) continue;
        rename(asset, name);
        if (asset.type === 'folder') walk(asset.id, `${folder}/${name}`, new FileNameAllocator(layout));
        else addFile(asset, `${folder}/${name}`);
      }
    }
  };
  walk(project.projectRecord.roots.asset, layout.folder, new FileNameAllocator(layout, coverIconsByKey(project, layout).keys()));
  return { files, renamedAssets, paths, findings };
}

/** Icons that are used as covers, by lookup key. */
export function coverIconsByKey(project: Project, { lookup }: AssetLayout): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  if (lookup?.iconKey) for (const file of coverFilesOf(project)) keys.set(lookup.iconKey(file), file);
  return keys;
}

/** The result for each project, with the number of its changes that it includes: most of them change no cover. */
const coverFiles = new WeakMap<Project, { readonly changeCount: number; readonly files: ReadonlySet<string> }>();

function coverFilesOf(project: Project): ReadonlySet<string> {
  const { recentChanges } = project;
  const known = coverFiles.get(project);
  const changes = known && recentChanges.since(known.changeCount);
  const isSame = changes?.every(({ before, after }) => jsonEquals(before?.cover ?? null, after?.cover ?? null));
  const files = known && isSame ? known.files : readCoverFiles(project);
  coverFiles.set(project, { changeCount: recentChanges.count, files });
  return files;
}

function readCoverFiles(project: Project): ReadonlySet<string> {
  const files = new Set<string>();
  for (const kind of ['element', 'component'] as const)
    for (const { cover } of project.recordsOfKind(kind))
      if (cover && 'file' in cover && typeof cover.file === 'string') files.add(cover.file);
  return files;
}

const missingAssetFinding = ({ id, name }: { readonly id: string; readonly name: string }): Finding => ({
  severity: 'warning',
  rule: 'asset-missing',
  message: message('check.assets.missing', { name }),
  kind: 'asset',
  id,
});

/** The type of an asset for an importer, which does not distinguish template assets. */
export const importedAssetType = ({ type }: Asset): string => type.replace('template-', '');

/** Allocates the file names in one folder. */
class FileNameAllocator {
  readonly #layout: AssetLayout;
  readonly #takenKeys = new Set<string>();
  /** For keys of names without a number: the number of which all smaller ones are taken. */
  readonly #firstFree = new Map<string, number>();

  constructor(layout: AssetLayout, taken: Iterable<string> = []) {
    this.#layout = layout;
    for (const key of taken) this.#takenKeys.add(key);
  }

  allocate(asset: Asset): string {
    const safe = safeFileName(asset.name, this.#layout.adjustName);
    const [base, extension] = splitFileExtension(safe);
    const nameWith = (count: number): string => (count === 1 ? safe : `${base}_${count}${extension}`);
    const starts = this.#keysOf(asset, safe).map((key, at) =>
      this.#findFirstFree(key, (count) => this.#keysOf(asset, nameWith(count))[at] ?? ''),
    );
    for (let count = Math.max(...starts); ; count++) {
      const name = nameWith(count);
      const keys = this.#keysOf(asset, name);
      if (keys.some((key) => this.#takenKeys.has(key))) continue;
      for (const key of keys) this.#takenKeys.add(key);
      return name;
    }
  }

  /** Taken keys stay taken, so thousands of equal names are not tried again for each of them. */
  #findFirstFree(key: string, keyWith: (count: number) => string): number {
    let count = this.#firstFree.get(key) ?? 1;
    while (this.#takenKeys.has(keyWith(count))) count++;
    this.#firstFree.set(key, count);
    return count;
  }

  #keysOf(asset: Asset, name: string): string[] {
    const { lookup } = this.#layout;
    const fileKey = `/${toFileNameKey(name)}`;
    return lookup ? [fileKey, lookup.key(importedAssetType(asset), name)] : [fileKey];
  }
}

/** Where an exporter writes asset files, and the names that its importer requires. */
export interface AssetLayout {
  /** Relative to the root of the game project, with `/`. */
  readonly folder: string;
  /** Whether all files are in this one folder. Otherwise the asset folders of the project are kept. */
  readonly isFlat?: boolean;
  /** Changes a name that is safe for every file system, but that the importer would misread. */
  readonly adjustName?: (name: string) => string;
  /** Whether the engine chooses how it imports a file by the extension of its name. */
  readonly importsByExtension?: boolean;
  /** Extensions, with their dot, of files that the engine's editor does not import itself. */
  readonly notImported?: readonly string[];
  /** Set if the importer identifies assets by something other than their path. */
  readonly lookup?: AssetLookup;
}

export interface AssetLookup {
  /** The key of an asset. The importer cannot distinguish two assets with the same key. `type` is image, audio or video. */
  key(type: string, fileName: string): string;
  /** The key of an icon that is a cover, if the importer looks icons up in the same way. */
  iconKey?(file: string): string;
  iconCollisionMessage?(names: { readonly icon: string; readonly asset: string }): Message;
  /** The message for an asset (`second`) whose key another one (`first`) already has. Both parameters are names. */
  collisionMessage(type: string, names: { readonly first: string; readonly second: string }): Message;
}

/** The layout for checks that are not for a specific exporter. */
export const defaultAssetLayout: AssetLayout = { folder: 'assets' };

/** Bytes in UTF-8. File systems accept 255, and the engines' editors append extensions. */
const maxFileNameBytes = 180;
const forbiddenCharacters = /[\\/:*?"<>|]/g;
/** Extensions of files that the engines' editors create, which no exported file may have. */
const editorFileExtensions = /\.(?:meta|import|uid|uasset|umap|uproject)$/i;

/**
 * Turns the name of an asset or a folder into a file name that every file system and every engine accepts: without characters that any of them
 * rejects, and not one that an engine hides or reserves. A valid name is returned unchanged.
 */
export function safeFileName(name: string, adjustName: (name: string) => string = (safe) => safe): string {
  let safe = name.replace(invisibleCharacters, '').normalize('NFC').replace(forbiddenCharacters, '_');
  // Engines ignore names that begin with a dot or end with a tilde, and Windows removes dots and spaces at the end.
  safe = withSafeEnd(safe.replace(/^[\s.]+/u, '_'));
  if (reservedNames.test(safe)) safe = `_${safe}`;
  safe = adjustName(safe);
  return truncateFileName(safe === '' ? '_' : safe);
}

/** The name before its last dot, and the extension with the dot. */
export function splitFileExtension(name: string): [base: string, extension: string] {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
}

function truncateFileName(name: string): string {
  const [base, extension] = splitFileExtension(name);
  const room = maxFileNameBytes - Buffer.byteLength(extension);
  if (Buffer.byteLength(name) <= maxFileNameBytes) return name;
  if (room < 20) return withSafeEnd(truncateToBytes(name, maxFileNameBytes - 1));
  return `${withSafeEnd(truncateToBytes(base, room))}${extension}`;
}

/** May make the name a byte longer. */
function withSafeEnd(name: string): string {
  const safe = name.replace(/(?<![\s.~])[\s.~]+$/u, '_');
  return editorFileExtensions.test(safe) ? `${safe}_` : safe;
}
