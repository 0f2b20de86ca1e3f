/** Codecs of the kinds that form trees of folders: board, component, asset. */
import type { JsonObject } from '../../shared/json.ts';
import { message } from '../../shared/messages/message.ts';
import { decodeCover, encodeCover } from './covers.ts';
import { encodeLocalizedField, withOtherFields } from './encoding.ts';
import { defineCodec, type KindCodec } from './kind-codec.ts';
import { decodeLocalizedFields, decodeTranslationStatus } from './localized-texts.ts';
import type { ListedId, StoryDecoder } from './story-decoder.ts';
import { placeTree, rootsOf } from './story-outline.ts';

interface TreeOutline {
  readonly root: string;
}

/** Decodes the entries of a tree, and its root if the file does not contain it. */
export function* decodeTree<Outline extends TreeOutline>(
  codec: KindCodec<Outline>,
  collection: 'boards' | 'components' | 'assets',
  decoder: StoryDecoder,
  outline: Outline,
): Generator<number> {
  const { root } = outline;
  const entries = decoder.file.entriesOf(collection);
  for (const [id, raw] of entries) yield codec.decode({ id, path: `${collection}.${id}`, raw }, decoder, outline);
  if (!entries.has(root)) codec.decode({ id: root, path: `${collection}.${root}`, raw: {} }, decoder, outline);
}

/** The folder of an entry. The root is in none; an entry that is in no other folder is in the root. */
const parentIdOf = (decoder: StoryDecoder, id: string, root: string): string | null =>
  id === root ? null : (decoder.placementOf(id)?.parent ?? root);

const nonEmpty = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

interface BoardOutline extends TreeOutline {
  /** [Attribute] the boards with variables, which need a custom id. */
  readonly variableOwners: ReadonlySet<string>;
}

export const boardCodec = defineCodec<'board', BoardOutline>('board', {
  /** [Exports] a board always has its lists; a folder has its children, in their order. */
  encode(record, context) {
    const { project, boards, related } = context;
    const { id, name, customId } = record;
    if (record.type === 'folder') {
      const children = project.childIds(id, 'boards').filter((child) => boards.has(child));
      return withOtherFields({ name, root: id === project.projectRecord.roots.board || undefined, children }, record, context);
    }
    const entry = {
      name,
      notes: project.childIds(id, 'notes'),
      jumpers: project.childIds(id, 'jumpers'),
      branches: project.childIds(id, 'branches'),
      customId: customId ?? undefined,
      elements: project.childIds(id, 'elements'),
      attributes: related.attributes(id),
      connections: project.childIds(id, 'connections'),
    };
    return withOtherFields(entry, record, context);
  },
  decode({ id, raw }, decoder, { root, variableOwners }) {
    const { policy } = decoder;
    const type = decoder.folders.has(id) ? 'folder' : 'board';
    const name = decodeBoardName(decoder, id, raw, id === root ? 'Root' : defaultBoardNames[type]);
    const made = (raw.customId ?? null) === null && variableOwners.has(id) ? policy.allocateCustomId(String(name)) : null;
    if (made !== null) policy.note('boardId');
    const parentId = parentIdOf(decoder, id, root);
    decoder.add('board', id, { rank: rankInTree(decoder, id, root) }, raw, {
      parentId,
      type,
      name,
      ...(made !== null && { customId: made }),
    });
    return 0;
  },
});

const defaultBoardNames = { folder: 'New Folder', board: 'Untitled board' } as const;

function decodeBoardName({ policy, isAgainstBase }: StoryDecoder, id: string, { name = null }: JsonObject, otherwise: string): unknown {
  if (isAgainstBase) return nonEmpty(name) ?? policy.base?.find('board', id)?.name ?? (otherwise === 'Root' ? otherwise : '');
  if (name === null && otherwise !== 'Root') policy.note('unnamedBoard');
  return name ?? otherwise;
}

/** Checks that the story has a board. */
export function checkBoards({ file, folders, policy }: StoryDecoder): void {
  if ([...file.entriesOf('boards').keys()].every((id) => folders.has(id)) && file.root.boards)
    policy.addInvalidValue('boards', message('import.fault.boardNeeded'));
}

export const componentCodec = defineCodec<'component', TreeOutline>('component', {
  /** [Exports] the name is in `contents` if all languages are written; that of the root is always `Root`. */
  encode(record, context) {
    const { project, languages, related } = context;
    const { id, customId } = record;
    const isRoot = id === project.projectRecord.roots.component;
    const name = isRoot && languages.single !== null ? 'Root' : encodeLocalizedField(record, 'name', context);
    if (record.type === 'folder')
      return withOtherFields({ root: isRoot || undefined, children: project.childIds(id, 'components'), name }, record, context);
    const cover = encodeCover(record.cover, context);
    return withOtherFields(
      { assets: cover && { cover }, customId: customId ?? undefined, attributes: related.attributes(id), name },
      record,
      context,
    );
  },
  decode(entry, decoder, { root }) {
    const { id, path, raw } = entry;
    const { policy, mainLocale } = decoder;
    const type = decoder.folders.has(id) ? 'folder' : 'component';
    const { name: named = {}, ...otherTexts } = decodeLocalizedFields(decoder, 'component', entry);
    // Files with all languages do not contain the name of the root.
    const name = id === root && Object.keys(named).length === 0 ? { [mainLocale]: { text: 'Root' } } : named;
    const decoded: Record<string, unknown> = {
      parentId: parentIdOf(decoder, id, root),
      type,
      name,
      ...otherTexts,
      cover: decodeCover(decoder, 'components', decoder.objectAt(raw, 'assets', path).cover ?? raw.cover, `${path}.assets.cover`),
      status: decodeTranslationStatus(decoder, id),
    };
    if (type === 'component' && (raw.customId ?? null) === null) {
      const text = name[mainLocale]?.text ?? Object.values(name)[0]?.text ?? 'component';
      const customId = policy.allocateCustomId(String(text));
      if (customId !== null) {
        decoded.customId = customId;
        policy.note('componentId');
      }
    }
    decoder.add('component', id, { rank: rankInTree(decoder, id, root) }, raw, decoded);
    return decoder.advance();
  },
});

