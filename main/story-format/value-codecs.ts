/** Codecs of attributes and variables, and the values that they hold. */
import { isJsonObject, type JsonObject } from '../../shared/json.ts';
import { message } from '../../shared/messages/message.ts';
import type { AttributeValue } from '../../shared/model/kinds/attribute-value.ts';
import type { StoryRecord } from '../../shared/model/kinds/kinds.ts';
import { buildVariableTree, flattenVariableTree } from '../../shared/model/variable-folders.ts';
import { defaultVariableValues } from '../../shared/model/variable-value.ts';
import { type EncodeContext, type Entry, encodeComponentIds, encodeNullableText, withOtherFields } from './encoding.ts';
import { isComponentReference } from './item-codecs.ts';
import { defineCodec, type FileEntry } from './kind-codec.ts';
import type { ListedId, StoryDecoder } from './story-decoder.ts';
import { rootsOf } from './story-outline.ts';

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

export const attributeCodec = defineCodec('attribute', {
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
      policy.reportMissing(path, message('import.fault.noOwner'));
      if (!decoder.isAgainstBase) file.omit(id);
      return work;
    }
    const cType = file.collectionOf(place.parent);
    if ((raw.cId ?? null) === null) policy.note('owner');
    else if (typeof raw.cId !== 'string') policy.addInvalidValue(`${path}.cId`, message('import.fault.id'));
    else if (raw.cId !== place.parent || (raw.cType ?? cType) !== cType) policy.note('otherOwner');
    const { value = decodeAttributeValue(decoder, entry), ...old } = decodeOldKeys(decoder, entry);
    const decoded = { ...old, cId: place.parent, cType, value };
    decoder.add('attribute', id, { rank: place.rank }, raw, decoded, decoder.isAgainstBase ? undefined : oldKeys);
    return work;
  },
});

/** [G32] the keys of 2020: `label` is the name, `content` the value, which is rich text. */
const oldKeys: ReadonlySet<string> = new Set(['label', 'content']);
function decodeOldKeys({ policy, isAgainstBase }: StoryDecoder, { path, raw }: FileEntry): JsonObject {
  if (isAgainstBase) return {};
  const { label, content } = raw;
  const isOldName = typeof label === 'string' && (raw.name ?? null) === null;
  const isOldValue = typeof content === 'string' && (raw.value ?? null) === null;
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
function decodeAttributeValue(decoder: StoryDecoder, { id, path, raw: { value } }: FileEntry): unknown {
  if (!isJsonObject(value)) return (decoder.isAgainstBase ? null : value) ?? { type: 'string', plain: true, data: null };
  const { type, data = null, plain } = value;
  if (type === 'string' || type === 'rich-text') {
    const isPlain = type === 'string' && (plain ?? false);
    if (typeof data !== 'string') return { type: 'string', plain: isPlain, data };
    const text = isPlain ? data : decoder.policy.canonicalText(data, `${path}.value.data`);
    return { type: 'string', plain: isPlain, data: text === '' ? null : text };
  }
  if (type === 'component-list') return { type, data: decodeComponentList(decoder, id, data, `${path}.value`) };
  if (type === 'asset-list') return { type, data: decodeAssetList(decoder, id, data) };
  return { type, data: data ?? defaultData[String(type)] };
}

const defaultData: Readonly<Record<string, unknown>> = { boolean: false, integer: 0, float: 0 };

/** The targets of a list, whose entries are ids, or objects with ids of their own as in the API. */
const targetsOf = (data: readonly unknown[], field: 'component' | 'asset'): unknown[] =>
  data.map((entry) => (isJsonObject(entry) ? entry[field] : entry));

function decodeComponentList(decoder: StoryDecoder, attributeId: string, data: unknown, path: string): unknown {
  const ids = Array.isArray(data) ? targetsOf(data, 'component') : data;
  const valid = decoder.idList({ data: ids }, 'data', path).filter(({ id, path: at }) => isComponentReference(decoder, id, at));
  return createListEntries(
    decoder,
    attributeId,
    'component',
    valid.map(({ id }) => id),
  );
}

function decodeAssetList(decoder: StoryDecoder, attributeId: string, data: unknown): unknown {
  if (!Array.isArray(data) || data.length === 0) return null;
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
  if (type === 'asset-list') return { data: value.data?.map(({ asset }) => asset) ?? [], type };
  if (type === 'float') return { data: toJsonFloat(value.data), type };
  if (type !== 'string') return { data: value.data, type };
  return value.plain ? { data: value.data, type, plain: true } : { data: encodeNullableText(value, value.data, context), type };
}

interface VariableOutline {
  readonly boardVariables: ReadonlyMap<string, string>;
  readonly foldersOf: ReadonlyMap<string, unknown>;
}

export const variableCodec = defineCodec<'variable', VariableOutline>('variable', {
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
    if (raw.cType === 'boards') addBoardVariable(decoder, entry, boardVariables.get(id));
    else {
      const decoded = { value: raw.value ?? defaultVariableValues[String(raw.type ?? 'string')], folders: foldersOf.get(id) ?? [] };
      decoder.add('variable', id, { rank: decoder.rankOf(id) }, raw, decoded);
    }
    return 0;
  },
});

