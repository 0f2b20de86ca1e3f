/**
 * Reads assets and their folders. A JSON export does not contain the files ([Import rules]), so only assets whose file was found next to it
 * are kept (G29), with their folders. The other assets and all references to them are removed.
 */

import type { StoredFile } from '../../shared/contracts/stored-file.ts';
import type { JsonObject } from '../../shared/json.ts';
import { message } from '../../shared/messages/message.ts';
import type { StoryRecord } from '../../shared/model/kinds/kinds.ts';
import { ranksBetween } from '../../shared/model/rank.ts';
import type { ImportSession } from './import-session.ts';

type AssetType = StoryRecord<'asset'>['type'];
const convertedFields = new Set(['root', 'children']);

/** Returns the id of the root, which is that of the file. */
export function readAssets(session: ImportSession): string {
  const entries = session.file.entriesOf('assets');
  const [root = session.newId(), second] = [...entries].filter(([, raw]) => raw.root === true).map(([id]) => id);
  if (second !== undefined) session.errors.addInconsistency(`assets.${second}.root`, message('import.fault.secondRoot', { root }));
  const isFolder = (id: string) => id === root || Array.isArray(entries.get(id)?.children);
  const files = [...entries.keys()].filter((id) => !isFolder(id));
  const imported = files.filter((id) => session.options.files?.has(id));
  session.notes.count(session.options.files ? 'assetsNotFound' : 'assets', files.length - imported.length);
  addAssetRoot(session, root);
  if (imported.length === 0) return root;
  for (const [parent, children] of listFolderChildren(root, entries, isFolder, new Set(imported))) {
    const ranks = ranksBetween(null, null, children.length);
    for (const [index, id] of children.entries())
      addAsset(session, id, entries.get(id) ?? {}, { parentId: parent, rank: ranks[index] ?? '' });
  }
  return root;
}

/** Lists each kept file and each folder once below the root. Entries that no folder lists are placed in the root. */
function listFolderChildren(
  root: string,
  entries: ReadonlyMap<string, JsonObject>,
  isFolder: (id: string) => boolean,
  imported: ReadonlySet<string>,
): Map<string, string[]> {
  const places = new Map<string, string[]>();
  const placed = new Set([root]);
  const queue = [root];
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    const listed = entries.get(folder)?.children;
    const children: string[] = [];
    for (const id of Array.isArray(listed) ? listed : []) {
      if (typeof id !== 'string' || placed.has(id) || !(imported.has(id) || (entries.has(id) && isFolder(id)))) continue;
      placed.add(id);
      children.push(id);
      if (isFolder(id)) queue.push(id);
    }
    places.set(folder, children);
  }
  places.get(root)?.push(...[...imported].filter((id) => !placed.has(id)));
  return places;
}

function addAsset(session: ImportSession, id: string, raw: JsonObject, { parentId, rank }: { parentId: string; rank: string }): void {
  const stored = session.options.files?.get(id);
  const name = typeof raw.name === 'string' && raw.name !== '' ? raw.name : (stored?.name ?? 'Untitled folder');
  const type = stored ? assetTypeOf(raw, stored) : 'folder';
  const { file = null, size = null, bytes = null, mime = null, width = null, height = null, duration = null } = stored ?? {};
  const volume = stored ? (raw.volume ?? null) : null;
  session.addRecord(
    'asset',
    id,
    { rank },
    raw,
    { parentId, type, name, file, size, bytes, volume, mime, width, height, duration },
    convertedFields,
  );
  if (stored) session.assetTypes.set(id, type);
}

/** The type according to the bytes; the story only determines whether the asset belongs to a template. */
const assetTypeOf = ({ type }: JsonObject, stored: StoredFile): AssetType =>
  type === `template-${stored.type}` ? (`template-${stored.type}` as const) : stored.type;

function addAssetRoot(session: ImportSession, id: string): void {
  const nothing = { file: null, size: null, bytes: null, volume: null, mime: null, width: null, height: null, duration: null };
  session.records.push({ kind: 'asset', id, rank: 'a0', parentId: null, type: 'folder', name: 'Root', ...nothing });
}
