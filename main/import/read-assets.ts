/**
 * Assets and their folders. The files themselves do not come with a JSON export ([Import rules]): only the assets whose file was found
 * beside it stay (G29), with the folders; the others go, and what refers to them lets go.
 */
import type { StoryRecord } from '../../shared/kinds/all.ts';
import { ranksBetween } from '../../shared/rank.ts';
import type { StoredFile } from '../../shared/stored-file.ts';
import type { Reading } from './reading.ts';
import type { Raw } from './story-file.ts';

type AssetType = StoryRecord<'asset'>['type'];
const taken = new Set(['root', 'children']);

/** Answers the root, which keeps the id it had. */
export function readAssets(reading: Reading): string {
  const entries = reading.file.all('assets');
  const [root = reading.newId(), second] = [...entries].filter(([, raw]) => raw.root === true).map(([id]) => id);
  if (second !== undefined) reading.faults.broken(`assets.${second}.root`, `is a second root beside ${root}`);
  const isFolder = (id: string) => id === root || Array.isArray(entries.get(id)?.children);
  const files = [...entries.keys()].filter((id) => !isFolder(id));
  const kept = files.filter((id) => reading.options.files?.has(id));
  reading.remarks.count(reading.options.files ? 'assetsNotFound' : 'assets', files.length - kept.length);
  addRoot(reading, root);
  if (kept.length === 0) return root;
  for (const [parent, children] of placesOf(root, entries, isFolder, new Set(kept))) {
    const ranks = ranksBetween(null, null, children.length);
    for (const [index, id] of children.entries()) add(reading, id, entries.get(id) ?? {}, { parentId: parent, rank: ranks[index] ?? '' });
  }
  return root;
}

/** Each kept file and each folder once, below the root; what is listed nowhere goes to the root. */
function placesOf(
  root: string,
  entries: ReadonlyMap<string, Raw>,
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

function add(reading: Reading, id: string, raw: Raw, { parentId, rank }: { parentId: string; rank: string }): void {
  const stored = reading.options.files?.get(id);
  const name = typeof raw.name === 'string' && raw.name !== '' ? raw.name : (stored?.name ?? 'Untitled folder');
  const type = stored ? typeOf(raw, stored) : 'folder';
  const { file = null, size = null, bytes = null, mime = null, width = null, height = null, duration = null } = stored ?? {};
  const volume = stored ? (raw.volume ?? null) : null;
  reading.add('asset', id, { rank }, raw, { parentId, type, name, file, size, bytes, volume, mime, width, height, duration }, taken);
  if (stored) reading.assets.set(id, type);
}

/** The bytes say what it is; the story, whether it belongs to a template. */
const typeOf = ({ type }: Raw, stored: StoredFile): AssetType =>
  type === `template-${stored.type}` ? (`template-${stored.type}` as const) : stored.type;

function addRoot(reading: Reading, id: string): void {
  const nothing = { file: null, size: null, bytes: null, volume: null, mime: null, width: null, height: null, duration: null };
  reading.records.push({ kind: 'asset', id, rank: 'a0', parentId: null, type: 'folder', name: 'Root', ...nothing });
}
