/**
 * Assets and their folders. The files themselves do not come with a JSON export ([Import rules]): only the assets whose file was found
 * beside it stay (G29), with the folders; the others go, and what refers to them lets go.
 */

import type { StoredFile } from '../../shared/contracts/stored-file.ts';
import type { StoryRecord } from '../../shared/model/kinds/kinds.ts';
import { ranksBetween } from '../../shared/model/rank.ts';
import type { ImportSession } from './import-session.ts';
import type { RawObject } from './story-file.ts';

type AssetType = StoryRecord<'asset'>['type'];
const convertedFields = new Set(['root', 'children']);

/** Answers the root, which keeps the id it had. */
export function readAssets(reading: ImportSession): string {
  const entries = reading.file.entriesOf('assets');
  const [root = reading.newId(), second] = [...entries].filter(([, raw]) => raw.root === true).map(([id]) => id);
  if (second !== undefined) reading.errors.addInconsistency(`assets.${second}.root`, `is a second root beside ${root}`);
  const isFolder = (id: string) => id === root || Array.isArray(entries.get(id)?.children);
  const files = [...entries.keys()].filter((id) => !isFolder(id));
  const kept = files.filter((id) => reading.options.files?.has(id));
  reading.notes.count(reading.options.files ? 'assetsNotFound' : 'assets', files.length - kept.length);
  addAssetRoot(reading, root);
  if (kept.length === 0) return root;
  for (const [parent, children] of listFolderChildren(root, entries, isFolder, new Set(kept))) {
    const ranks = ranksBetween(null, null, children.length);
    for (const [index, id] of children.entries())
      addAsset(reading, id, entries.get(id) ?? {}, { parentId: parent, rank: ranks[index] ?? '' });
  }
  return root;
}

/** Each kept file and each folder once, below the root; what is listed nowhere goes to the root. */
function listFolderChildren(
  root: string,
  entries: ReadonlyMap<string, RawObject>,
  isFolder: (id: string) => boolean,
  kept: ReadonlySet<string>,
): Map<string, string[]> {
  const places = new Map<string, string[]>();
  const placed = new Set([root]);
  const waiting = [root];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const listed = entries.get(folder)?.children;
    const children: string[] = [];
    for (const id of Array.isArray(listed) ? listed : []) {
      if (typeof id !== 'string' || placed.has(id) || !(kept.has(id) || (entries.has(id) && isFolder(id)))) continue;
      placed.add(id);
      children.push(id);
      if (isFolder(id)) waiting.push(id);
    }
    places.set(folder, children);
  }
  places.get(root)?.push(...[...kept].filter((id) => !placed.has(id)));
  return places;
}

function addAsset(reading: ImportSession, id: string, raw: RawObject, { parentId, rank }: { parentId: string; rank: string }): void {
  const stored = reading.options.files?.get(id);
  const name = typeof raw.name === 'string' && raw.name !== '' ? raw.name : (stored?.name ?? 'Untitled folder');
  const type = stored ? assetTypeOf(raw, stored) : 'folder';
  const { file = null, size = null, bytes = null, mime = null, width = null, height = null, duration = null } = stored ?? {};
  const volume = stored ? (raw.volume ?? null) : null;
  reading.addRecord(
    'asset',
    id,
    { rank },
    raw,
    { parentId, type, name, file, size, bytes, volume, mime, width, height, duration },
    convertedFields,
  );
  if (stored) reading.assetTypes.set(id, type);
}

/** The bytes say what it is; the story, whether it belongs to a template. */
const assetTypeOf = ({ type }: RawObject, stored: StoredFile): AssetType =>
  type === `template-${stored.type}` ? (`template-${stored.type}` as const) : stored.type;

function addAssetRoot(reading: ImportSession, id: string): void {
  const nothing = { file: null, size: null, bytes: null, volume: null, mime: null, width: null, height: null, duration: null };
  reading.records.push({ kind: 'asset', id, rank: 'a0', parentId: null, type: 'folder', name: 'Root', ...nothing });
}
