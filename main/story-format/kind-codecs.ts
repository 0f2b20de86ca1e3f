/**
 * How story files contain the records of each kind: a codec encodes a record as an entry and decodes it again. Files of every format consist of the same
 * entries, by id, in collections. Trees of folders come first (boards, components, assets), then the items of boards, attributes and variables, comments,
 * and the covers that elements and components have.
 */
import { isJsonObject, type JsonObject, pickFields } from '../../shared/json.ts';
import { appendAll } from '../../shared/lists.ts';
import { message } from '../../shared/messages/message.ts';
import type { AttributeValue } from '../../shared/model/kinds/attribute-value.ts';
import {
  type AnyRecord,
  boardLists,
  getKind,
  type ItemKind,
  isOfKind,
  type KindName,
  type StoryRecord,
} from '../../shared/model/kinds/kinds.ts';
import { defaultVariableValues } from '../../shared/model/variable-value.ts';
import { parseConditionSource, serializeScriptSource } from '../../shared/rich-text/script-source.ts';
import { compareCodeUnits } from '../../shared/text.ts';
import type { AttachmentEntry } from './decode-policy.ts';
import {
  type EncodeContext,
  type Entry,
  encodeComponentIds,
  encodeLocalizedField,
  encodeNullableText,
  encodeRequiredText,
  withOtherFields,
} from './encoding.ts';
import { countCharacters, decodeLocalizedFields, decodeTranslationStatus } from './localized-texts.ts';
import {
  type ConditionRole,
  findRoot,
  type ItemBoxes,
  isOwnedVariable,
  type ListedId,
  ownerCollections,
  placeTree,
  type StoryDecoder,
} from './story-decoder.ts';
import { storyFault } from './story-fault.ts';
import { type Collection, coverPathOf, type FileEntry, withListOfMap, withoutEmptyMap } from './story-file.ts';
import type { BoardScope } from './story-selection.ts';

/**
 * Folders of variables, as imported files have them. They are no records: each variable has the path of its folders, so that its order and
 * its folders cannot contradict each other, and a folder exists as long as it contains a variable.
 */
interface VariableFolder {
  readonly id: string;
  readonly name: string | null;
}

interface FolderContent<T> {
  readonly name: string | null;
  readonly children: readonly T[];
}

/** The variables of a tree in its order, each with its folders, the outermost first. A folder that is listed again, or in itself, is ignored there. */
function flattenVariableTree<T extends { readonly id: string }>(
  listed: readonly T[],
  findFolder: (id: string) => FolderContent<T> | null,
): (T & { readonly folders: readonly VariableFolder[] })[] {
  const opened = new Set<string>();
  const found: (T & { readonly folders: readonly VariableFolder[] })[] = [];
  const withFolders = (each: T, folders: readonly VariableFolder[]) => ({ ...each, folders });
  const waiting = listed.map((each) => withFolders(each, [])).toReversed();
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const { id, folders } = at;
    const folder = opened.has(id) ? { name: null, children: [] } : findFolder(id);
    if (folder === null) {
      found.push(at);
      continue;
    }
    opened.add(id);
    const path = [...folders, { id, name: folder.name }];
    appendAll(waiting, folder.children.map((child) => withFolders(child, path)).toReversed());
  }
  return found;
}

/** The tree of these variables: each folder is where its first variable is. */
function buildVariableTree(variables: readonly { readonly id: string; readonly folders: readonly VariableFolder[] }[]): {
  readonly children: readonly string[];
  readonly folders: ReadonlyMap<string, FolderContent<string>>;
} {
  const children: string[] = [];
  const opened = new Map<string, { readonly name: string | null; readonly children: string[] }>();
  for (const { id, folders } of variables) {
    let siblings = children;
    for (const { id: folderId, name } of folders) {
      const known = opened.get(folderId);
      if (!known) siblings.push(folderId);
      const folder = known ?? { name, children: [] };
      opened.set(folderId, folder);
      siblings = folder.children;
    }
    siblings.push(id);
  }
  return { children, folders: opened };
}

/** `Outline` is what the codec needs of the structure of the file, which was read before. */
interface CodecDefinition<K extends KindName, Outline> {
  /** The entry of a record, in the order of the keys of the service's files. */
  encode(record: StoryRecord<K>, context: EncodeContext): Entry;
  /** Adds the record of an entry, and those of what the entry contains. Returns the work. */
  decode(entry: FileEntry, decoder: StoryDecoder, outline: Outline): number;
}

export interface KindCodec<Outline = never> {
  readonly kind: KindName;
  /** Undefined if the record is of another kind. */
  encode(record: AnyRecord, context: EncodeContext): Entry | undefined;
  decode(entry: FileEntry, decoder: StoryDecoder, outline: Outline): number;
}

const defineCodec = <K extends KindName, Outline = undefined>(
  kind: K,
  { encode, decode }: CodecDefinition<K, Outline>,
): KindCodec<Outline> => ({
  kind,
  encode: (record, context) => (isOfKind(record, kind) ? encode(record, context) : undefined),
  decode,
});

/** Decodes the entries of a collection. The iteration continues correctly if an entry is left out or replaced during it. */
export function* decodeCollection<Outline>(codec: KindCodec<Outline>, decoder: StoryDecoder, outline: Outline): Generator<number> {
  // Every kind with a codec has a collection of its plural.
  const collection = getKind(codec.kind).plural as Collection;
  for (const [id, raw] of decoder.file.entriesOf(collection))
    if (decoder.placementOf(id)) {
      yield* decoder.prepareTexts(id, raw);
      yield codec.decode({ id, path: `${collection}.${id}`, raw }, decoder, outline);
    }
}

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

