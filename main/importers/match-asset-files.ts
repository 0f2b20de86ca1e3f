/**
 * [G29] assigns the files next to a story to its assets. Exports write them below assets/ in the folders of the asset tree, or flat into
 * one folder (Resources/ for Unity), by the asset's name or by the name of its stored file.
 */

import { isJsonObject, type JsonObject } from '../../shared/json.ts';
import { addToList } from '../../shared/lists.ts';
import { coverPathOf, rawCollection, unwrapProject, withLists } from '../story-format/story-file.ts';

export interface AssetFileReference {
  readonly id: string;
  readonly name: string;
  /** The names of the folders that contain it, beginning at the root. */
  readonly folders: readonly string[];
  /** The name of the stored file, if the story contains it. */
  readonly file: string | undefined;
  readonly type: string | undefined;
}

/** The assets of a story that are files. */
export function listAssetFileReferences(json: unknown): AssetFileReference[] {
  const collection = rawCollection(unwrapProject(json), 'assets');
  if (!isJsonObject(collection)) return [];
  const byId = Object.fromEntries(Object.entries(collection).map(([id, raw]) => [id, isJsonObject(raw) ? withLists(raw) : raw]));
  const parents = new Map<string, string>();
  for (const [id, raw] of Object.entries(byId))
    if (isJsonObject(raw) && Array.isArray(raw.children)) for (const child of raw.children) if (!parents.has(child)) parents.set(child, id);
  return Object.entries(byId).flatMap(([id, raw]) => {
    if (!isJsonObject(raw) || raw.root === true || Array.isArray(raw.children) || typeof raw.name !== 'string') return [];
    return {
      id,
      name: raw.name,
      folders: foldersOf(id, byId, parents),
      file: toOptionalString(raw.file),
      type: toOptionalString(raw.type),
    };
  });
}

/**
 * [G32] in files of 2020, covers and sounds may be paths of files that no asset has. Each such file as an asset would have it, with a new id; it is one of the
 * story only if the file is found.
 */
export function listPathReferences(json: unknown, assets: readonly AssetFileReference[], newId: () => string): AssetFileReference[] {
  const root = unwrapProject(json);
  const findAsset = createAssetFinder(assets);
  const found = new Map<string, AssetFileReference>();
  for (const owners of ['elements', 'components'])
    for (const raw of Object.values<unknown>(Object(rawCollection(root, owners))))
      for (const path of isJsonObject(raw) ? pathsIn(raw) : []) {
        const folders = path.split('/').filter((name) => name !== '' && name !== '.');
        const key = normalizeName(folders.join('/'));
        const name = folders.pop();
        if (name === undefined || found.has(key) || findAsset(path) !== undefined) continue;
        found.set(key, { id: newId(), name, folders, file: undefined, type: undefined });
      }
  return [...found.values()];
}

function pathsIn({ cover, image, assets }: JsonObject): string[] {
  const inAssets = isJsonObject(assets) ? assets : {};
  const sounds = Array.isArray(inAssets.audio) ? inAssets.audio : [];
  // An address on the web is no path of a file.
  const isPath = (path: unknown): path is string => typeof path === 'string' && !/^[a-z][a-z\d+.-]+:/i.test(path);
  return [coverPathOf(cover), coverPathOf(inAssets.cover), image, ...sounds].filter(isPath);
}

/** The story with these assets, in folders as their paths have them. */
export function withAssets(json: unknown, assets: readonly AssetFileReference[], newId: () => string): JsonObject {
  const root = unwrapProject(json);
  const known = rawCollection(root, 'assets');
  const added: Record<string, { name: string; children?: string[] }> = {};
  const listed = new Set<string>();
  const folderIds = new Map<string, string>();
  for (const { id, name, folders } of assets) {
    added[id] = { name };
    let child = id;
    for (let depth = folders.length; depth > 0; depth--) {
      const key = JSON.stringify(folders.slice(0, depth));
      const folderId = folderIds.get(key) ?? newId();
      const folder = added[folderId] ?? { name: folders[depth - 1] ?? '', children: [] };
      if (!listed.has(child)) folder.children?.push(child);
      listed.add(child);
      added[folderId] = folder;
      folderIds.set(key, folderId);
      child = folderId;
    }
  }
  return { ...root, assets: { ...(isJsonObject(known) ? known : {}), ...added } };
}