export const assetCodec = defineCodec<'asset', TreeOutline>('asset', {
  /** [Exports] the root has no name. The name of the stored file is only written on request (G17). */
  encode(record, context) {
    const { project, storedNames, assetNames } = context;
    const { id, type, file, volume } = record;
    const name = assetNames.get(id) ?? record.name;
    if (type === 'folder') {
      const isRoot = id === project.projectRecord.roots.asset;
      return withOtherFields(
        { name: isRoot ? undefined : name, root: isRoot || undefined, children: project.childIds(id, 'assets') },
        record,
        context,
      );
    }
    return withOtherFields(
      { file: storedNames && file !== null ? file : undefined, name, type, volume: volume ?? undefined },
      record,
      context,
    );
  },
  decode({ id, raw }, decoder, { root }) {
    const { policy, isAgainstBase } = decoder;
    const stored = policy.storedFileOf(id);
    const isFolder = id === root || decoder.folders.has(id);
    const { file = null, size = null, bytes = null, mime = null, width = null, height = null, duration = null } = stored ?? {};
    const facts = { file, size, bytes, mime, width, height, duration };
    const name =
      nonEmpty(raw.name) ?? (id === root ? (stored?.name ?? 'Root') : (stored?.name ?? (isAgainstBase ? id : 'Untitled folder')));
    const type = isFolder ? 'folder' : assetTypeOf(decoder, id, raw);
    decoder.add('asset', id, { rank: rankInTree(decoder, id, root) }, raw, {
      parentId: parentIdOf(decoder, id, root),
      type,
      name,
      ...facts,
      ...(!isAgainstBase && { volume: stored ? (raw.volume ?? null) : null }),
    });
    return 0;
  },
});

/** Against a base, the type that the file contains. Otherwise the bytes decide, and the file only whether the asset belongs to a template. */
const assetTypeOf = ({ policy, isAgainstBase }: StoryDecoder, id: string, raw: JsonObject): unknown =>
  isAgainstBase ? raw.type : policy.assetTypeOf(id);

/** The rank of an entry of a tree; that of a root has no meaning. */
const rankInTree = (decoder: StoryDecoder, id: string, root: string): string =>
  id === root && !decoder.isAgainstBase ? 'a0' : decoder.rankOf(id);

/**
 * Decodes assets and their folders and returns the id of the root. Files do not contain the bytes of assets ([Import rules]), so only assets whose bytes
 * were found are kept (G29), with the folders that can be reached from the root. Other assets and references to them are left out.
 */
export function* decodeStoredAssets(decoder: StoryDecoder): Generator<number, string> {
  const { file, policy } = decoder;
  const entries = file.entriesOf('assets');
  const [given, second] = rootsOf(entries);
  const root = given ?? policy.missingRoot('assets').id;
  if (second !== undefined) policy.addInconsistency(`assets.${second}.root`, message('import.fault.secondRoot', { root }));
  const isFolder = (id: string) => id === root || Array.isArray(entries.get(id)?.children);
  const files = [...entries.keys()].filter((id) => !isFolder(id));
  const kept = new Set(files.filter((id) => policy.assetTypeOf(id) !== undefined));
  policy.note('assets', files.length - kept.size);
  decoder.folders.add(root);
  assetCodec.decode({ id: root, path: `assets.${root}`, raw: {} }, decoder, { root });
  if (kept.size === 0) return root;
  for (const [parent, children] of listFolderChildren(root, entries, isFolder, kept)) {
    const listed = children.map((id): ListedId => ({ id, path: `assets.${id}` }));
    yield* decoder.placeList(listed, { kind: 'asset', list: 'assets', parent });
    for (const id of children) {
      if (isFolder(id)) decoder.folders.add(id);
      assetCodec.decode({ id, path: `assets.${id}`, raw: entries.get(id) ?? {} }, decoder, { root });
    }
  }
  return root;
}

/** Lists each kept file and each folder once below the root. Entries that no folder lists are placed in the root. */
function listFolderChildren(
  root: string,
  entries: ReadonlyMap<string, JsonObject>,
  isFolder: (id: string) => boolean,
  kept: ReadonlySet<string>,
): Map<string, string[]> {
  const places = new Map<string, string[]>();
  const placed = new Set([root]);
  const queue = [root];
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    const listed = entries.get(folder)?.children;
    const children: string[] = [];
    for (const id of Array.isArray(listed) ? listed : []) {
      if (typeof id !== 'string' || placed.has(id) || !(kept.has(id) || (entries.has(id) && isFolder(id)))) continue;
      placed.add(id);
      children.push(id);
      if (isFolder(id)) queue.push(id);
    }
    places.set(folder, children);
  }
  places.get(root)?.push(...[...kept].filter((id) => !placed.has(id)));
  return places;
}

/** Decodes all assets and their folders. Their bytes are local to each side. Returns the id of the root. */
export function* decodeAllAssets(decoder: StoryDecoder): Generator<number, string> {
  const root = yield* placeTree(decoder, 'assets');
  yield* decodeTree(assetCodec, 'assets', decoder, { root });
  return root;
}