/** An empty customId counts as none. Against a base, a file without one leaves that of the base. */
const decodeCustomId = ({ isAgainstBase }: StoryDecoder, { customId = null }: JsonObject): unknown =>
  customId === '' && !isAgainstBase ? null : customId;

const nonEmpty = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

interface BoardOutline extends TreeOutline {
  /** [Attribute] the boards with variables, which need a custom id. */
  readonly variableOwners: ReadonlySet<string>;
}

const boardCodec = defineCodec<'board', BoardOutline>('board', {
  /** [Exports] a board always has its lists; a folder has its children, in their order. */
  encode(record, context) {
    const { project, boards, related } = context;
    const { id, name, customId } = record;
    if (record.type === 'folder') {
      const children = project.childIds(id, 'boards').filter((child) => boards.has(child));
      return withOtherFields({ name, root: id === project.projectRecord.roots.board || undefined, children }, record, context);
    }
    const lists = Object.fromEntries(boardLists.map((list) => [list, project.childIds(id, list)]));
    const entry: Entry = { name, customId: customId ?? undefined, attributes: related.attributes(id), ...lists };
    return withOtherFields(Object.fromEntries(boardKeys.map((key) => [key, entry[key]])), record, context);
  },
  decode({ id, raw }, decoder, { root, variableOwners }) {
    const { policy, isAgainstBase } = decoder;
    const type = decoder.folders.has(id) ? 'folder' : 'board';
    const name = decodeBoardName(decoder, id, raw, id === root ? 'Root' : defaultBoardNames[type]);
    const given = decodeCustomId(decoder, raw);
    const made = given === null && variableOwners.has(id) ? policy.allocateCustomId(String(name)) : null;
    if (made !== null) policy.note('boardId');
    const parentId = parentIdOf(decoder, id, root);
    decoder.add('board', id, raw, {
      parentId,
      type,
      name,
      ...(isAgainstBase ? made !== null && { customId: made } : { customId: made ?? given }),
    });
    return 0;
  },
});

/** In the order of the service, which sorts them by length. */
const boardKeys: readonly string[] = ['name', 'customId', 'attributes', ...boardLists].sort(
  (one, two) => one.length - two.length || compareCodeUnits(one, two),
);

const defaultBoardNames = { folder: 'New Folder', board: 'Untitled board' } as const;

function decodeBoardName({ policy, isAgainstBase }: StoryDecoder, id: string, { name = null }: JsonObject, otherwise: string): unknown {
  if (isAgainstBase) return nonEmpty(name) ?? policy.base?.find('board', id)?.name ?? (otherwise === 'Root' ? otherwise : '');
  if (name === null && otherwise !== 'Root') policy.note('unnamedBoard');
  return name ?? otherwise;
}

/** Checks that the story has a board. */
export function checkBoards({ file, folders, policy }: StoryDecoder): void {
  if ([...file.entriesOf('boards').keys()].every((id) => folders.has(id)) && file.root.boards)
    policy.addInvalidValue('boards', storyFault('boardNeeded'));
}

const componentCodec = defineCodec<'component', TreeOutline>('component', {
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
    // [G32] a component of 2020 may have the path of its cover in `image`, which stays with it as an unknown field.
    const { image } = raw;
    const oldImage = typeof image === 'string' && !decoder.isAgainstBase && policy.findAssetByPath(image) !== undefined ? image : null;
    const decoded: Record<string, unknown> = {
      parentId: parentIdOf(decoder, id, root),
      type,
      name,
      ...otherTexts,
      cover: decodeCover(
        decoder,
        'components',
        decoder.objectAt(raw, 'assets', path).cover ?? raw.cover ?? oldImage,
        `${path}.assets.cover`,
      ),
      status: decodeTranslationStatus(decoder, id),
    };
    const given = decodeCustomId(decoder, raw);
    if (!decoder.isAgainstBase) decoded.customId = given;
    if (type === 'component' && given === null) {
      const text = name[mainLocale]?.text ?? Object.values(name)[0]?.text ?? 'component';
      const customId = policy.allocateCustomId(String(text));
      if (customId !== null) {
        decoded.customId = customId;
        policy.note('componentId');
      }
    }
    decoder.add('component', id, raw, decoded);
    return decoder.advance();
  },
});