const toOptionalString = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function foldersOf(id: string, assets: JsonObject, parents: ReadonlyMap<string, string>): string[] {
  const folders: string[] = [];
  const seen = new Set<string>();
  for (let at = parents.get(id); at !== undefined && !seen.has(at); at = parents.get(at)) {
    seen.add(at);
    const raw = assets[at];
    if (isJsonObject(raw) && raw.root !== true && typeof raw.name === 'string') folders.unshift(raw.name);
  }
  return folders;
}

/** The names that files and folders of these assets may have. */
export function* wantedFileNames(places: readonly AssetFileReference[]): Generator<string> {
  for (const { name, folders, file } of places) {
    yield name;
    yield* folders;
    if (file !== undefined) yield file;
  }
}

/** The path of each asset's file, by asset id. An asset is left out if two files match it equally well. */
export function matchAssetFiles(places: readonly AssetFileReference[], paths: readonly string[]): Map<string, string> {
  const byName = groupByName(paths, (path) => [baseNameOf(path)]);
  const matches = new Map<string, string>();
  /** Assets with the same name in the same folders have the same match. */
  const known = new Map<string, string | undefined>();
  const findMatch = (place: AssetFileReference, name: string): string | undefined => {
    const key = JSON.stringify([name, ...place.folders]);
    if (!known.has(key))
      known.set(
        key,
        findBest(byName.get(normalizeName(name)) ?? [], (path) => matchScore(place, name, path)),
      );
    return known.get(key);
  };
  for (const place of places) {
    const names = [place.name, place.file ?? ''].filter((name) => name !== '');
    const found = names.map((name) => findMatch(place, name)).find((path) => path !== undefined);
    if (found !== undefined) matches.set(place.id, found);
  }
  return matches;
}

/** Finds the asset that a path in a story refers to; undefined if two match it equally well. */
export function createAssetFinder(assets: readonly AssetFileReference[]): (path: string) => string | undefined {
  const byName = groupByName(assets, ({ name, file }) => [name, file ?? '']);
  const known = new Map<string, string | undefined>();
  return (path) => {
    if (known.has(path)) return known.get(path);
    const name = normalizeName(baseNameOf(path));
    const scoreOf = (asset: AssetFileReference): number => {
      const equalName = normalizeName(asset.name) === name ? asset.name : (asset.file ?? '');
      return matchScore(asset, equalName, path);
    };
    const found = findBest(byName.get(name) ?? [], scoreOf)?.id;
    known.set(path, found);
    return found;
  };
}

const baseNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** By their normalized names, of which equal ones count once. */
function groupByName<T>(entries: readonly T[], namesOf: (entry: T) => readonly string[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const entry of entries)
    for (const name of new Set(namesOf(entry).map(normalizeName))) {
      addToList(groups, name, entry);
    }
  return groups;
}

/** The candidate with the highest score; undefined if several have it. */
function findBest<T>(candidates: readonly T[], scoreOf: (candidate: T) => number): T | undefined {
  let best: T | undefined;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const candidate of candidates) {
    const score = scoreOf(candidate);
    if (score === bestScore) best = undefined;
    else if (score > bestScore) [best, bestScore] = [candidate, score];
  }
  return best;
}

/** Matching folders (compared from the file upwards) have the most weight, then the usual folders, then the exact spelling of the name. */
function matchScore({ folders }: AssetFileReference, name: string, path: string): number {
  const steps = path.split('/');
  const above = steps.slice(0, -1);
  let same = 0;
  while (
    same < folders.length &&
    same < above.length &&
    normalizeName(folders.at(-1 - same) ?? '') === normalizeName(above.at(-1 - same) ?? '')
  )
    same++;
  const remainingFolder = above.slice(0, above.length - same).join('/');
  const isWhole = same === folders.length;
  return same * 100 + (isWhole ? 50 : 0) + (usualFolderScores.get(remainingFolder) ?? 0) * 10 + spellingScore(steps.at(-1) ?? '', name);
}

/** A folder can contain two files whose names differ only by the normalization of accents. */
function spellingScore(found: string, name: string): number {
  if (found === name) return 2;
  return found.normalize('NFC') === name.normalize('NFC') ? 1 : 0;
}

/** Scores of the folders that exports use, relative to the story's folder. */
const usualFolderScores: ReadonlyMap<string, number> = new Map([
  ['assets', 3],
  ['', 2],
  ['Resources', 1],
]);

/** File systems and archives differ in letter case and in the normalization of accents. */
export const normalizeName = (name: string): string => name.normalize('NFC').toLowerCase();