const boardVariableKeys: ReadonlySet<string> = new Set(['type', 'cType', 'cId', 'value']);

/** Adds a variable of a board as an attribute (G26). Its name becomes the customId that scripts use. */
function addBoardVariable(decoder: StoryDecoder, { id, raw }: FileEntry, boardId: string | undefined): void {
  const place = decoder.placementOf(id);
  if (boardId === undefined || !place) return;
  decoder.policy.note('boardVariable');
  const type = raw.type ?? 'string';
  const data = raw.value ?? (type === 'string' ? null : defaultVariableValues[String(type)]);
  const value = type === 'string' ? { type, plain: true, data: data === '' ? null : data } : { type, data };
  const name = raw.name ?? null;
  const owner = decoder.isAgainstBase
    ? { cId: place.parent, cType: decoder.file.collectionOf(place.parent) }
    : { cId: boardId, cType: 'boards' };
  const known = decoder.isAgainstBase ? {} : raw;
  decoder.add('attribute', id, { rank: place.rank }, known, { ...owner, name, customId: name, value }, boardVariableKeys);
}

const folderKeys: ReadonlySet<string> = new Set(['id', 'name', 'cType', 'root', 'children']);

/** Decodes variables: global ones in the order of their root, and those of boards. Returns the id of the root. */
export function* decodeVariables(decoder: StoryDecoder, boardVariables: ReadonlyMap<string, string>): Generator<number, string> {
  const { file, policy } = decoder;
  const entries = file.entriesOf('variables');
  const [given, second] = rootsOf(entries);
  if (second !== undefined) policy.addInconsistency(`variables.${second}.root`, message('import.fault.secondRoot', { root: given ?? '' }));
  if (given === undefined && entries.size > 0) policy.note('noVariableRoot');
  const root = given ?? policy.missingRoot('variables').id;
  const folders = new Set([...entries].filter(([, raw]) => raw.root !== true && Array.isArray(raw.children)).map(([id]) => id));
  const listed = decoder.idList(file.find('variables', root) ?? {}, 'children', `variables.${root}`);
  const globals = listVariables(decoder, listed, folders).filter(({ id }) => file.find('variables', id)?.cType !== 'boards');
  const foldersOf = new Map(globals.map((each) => [each.id, each.folders]));
  const used = new Set(globals.flatMap((each) => each.folders.map(({ id }) => id)));
  policy.note('variableFolder', folders.size - used.size);
  const others = [...entries]
    .filter(([id, raw]) => raw.root !== true && !folders.has(id) && raw.cType !== 'boards' && !foldersOf.has(id))
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