const assetCodec = defineCodec<'asset', TreeOutline>('asset', {
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
    decoder.add('asset', id, raw, {
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

export const decodeAssets = (decoder: StoryDecoder): Generator<number, string> =>
  decoder.isAgainstBase ? decodeAllAssets(decoder) : decodeStoredAssets(decoder);

/**
 * Decodes assets and their folders and returns the id of the root. Files do not contain the bytes of assets ([Import rules]), so only assets whose bytes
 * were found are kept (G29), with the folders that can be reached from the root. Other assets and references to them are left out.
 */
function* decodeStoredAssets(decoder: StoryDecoder): Generator<number, string> {
  const { file, policy } = decoder;
  const entries = file.entriesOf('assets');
  const root = findRoot(decoder, 'assets').id;
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
  appendAll(
    places.get(root) ?? [],
    [...kept].filter((id) => !placed.has(id)),
  );
  return places;
}

/** Decodes all assets and their folders. Their bytes are local to each side. Returns the id of the root. */
function* decodeAllAssets(decoder: StoryDecoder): Generator<number, string> {
  const root = yield* placeTree(decoder, 'assets');
  yield* decodeTree(assetCodec, 'assets', decoder, { root });
  return root;
}

/** The boxes of items for which the file does not contain all positions. */
interface ItemOutline {
  readonly boxes: ItemBoxes;
}

/** The board of an item and its box there. If the item names its board, it must be the same one. */
function decodePlacement(decoder: StoryDecoder, { id, path, raw }: FileEntry, { boxes }: ItemOutline): JsonObject {
  const boardId = decoder.placementOf(id)?.parent;
  if (raw.boardId !== undefined && raw.boardId !== null && raw.boardId !== boardId)
    decoder.policy.addInconsistency(`${path}.boardId`, storyFault('boardMismatch', { board: boardId ?? '' }));
  return { boardId, ...boxes.get(id) };
}

const elementCodec = defineCodec<'element', ItemOutline>('element', {
  /** [Exports] attributes and assets are only written if there are any; title and content are in `contents` if all languages are written. */
  encode(record, context) {
    const { boards, variant, related } = context;
    const { id, x, y, theme, width, height, autoHeight, linkedBoard } = record;
    const attributes = related.attributes(id);
    const entry = {
      x: variant.hasGeometry ? x : undefined,
      y: variant.hasGeometry ? y : undefined,
      theme,
      width: variant.hasGeometry ? width : undefined,
      assets: encodeElementAssets(record, context),
      height: variant.hasGeometry ? height : undefined,
      outputs: related.outputs(id),
      attributes: attributes.length > 0 ? attributes : undefined,
      autoHeight,
      components: encodeComponentIds(related.components(id), context),
      linkedBoard: encodeBoardLink(linkedBoard, boards),
      content: encodeLocalizedField(record, 'content', context),
      title: encodeLocalizedField(record, 'title', context),
    };
    return withOtherFields(entry, record, context);
  },
  decode(entry, decoder, outline) {
    const { id, path, raw } = entry;
    const texts = decodeLocalizedFields(decoder, 'element', entry);
    const { cover, audio } = decoder.objectAt(raw, 'assets', path);
    const decoded = {
      ...decodePlacement(decoder, entry, outline),
      ...texts,
      status: decodeTranslationStatus(decoder, id),
      cover: decodeCover(decoder, 'elements', cover ?? raw.cover, `${path}.assets.cover`),
      linkedBoard: decodeBoardLink(decoder, entry),
    };
    const record = decoder.add('element', id, raw, decoded);
    addComponentAttachments(decoder, entry);
    addAudioAttachments(decoder, entry, audio);
    decoder.file.replaceByRecord('elements', id, record);
    return decoder.advance(countCharacters(texts));
  },
});

/** Undefined if there is no link, null if the linked board is not exported. */
function encodeBoardLink(boardId: string | null, boards: BoardScope): string | null | undefined {
  if (boardId === null) return undefined;
  return boards.has(boardId) ? boardId : null;
}

function encodeElementAssets(record: StoryRecord<'element'>, context: EncodeContext): Entry | undefined {
  const audio = context.related.audio(record.id).map(({ id, mode, assetId, delay }) => ({ id, mode, asset: assetId, delay }));
  const cover = encodeCover(record.cover, context);
  return audio.length > 0 || cover ? { audio: audio.length > 0 ? audio : undefined, cover } : undefined;
}

function decodeBoardLink(decoder: StoryDecoder, { path, raw }: FileEntry): unknown {
  const board = decoder.decodeReference(raw.linkedBoard, `${path}.linkedBoard`, 'boards');
  if (typeof board === 'string' && decoder.folders.has(board))
    decoder.policy.addInconsistency(`${path}.linkedBoard`, storyFault('isFolder'));
  return board;
}

/** Adds the components that an element lists: ids, or entries with ids of their own as in the API. */
function addComponentAttachments(decoder: StoryDecoder, { id: elementId, path, raw }: FileEntry): void {
  const list = raw.components ?? [];
  if (!Array.isArray(list)) {
    decoder.policy.addInvalidValue(`${path}.components`, message('fault.type.list'));
    return;
  }
  const entries = list.flatMap((entry: unknown, index): AttachmentEntry[] => {
    const target = isJsonObject(entry) ? entry.component : entry;
    const at = `${path}.components.${index}`;
    if (typeof target !== 'string') decoder.policy.addInvalidValue(at, message('import.fault.id'));
    return typeof target === 'string' && isComponentReference(decoder, target, at) ? [{ entry, target }] : [];
  });
  for (const { id, rank, target } of placeAttachments(decoder, 'componentAttachment', elementId, entries))
    decoder.add('componentAttachment', id, {}, { elementId, componentId: target }, { rank });
}

function isComponentReference(decoder: StoryDecoder, id: string, path: string): boolean {
  if (decoder.findReference(id, path, 'components') === null) return false;
  if (decoder.folders.has(id)) decoder.policy.addInconsistency(path, storyFault('isFolder'));
  return true;
}

/** Adds the sounds that an element plays, in order. One template has a delay as a string. */
function addAudioAttachments(decoder: StoryDecoder, { id: elementId, path }: FileEntry, listed: unknown): void {
  const audio = withListOfMap(listed ?? []);
  if (!Array.isArray(audio)) {
    decoder.policy.addInvalidValue(`${path}.assets.audio`, message('fault.type.list'));
    return;
  }
  const entries = audio.flatMap((entry: unknown): AttachmentEntry[] => {
    const target = isJsonObject(entry) ? String(entry.asset) : findOldSound(decoder, entry);
    const type = target === '' ? undefined : decoder.policy.assetTypeOf(target, 'audio');
    return type !== undefined && (decoder.isAgainstBase || type.endsWith('audio')) ? [{ entry, target }] : [];
  });
  decoder.policy.note('sounds', audio.length - entries.length);
  for (const { id, rank, target, entry } of placeAttachments(decoder, 'audioAttachment', elementId, entries)) {
    const { mode = null, delay = null } = isJsonObject(entry) ? entry : {};
    const given = decoder.isAgainstBase && typeof delay !== 'string' ? { mode: mode ?? 'once', delay: delay ?? 0 } : undefined;
    const readable = { mode: mode === 'loop' || mode === 'stop' ? mode : 'once', delay: Math.max(0, Number(delay) || 0) };
    decoder.add('audioAttachment', id, {}, { elementId, assetId: target, ...(given ?? readable) }, { rank });
  }
}

/** [G32] the asset of a sound of 2020, which is the path of a file; `''` if there is none. */
const findOldSound = ({ policy, isAgainstBase }: StoryDecoder, entry: unknown): string =>
  typeof entry === 'string' && !isAgainstBase ? (policy.findAssetByPath(entry) ?? '') : '';

/** The entries of a list of attachments, with their ids and ranks. */
function placeAttachments(
  { policy }: StoryDecoder,
  kind: 'componentAttachment' | 'audioAttachment',
  elementId: string,
  entries: readonly AttachmentEntry[],
) {
  const ids = policy.attachmentIds(kind, elementId, entries);
  const ranks = policy.ranksOf(kind, kind === 'componentAttachment' ? 'components' : 'audio', elementId, ids);
  return entries.map((each, at) => ({ ...each, id: ids[at] ?? '', rank: ranks[at] ?? '' }));
}

const noteCodec = defineCodec<'note', ItemOutline>('note', {
  encode(record, context) {
    const { x, y, theme, width, height, autoHeight } = record;
    const content = encodeRequiredText(record, record.content, context);
    return withOtherFields(
      context.variant.hasGeometry ? { x, y, theme, width, height, content, autoHeight } : { theme, content, autoHeight },
      record,
      context,
    );
  },
  decode(entry, decoder, outline) {
    const { id, path, raw } = entry;
    const content = typeof raw.content === 'string' ? decoder.policy.canonicalText(raw.content, `${path}.content`) : undefined;
    const decoded = { ...decodePlacement(decoder, entry, outline), ...(content !== undefined && { content }) };
    decoder.add('note', id, raw, decoded);
    return decoder.advance(content?.length ?? 0);
  },
});

const jumperCodec = defineCodec<'jumper', ItemOutline>('jumper', {
  encode(record, context) {
    const { variant, boards } = context;
    const { x, y, width, height } = record;
    const elementId = record.elementId !== null && boards.hasItem(record.elementId) ? record.elementId : null;
    return withOtherFields(variant.hasGeometry ? { x, y, width, height, elementId } : { elementId }, record, context);
  },
  decode(entry, decoder, outline) {
    const { id, path, raw } = entry;
    const elementId = decoder.decodeReference(raw.elementId, `${path}.elementId`, 'elements');
    decoder.add('jumper', id, raw, { ...decodePlacement(decoder, entry, outline), elementId });
    return decoder.advance();
  },
});

const branchCodec = defineCodec<'branch', ItemOutline>('branch', {
  /** [Exports] a role without a condition is left out, because the importers throw on null. */
  encode(record, context) {
    const { project, variant } = context;
    const { x, y, theme } = record;
    const found = project.children('condition', record.id, 'conditions');
    const elseIf = found.filter(({ role }) => role === 'elseIf').map(({ id }) => id);
    const conditions = {
      ifCondition: found.find(({ role }) => role === 'if')?.id,
      elseIfConditions: elseIf.length > 0 ? elseIf : undefined,
      elseCondition: found.find(({ role }) => role === 'else')?.id,
    };
    return withOtherFields(variant.hasGeometry ? { x, y, theme, conditions } : { theme, conditions }, record, context);
  },
  decode(entry, decoder, outline) {
    const { id, raw } = entry;
    decoder.add('branch', id, raw, decodePlacement(decoder, entry, outline));
    return decoder.advance();
  },
});

/** The codecs of all items, by kind. */
const itemCodecs: Readonly<Record<ItemKind, KindCodec<ItemOutline>>> = {
  element: elementCodec,
  note: noteCodec,
  jumper: jumperCodec,
  branch: branchCodec,
};

const conditionCodec = defineCodec<'condition', { readonly roles: ReadonlyMap<string, ConditionRole> }>('condition', {
  /** [Exports] both keys are always written. For the engines, an empty script is null. */
  encode(record, context) {
    const { related, variant } = context;
    const script = variant.scriptProfile === null ? record.script : encodeEngineCondition(record.script);
    return withOtherFields({ output: related.outputs(record.id)[0] ?? null, script }, record, context);
  },
  decode({ id, path, raw }, decoder, { roles }) {
    const script = typeof raw.script === 'string' ? decoder.policy.canonicalScript(raw.script, `${path}.script`) : (raw.script ?? null);
    decoder.add('condition', id, raw, {
      branchId: decoder.placementOf(id)?.parent,
      role: roles.get(id),
      script,
    });
    return decoder.advance();
  },
});

/** As HTML may write a space that cannot break. */
const hardSpace = /\u00a0|&nbsp;|&#0{0,5}160;|&#x0{0,5}a0;/i;

/** The interpreters know no spaces that cannot break, as in the scripts of texts. Any other condition is written as it is stored. */
function encodeEngineCondition(script: string | null): string | null {
  if (script === null || script.trim() === '') return null;
  if (!hardSpace.test(script)) return script;
  const source = parseConditionSource(script);
  return serializeScriptSource(source, 0, source.text.length);
}

const connectionCodec = defineCodec<'connection', { readonly outputRanks: ReadonlyMap<string, string> }>('connection', {
  encode(record, context) {
    const { type, theme, sourceid, targetid, labelWidth, sourceFace, sourceType, targetFace, targetType, labelLocation } = record;
    const entry = {
      type,
      theme,
      sourceid,
      targetid,
      labelWidth: labelWidth ?? undefined,
      sourceFace: sourceFace ?? undefined,
      sourceType,
      targetFace: targetFace ?? undefined,
      targetType,
      labelLocation: labelLocation === 0.5 ? undefined : labelLocation,
    };
    return withOtherFields(entry, record, context);
  },
  decode(entry, decoder, { outputRanks }) {
    const { id, raw } = entry;
    const [source, target] = [decodeEnd(decoder, raw.sourceid), decodeEnd(decoder, raw.targetid)];
    const decoded = {
      boardId: decoder.placementOf(id)?.parent,
      sourceid: source.id,
      sourceType: source.type,
      targetid: target.id,
      targetType: target.type,
      ...decodeLocalizedFields(decoder, 'connection', entry),
      status: decodeTranslationStatus(decoder, id),
    };
    const record = decoder.add('connection', id, raw, decoded, { outputRank: outputRanks.get(id) ?? '' });
    decoder.file.replaceByRecord('connections', id, record);
    return decoder.advance();
  },
});

/** Uses the id string of the record if that exists, because two copies of an id take more memory than the rest of a short record. */
function decodeEnd({ file }: StoryDecoder, value: unknown): { readonly id: unknown; readonly type: Collection | undefined } {
  const id = String(value);
  const type = file.collectionOf(id);
  const record = type && file.find(type, id);
  return { id: record?.id === id ? record.id : value, type };
}

declare global {
  interface JSON {
    /** Creates a value that `JSON.stringify` writes exactly as this text. */
    rawJSON(text: string): unknown;
  }
}

/** Writes a number as a float: 90 as `90.0`, which Unity's importer needs and JSON.stringify would not do. */
export function toJsonFloat(value: number): unknown {
  const text = String(value);
  return /^-?\d+$/.test(text) ? JSON.rawJSON(`${text}.0`) : value;
}

const attributeCodec = defineCodec('attribute', {
  encode(record, context) {
    const { cId, name, cType, customId } = record;
    const value = encodeAttributeValue(record.value, context);
    return withOtherFields({ cId, name, cType, value, customId: customId ?? undefined }, record, context);
  },
  decode(entry, decoder) {
    const { id, path, raw } = entry;
    const { file, policy } = decoder;
    const place = decoder.placementOf(id);
    const work = decoder.advance();
    if (!place) {
      policy.reportMissing(path, storyFault('noOwner'));
      if (!decoder.isAgainstBase) file.omit(id);
      return work;
    }
    const cType = file.collectionOf(place.parent);
    if ((raw.cId ?? null) === null) policy.note('owner');
    else if (typeof raw.cId !== 'string') policy.addInvalidValue(`${path}.cId`, message('import.fault.id'));
    // [G37] a repair leaves the reference out: the record that lists the attribute is its owner.
    else if (file.collectionOf(raw.cId) === undefined)
      policy.reportMissing(`${path}.cId`, storyFault('unknownId', { id: raw.cId, collections: ownerCollections.join(', ') }));
    else if (raw.cId !== place.parent || (raw.cType ?? cType) !== cType) policy.note('otherOwner');
    const { value = decodeAttributeValue(decoder, entry), ...old } = decodeOldKeys(decoder, entry);
    const decoded = { ...old, cId: place.parent, cType, value, ...decodeVariableName(decoder, raw, cType, value) };
    decoder.add('attribute', id, raw, decoded, decoder.isAgainstBase ? {} : { otherKeys: oldKeys });
    return work;
  },
});

/** [Exports] the customId of an attribute that cannot be a variable does not count, and an empty one is none. */
function decodeVariableName(decoder: StoryDecoder, raw: JsonObject, cType: unknown, value: unknown): JsonObject {
  if (decoder.isAgainstBase) return {};
  const customId = decodeCustomId(decoder, raw);
  const { type, plain } = isJsonObject(value) ? value : {};
  const counts = cType !== 'elements' && type !== 'component-list' && type !== 'asset-list' && !(type === 'string' && plain === false);
  if (counts || customId === null) return { customId };
  decoder.policy.note('customId');
  return { customId: null };
}

/** [G32] the keys of 2020: `label` is the name, `content` the value, which is rich text. */
const oldKeys: ReadonlySet<string> = new Set(['label', 'content']);
function decodeOldKeys({ policy, isAgainstBase }: StoryDecoder, { path, raw }: FileEntry): JsonObject {
  if (isAgainstBase) return {};
  const { label, content } = raw;
  const isOldName = typeof label === 'string' && (raw.name ?? null) === null;
  const isOldValue = typeof content === 'string' && (withoutEmptyMap(raw.value) ?? null) === null;
  if (isOldName || isOldValue) policy.note('oldAttribute');
  for (const [key, value, isRead] of [
    ['label', label, isOldName],
    ['content', content, isOldValue],
  ] as const)
    if (!isRead && value !== undefined && value !== null) policy.noteIgnoredKey(`attributes.${key}`);
  return {
    ...(isOldName && { name: label }),
    ...(isOldValue && { value: { type: 'string', plain: false, data: policy.canonicalText(content, `${path}.content`) || null } }),
  };
}

/**
 * The stored form of a value ([Attribute] value types): empty texts and empty lists are null, and lists of assets only contain those that the
 * story will contain.
 */
function decodeAttributeValue(decoder: StoryDecoder, { id, path, raw }: FileEntry): unknown {
  const value = withoutEmptyMap(raw.value);
  if (!isJsonObject(value)) return (decoder.isAgainstBase ? null : value) ?? { type: 'string', plain: true, data: null };
  const { type, data = null, plain } = value;
  if (type === 'string' || type === 'rich-text') {
    const isPlain = type === 'string' && (plain ?? false);
    if (typeof data !== 'string') return { type: 'string', plain: isPlain, data };
    const text = isPlain ? data : decoder.policy.canonicalText(data, `${path}.value.data`);
    return { type: 'string', plain: isPlain, data: text === '' ? null : text };
  }
  if (type === 'component-list') return { type, data: decodeComponentList(decoder, id, data, `${path}.value`) };
  if (type === 'asset-list') return { type, data: decodeAssetList(decoder, id, data, `${path}.value.data`) };
  return { type, data: data ?? defaultData[String(type)] };
}

const defaultData: Readonly<Record<string, unknown>> = { boolean: false, integer: 0, float: 0 };

/** The targets of a list, whose entries are ids, or objects with ids of their own as in the API. */
const targetsOf = (data: readonly unknown[], field: 'component' | 'asset'): unknown[] =>
  data.map((entry) => (isJsonObject(entry) ? entry[field] : entry));

function decodeComponentList(decoder: StoryDecoder, attributeId: string, listed: unknown, path: string): unknown {
  const data = withListOfMap(listed);
  const ids = Array.isArray(data) ? targetsOf(data, 'component') : data;
  const valid = decoder.idList({ data: ids }, 'data', path).filter(({ id, path: at }) => isComponentReference(decoder, id, at));
  return createListEntries(
    decoder,
    attributeId,
    'component',
    valid.map(({ id }) => id),
  );
}

function decodeAssetList(decoder: StoryDecoder, attributeId: string, listed: unknown, path: string): unknown {
  const data = withListOfMap(listed ?? []);
  if (!Array.isArray(data)) {
    decoder.policy.addInvalidValue(path, message('fault.type.list'));
    return null;
  }
  const kept = targetsOf(data, 'asset')
    .map(String)
    .filter((id) => decoder.policy.assetTypeOf(id) !== undefined);
  if (kept.length < data.length) decoder.policy.note('assetLists');
  return createListEntries(decoder, attributeId, 'asset', kept);
}

function createListEntries(
  { policy }: StoryDecoder,
  attributeId: string,
  field: 'component' | 'asset',
  targets: readonly string[],
): unknown {
  if (targets.length === 0) return null;
  const ids = policy.listEntryIds(attributeId, field, targets);
  return targets.map((target, at) => ({ id: ids[at], [field]: target }));
}

/** [Exports] empty text is null, an empty list is `[]`, and only plain text has the key `plain`. */
function encodeAttributeValue(value: AttributeValue, context: EncodeContext): Entry {
  const { type } = value;
  if (type === 'component-list') return { data: encodeComponentIds(value.data?.map(({ component }) => component) ?? [], context), type };
  if (type === 'asset-list') return { data: context.emptiesAssetLists ? [] : (value.data?.map(({ asset }) => asset) ?? []), type };
  if (type === 'float') return { data: toJsonFloat(value.data), type };
  if (type !== 'string') return { data: value.data, type };
  return value.plain ? { data: value.data, type, plain: true } : { data: encodeNullableText(value, value.data, context), type };
}

interface VariableOutline {
  readonly boardVariables: ReadonlyMap<string, string>;
  readonly foldersOf: ReadonlyMap<string, unknown>;
}

const variableCodec = defineCodec<'variable', VariableOutline>('variable', {
  /** [Exports] a float always has a fraction: Unity's importer accepts 90.0 and throws on 90. */
  encode(record, context) {
    const { name, type, value } = record;
    return withOtherFields(
      { name, type, cType: 'global', value: type === 'float' && typeof value === 'number' ? toJsonFloat(value) : value },
      record,
      context,
    );
  },
  decode(entry, decoder, { boardVariables, foldersOf }) {
    const { id, raw } = entry;
    if (isOwnedVariable(raw)) addBoardVariable(decoder, entry, boardVariables.get(id));
    else {
      if (raw.cType === 'elements') decoder.policy.note('elementVariable');
      const decoded = { value: raw.value ?? defaultVariableValues[String(raw.type ?? 'string')], folders: foldersOf.get(id) ?? [] };
      decoder.add('variable', id, raw, decoded);
    }
    return 0;
  },
});

const boardVariableKeys: ReadonlySet<string> = new Set(['type', 'cType', 'cId', 'value']);

/** Adds a variable of a board or a component as an attribute (G26). Its name becomes the customId that scripts use. */
function addBoardVariable(decoder: StoryDecoder, { id, raw }: FileEntry, ownerId: string | undefined): void {
  const place = decoder.placementOf(id);
  if (ownerId === undefined || !place) return;
  decoder.policy.note(raw.cType === 'boards' ? 'boardVariable' : 'componentVariable');
  const type = raw.type ?? 'string';
  const data = raw.value ?? (type === 'string' ? null : defaultVariableValues[String(type)]);
  const value = type === 'string' ? { type, plain: true, data: data === '' ? null : data } : { type, data };
  const name = raw.name ?? null;
  const owner = decoder.isAgainstBase
    ? { cId: place.parent, cType: decoder.file.collectionOf(place.parent) }
    : { cId: ownerId, cType: raw.cType };
  const known = decoder.isAgainstBase ? {} : raw;
  decoder.add('attribute', id, known, { ...owner, name, customId: name, value }, { otherKeys: boardVariableKeys });
}

const folderKeys: ReadonlySet<string> = new Set(['id', 'name', 'cType', 'root', 'children']);

/** Decodes variables: global ones in the order of their root, and those of boards. Returns the id of the root. */
export function* decodeVariables(decoder: StoryDecoder, boardVariables: ReadonlyMap<string, string>): Generator<number, string> {
  const { file, policy } = decoder;
  const entries = file.entriesOf('variables');
  const { id: root, isMissing } = findRoot(decoder, 'variables');
  if (isMissing && entries.size > 0) policy.note('noVariableRoot');
  const folders = new Set([...entries].filter(([, raw]) => raw.root !== true && Array.isArray(raw.children)).map(([id]) => id));
  const listed = decoder.idList(file.find('variables', root) ?? {}, 'children', `variables.${root}`);
  const globals = listVariables(decoder, listed, folders).filter(({ id }) => !isOwnedVariable(file.find('variables', id) ?? {}));
  const foldersOf = new Map(globals.map((each) => [each.id, each.folders]));
  const used = new Set(globals.flatMap((each) => each.folders.map(({ id }) => id)));
  policy.note('variableFolder', folders.size - used.size);
  const others = [...entries]
    .filter(([id, raw]) => raw.root !== true && !folders.has(id) && !isOwnedVariable(raw) && !foldersOf.has(id))
    .map(([id]): ListedId => ({ id, path: `variables.${id}` }));
  const placed = [...globals.filter(({ id }) => file.find('variables', id)?.root !== true), ...others];
  yield* decoder.placeList(placed, { kind: 'variable', list: 'variables', parent: root });
  for (const [id, raw] of entries)
    if (raw.root !== true && !folders.has(id))
      yield variableCodec.decode({ id, path: `variables.${id}`, raw }, decoder, { boardVariables, foldersOf });
  return root;
}

/** The variables in a list and in its folders, in order. */
function listVariables(decoder: StoryDecoder, listed: readonly ListedId[], folders: ReadonlySet<string>) {
  const found = flattenVariableTree(listed, (id) => (folders.has(id) ? decodeFolder(decoder, id) : null));
  return found.filter(({ id, path }) => decoder.findReference(id, path, 'variables') !== null);
}

function decodeFolder(decoder: StoryDecoder, id: string): { name: string | null; children: readonly ListedId[] } {
  const { file, policy, isAgainstBase } = decoder;
  const raw = file.find('variables', id) ?? {};
  const path = `variables.${id}`;
  const name = raw.name ?? null;
  if (name !== null && typeof name !== 'string') policy.addInvalidValue(`${path}.name`, message('fault.type.text'));
  for (const key of Object.keys(raw)) if (!folderKeys.has(key)) policy.noteIgnoredKey(`variables.${key}`);
  const isNamed = typeof name === 'string' && (name !== '' || !isAgainstBase);
  return { name: isNamed ? name : null, children: decoder.idList(raw, 'children', path) };
}

/** [Exports] the root and the folders of variables, which are entries but no records, by id. */
export function encodeVariableFolders(
  variables: readonly StoryRecord<'variable'>[],
  { project, variant }: EncodeContext,
): Map<string, Entry> {
  const { children, folders } = buildVariableTree(
    variant.hasVariableFolders ? variables : variables.map(({ id }) => ({ id, folders: [] })),
  );
  const entries = new Map<string, Entry>([[project.projectRecord.roots.variable, { root: true, children }]]);
  for (const [id, folder] of folders) entries.set(id, { name: folder.name ?? undefined, children: folder.children });
  return entries;
}

interface Threads {
  readonly entries: ReadonlyMap<string, JsonObject>;
  /** The threads of each board, in order. */
  readonly byBoard: ReadonlyMap<string, readonly ListedId[]>;
}

/**
 * Decodes comment threads. Exports of the service contain none; our templates contain them in the form in which the service lists them (G24, G25). Story
 * files that Taleport writes have no comments.
 */
export function* decodeComments(decoder: StoryDecoder): Generator<number> {
  const { policy } = decoder;
  const { entries, byBoard } = policy.commentThreads ? listedThreads(decoder, policy.commentThreads) : fileThreads(decoder);
  for (const [parent, list] of byBoard) yield* decoder.placeList(list, { kind: 'comment', list: 'comments', parent });
  for (const [id, raw] of entries) {
    const path = `comments.${id}`;
    const place = decoder.placementOf(id);
    if (!place) {
      policy.reportMissing(path, storyFault('noBoard'));
      continue;
    }
    const { x, y } = decoder.objectAt(raw, 'position', path);
    decoder.add('comment', id, raw, { boardId: place.parent, x, y, ...decodeContent(decoder, raw, path) });
    yield* addReplies(decoder, id, raw, path);
  }
}

/** By board: first the threads that the board lists, then those that only refer to the board themselves. */
function fileThreads(decoder: StoryDecoder): Threads {
  const { file, policy } = decoder;
  const byBoard = new Map<string, ListedId[]>();
  const seen = new Set<string>();
  for (const [boardId, raw] of file.entriesOf('boards')) {
    const listed = decoder.idList(raw, 'comments', `boards.${boardId}`);
    const existing = listed.filter(({ id }) => file.find('comments', id));
    policy.note('threads', listed.length - existing.length);
    for (const { id } of existing) seen.add(id);
    byBoard.set(boardId, existing);
  }
  const entries = file.entriesOf('comments');
  for (const [id, raw] of entries) {
    const board = isJsonObject(raw.position) ? raw.position.id : undefined;
    if (!seen.has(id) && typeof board === 'string' && decoder.findReference(board, `comments.${id}.position.id`, 'boards') !== null)
      byBoard.get(board)?.push({ id, path: `comments.${id}` });
  }
  return { entries, byBoard };
}

/** [Comments] in the order of the list. Threads on missing boards are left out. */
function listedThreads({ file }: StoryDecoder, threads: readonly JsonObject[]): Threads {
  const onBoards = threads.filter(
    ({ id, position }) =>
      typeof id === 'string' && id !== '' && isJsonObject(position) && file.collectionOf(String(position.id)) === 'boards',
  );
  const byBoard = new Map<string, ListedId[]>();
  for (const { id, position } of onBoards) {
    const board = String(Object(position).id);
    byBoard.set(board, [...(byBoard.get(board) ?? []), { id: String(id), path: `comments.${String(id)}` }]);
  }
  return { entries: new Map(onBoards.map((raw) => [String(raw.id), raw])), byBoard };
}

function* addReplies(decoder: StoryDecoder, commentId: string, raw: JsonObject, path: string): Generator<number> {
  const { policy, isAgainstBase } = decoder;
  const objects = Array.isArray(raw.replies) ? raw.replies.filter(isJsonObject) : [];
  if (objects.length !== (Array.isArray(raw.replies) ? raw.replies.length : 0))
    policy.addInvalidValue(`${path}.replies`, message('import.fault.objectList'));
  const replies = isAgainstBase ? objects.filter(({ id }) => typeof id === 'string' && id !== '') : objects;
  const listed = replies.map(({ id }, index) => ({ id: typeof id === 'string' ? id : policy.newId(), path: `${path}.replies.${index}` }));
  yield* decoder.placeList(listed, { kind: 'reply', list: 'replies', parent: commentId });
  for (const [index, { id, path: at }] of listed.entries()) {
    const reply = replies[index];
    if (reply) decoder.add('reply', id, reply, { commentId, ...decodeContent(decoder, reply, at) });
  }
}

function decodeContent({ policy, isAgainstBase }: StoryDecoder, { content }: JsonObject, path: string): JsonObject {
  if (typeof content === 'string') return { content: policy.canonicalText(content, `${path}.content`) };
  return isAgainstBase ? {} : { content: content ?? '' };
}

type Cover = NonNullable<StoryRecord<'element'>['cover']>;
type CoverOwner = 'elements' | 'components';

/**
 * A cover as `{id, type}`, `{file, type: "icon"}` or `{url, type: "youtube"}`, with its playback options; undefined if it cannot be
 * exported.
 */
function encodeCover(cover: Cover | null, { project, variant }: EncodeContext): Entry | undefined {
  if (!cover) return undefined;
  // The importers search for a cover among the files, which do not include folders.
  if (variant.scriptProfile !== null && 'id' in cover && project.find('asset', cover.id)?.type === 'folder') return undefined;
  const { type, ...rest } = cover;
  const { id, file, url, ...playback }: { id?: string; file?: string; url?: string } = rest;
  return { id, file, url, type, ...playback };
}

const videoCoverKeys = ['mode', 'autoplay', 'showControls', 'showOptions'];
const youtubeCoverKeys = ['type', 'url', 'autoplay', 'showControls'];
const coverTypePatterns = { elements: /image$|video$/, components: /image$/ };

/** [Import rules] covers without a file are removed; icons and external videos are kept. */
function decodeCover(decoder: StoryDecoder, owner: CoverOwner, cover: unknown, path: string): JsonObject | null {
  const { policy } = decoder;
  if ((withoutEmptyMap(cover) ?? null) === null) return null;
  const coverPath = decoder.isAgainstBase && typeof cover !== 'string' ? undefined : coverPathOf(cover);
  if (coverPath !== undefined) return decodeCoverPath(decoder, owner, coverPath);
  if (!isJsonObject(cover)) {
    policy.addInvalidValue(path, message('fault.type.object'));
    return null;
  }
  if (cover.type === 'icon') return { type: 'icon', file: cover.file };
  if (cover.type === 'youtube') return pickFields(cover, youtubeCoverKeys);
  // The type in the cover may be outdated; that of the asset is current.
  const type = typeof cover.id === 'string' ? policy.assetTypeOf(cover.id, cover.type) : undefined;
  if (type !== undefined && (decoder.isAgainstBase || coverTypePatterns[owner].test(type)))
    return { id: cover.id, type, ...(owner === 'elements' && type.endsWith('video') ? pickFields(cover, videoCoverKeys) : {}) };
  policy.note('covers');
  return null;
}

/** [G32] reads a cover of 2020, which is the path of an asset. */
function decodeCoverPath({ policy }: StoryDecoder, owner: CoverOwner, path: string): JsonObject | null {
  if (path === '') return null;
  const id = policy.findAssetByPath(path);
  const type = id === undefined ? undefined : policy.assetTypeOf(id);
  const isUsable = type !== undefined && coverTypePatterns[owner].test(type);
  policy.note(isUsable ? 'coverPath' : 'covers');
  return isUsable ? { id, type } : null;
}

/** By kind. Records of other kinds are part of other entries, such as the sounds of an element, or in no file. */
export const codecs = {
  ...itemCodecs,
  board: boardCodec,
  connection: connectionCodec,
  component: componentCodec,
  attribute: attributeCodec,
  asset: assetCodec,
  variable: variableCodec,
  condition: conditionCodec,
};
