/**
 * Writes the story as JSON, in the object model that all JSON formats share (exports.md). Pure: the same project and options always produce
 * the same bytes.
 */

import type { TextChunk } from '../../../shared/contracts/export-file.ts';
import type { ExporterId } from '../../../shared/contracts/exporters.ts';
import { type AnyRecord, boardContentKinds, getKind, type KindName, translatedKinds } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import {
  type EncodeContext,
  type Entry,
  type EntryVariant,
  OtherFields,
  prepareEngineTexts,
  relatedRecordsOf,
  StoryIndex,
} from '../../story-format/encoding.ts';
import { encodeVariableFolders } from '../../story-format/kind-codecs.ts';
import { encodeContents } from '../../story-format/localized-texts.ts';
import { encodeRecord } from '../../story-format/story-codec.ts';
import { unknownFieldsOf } from '../../story-format/story-file.ts';
import { BoardScope, LanguageSelection } from '../../story-format/story-selection.ts';
import type { KeptLayout, SerializeOptions } from '../exporter.ts';
import {
  type CachedExport,
  CollectionTextCache,
  cacheExport,
  cacheNameOf,
  findCachedExport,
  isCompletelyCached,
  isWorthCaching,
} from './export-cache.ts';

/** Formats a value at level `depth`: inside that many arrays, whose brackets are removed. */
function stringifyIndented(value: unknown, depth: number): string {
  let nested = value;
  let before = 0;
  let after = 0;
  for (let level = 0; level < depth; level++) {
    nested = [nested];
    before += 2 + indentWidth * (level + 1);
    after += 2 + indentWidth * level;
  }
  const text = JSON.stringify(nested, null, indentWidth);
  return text.slice(before, text.length - after);
}

/**
 * How the JSON of a format differs from that of the others (exports.md, "One object model, four variants"). Everything else is the same for
 * all.
 */
interface JsonVariant extends EntryVariant {
  /** Whether the story is wrapped in `{"project": …}`. */
  readonly isWrapped: boolean;
  /** Whether the JSON always is indented by 4 spaces. */
  readonly isPretty: boolean;
  /** Whether it is indented in files unless the options request the compact form, and has no white space in HTTP responses. */
  readonly hasCompactForm: boolean;
  /** Whether assets may have the name of their stored file, if the options request it. */
  readonly canShowStoredNames: boolean;
}

export const baseVariant: JsonVariant = {
  isWrapped: false,
  isPretty: false,
  hasCompactForm: false,
  hasGeometry: true,
  hasRoots: true,
  hasVariableFolders: true,
  canShowStoredNames: false,
  scriptProfile: null,
};

/** The part of an exporter that the writer uses. */
interface JsonFormat {
  readonly id: ExporterId;
  readonly variant: JsonVariant;
}

/**
 * [Exports, G17] collections are sorted by id, lists have their own order. With `new`, pieces of an earlier export whose text was dropped
 * are returned without it. Throws a Problem `invalid` with the field for an unknown language or board.
 */
export function* writeJsonStory(
  project: Project,
  { id, variant }: JsonFormat,
  options: SerializeOptions,
  chunkScope: 'all' | 'new',
): Generator<TextChunk | undefined> {
  const boards = new BoardScope(project, options.boardIds);
  const languages = new LanguageSelection(project, options);
  // Only files of game projects are read and merged by people.
  const isPretty = variant.isPretty || (variant.hasCompactForm && options.destination === 'file' && options.compact !== true);
  const storedNames = variant.canShowStoredNames && options.storedNames === true;
  const name = cacheNameOf([
    id,
    options.destination,
    languages.key,
    options.fallbackContents ?? false,
    storedNames,
    isPretty,
    boards.key,
    options.keptLayout?.key ?? null,
    options.emptiesAssetLists ?? false,
  ]);
  const keeps = isWorthCaching(project);
  const known = keeps ? findCachedExport(project, name, boards.includesAll) : undefined;
  const index = known && (chunkScope === 'new' || isCompletelyCached(known.cached)) ? null : new StoryIndex(project);
  const context = {
    project,
    related: index ?? relatedRecordsOf(project),
    variant,
    boards,
    languages,
    otherFields: new OtherFields(),
    storedNames,
    assetNames: options.assetNames ?? noNames,
    emptiesAssetLists: options.emptiesAssetLists ?? false,
  };
  const cached = known?.cached ?? { changeCount: 0, lastUsed: 0, collections: new Map(), assetNames: noNames };
  const { count } = project.recentChanges;
  yield;
  const writer = new JsonWriter(isPretty);
  writer.openObject();
  if (variant.isWrapped) writer.openObject('project');
  const keptLayout = options.keptLayout ?? null;
  yield* writeStory({ writer, context, index, cached, chunkScope, changedIds: known?.changedIds ?? noIds, keptLayout });
  if (variant.isWrapped) writer.closeObject();
  writer.closeObject();
  if (keeps) cacheExport(project, name, cached, count);
  yield writer.takePiece();
}

interface StoryWriteContext {
  readonly writer: JsonWriter;
  readonly context: EncodeContext;
  /** null if only a few records must be written. */
  readonly index: StoryIndex | null;
  readonly cached: CachedExport;
  readonly chunkScope: 'all' | 'new';
  /** The ids of the records that have changed since the cached export. */
  readonly changedIds: ReadonlySet<string>;
  readonly keptLayout: KeptLayout | null;
}

const noIds: ReadonlySet<string> = new Set();
const noNames: ReadonlyMap<string, string> = new Map();

/** A collection of the file: the entries of one kind, or the texts in all languages of several. */
interface FileCollection {
  readonly name: string;
  readonly kinds: readonly KindName[];
  /** Undefined if the collection does not contain the record. */
  encode(record: AnyRecord, context: EncodeContext): Entry | undefined;
}

const collectionOf = (kind: KindName): FileCollection => ({ name: getKind(kind).plural, kinds: [kind], encode: encodeRecord });
/** In the order of the service's files; those that these do not contain follow. */
const boardCollections = [...new Set<KindName>(['board', 'note', 'element', 'jumper', 'connection', 'branch', ...boardContentKinds])].map(
  collectionOf,
);
const contents: FileCollection = { name: 'contents', kinds: translatedKinds, encode: encodeContents };
const projectCollections = (['component', 'attribute'] as const).map(collectionOf);
const assets = collectionOf('asset');
const conditions = collectionOf('condition');

function* writeStory(storyContext: StoryWriteContext): Generator<TextChunk | undefined> {
  const { writer, context } = storyContext;
  const { project, languages, boards } = context;
  const { name, cover, startingElement } = project.projectRecord;
  writer.writeMember('startingElement', startingElement !== null && boards.hasItem(startingElement) ? startingElement : null);
  const texts = languages.single === null ? [contents] : [];
  for (const collection of [...boardCollections, ...texts, ...projectCollections]) yield* writeCollection(collection, storyContext);
  yield* writeAssets(storyContext);
  writeVariables(storyContext);
  yield* writeCollection(conditions, storyContext);
  if (languages.single === null)
    writer.writeMember(
      'locales',
      languages.all.map(({ iso, name, base }) => ({ iso, name, base })),
    );
  writer.writeMember('name', name);
  writer.writeMember('cover', cover);
  for (const [key, value] of unknownFieldsOf(project.projectRecord)) writer.writeMember(key, value);
}

function* writeCollection(collection: FileCollection, storyContext: StoryWriteContext): Generator<TextChunk | undefined> {
  const { writer, context, index, cached, chunkScope, changedIds, keptLayout } = storyContext;
  const { name, kinds } = collection;
  const { project } = context;
  const isDrawn = boardCollections.includes(collection);
  writer.openObject(name);
  const known = cached.collections.get(name);
  const members = known ?? new CollectionTextCache([...recordIdsOf(kinds, index)], writer.memberSeparator);
  cached.collections.set(name, members);
  if (known)
    for (const id of changedIds) {
      const kind = project.get(id)?.kind;
      members.invalidate(id, kind !== undefined && kinds.includes(kind));
    }
  yield;
  const textOf = (id: string): string | undefined => {
    const record = project.get(id);
    const entry = record && kinds.includes(record.kind) ? collection.encode(record, context) : undefined;
    return entry && writer.formatMember(id, isDrawn ? withKeptLayout(id, entry, keptLayout) : entry);
  };
  for (const id of members.idsToWrite(chunkScope)) {
    const record = project.get(id);
    if (record) for (const _ of prepareEngineTexts(record, context)) yield undefined;
  }
  for (const piece of members.pieces(textOf, chunkScope)) {
    writer.beginExternalMembers();
    yield writer.takePiece();
    yield piece;
  }
  writer.closeObject();
}

function* recordIdsOf(kinds: readonly KindName[], index: StoryIndex | null): Generator<string> {
  for (const kind of kinds) for (const { id } of index?.recordsOfKind(kind) ?? []) yield id;
}

/**
 * The exported name of an asset can change without a change of its record. So assets whose exported name differs from their own, now or in
 * the cached export, are written again.
 */
function* writeAssets(storyContext: StoryWriteContext): Generator<TextChunk | undefined> {
  const { cached, context, changedIds } = storyContext;
  const { assetNames: renamed } = cached;
  const { assetNames } = context;
  const ids = [...renamed.keys(), ...assetNames.keys()].filter((id) => renamed.get(id) !== assetNames.get(id));
  cached.assetNames = assetNames;
  yield* writeCollection(assets, { ...storyContext, changedIds: ids.length > 0 ? new Set([...changedIds, ...ids]) : changedIds });
}

/**
 * [Exports] the root and the folders of variables are not records: they are written among the variables by id. There are too few variables
 * to cache their texts.
 */
function writeVariables({ writer, context }: StoryWriteContext): void {
  const variables = context.project.children('variable', null, 'variables');
  const entries = encodeVariableFolders(variables, context);
  for (const { id } of variables) {
    const record = context.project.get(id);
    const entry = record && encodeRecord(record, context);
    if (entry) entries.set(id, entry);
  }
  writer.openObject('variables');
  const texts = new Map([...entries].map(([id, entry]) => [id, writer.formatMember(id, entry)]));
  const members = new CollectionTextCache([...texts.keys()], writer.memberSeparator);
  for (const { text } of members.pieces((id) => texts.get(id), 'all')) writer.writeFormattedMembers(text ?? '');
  writer.closeObject();
}

const indentWidth = 4;

/**
 * Writes nested objects in pieces, so that the whole story never exists as a value, with members in the order of the calls. The result equals `JSON.stringify(story, null, 4)` byte for byte, or has
 * no white space.
 */
export class JsonWriter {
  #text = '';
  readonly #pretty: boolean;
  #depth = 0;
  #empty = true;

  constructor(pretty: boolean) {
    this.#pretty = pretty;
  }

  /** Starts an object: the root, or a member of the open one. */
  openObject(key?: string): void {
    if (key !== undefined) this.#text += `${this.#separator()}${this.#key(key)}`;
    this.#text += '{';
    this.#depth++;
    this.#empty = true;
  }

  closeObject(): void {
    this.#depth--;
    this.#text += this.#empty ? '}' : `${this.#newLine()}}`;
    this.#empty = false;
  }

  writeMember(key: string, value: unknown): void {
    this.#text += `${this.#separator()}${this.#key(key)}${this.#value(value)}`;
    this.#empty = false;
  }

  /** Writes several members of the open object, formatted by `formatMember` and joined with `memberSeparator`. */
  writeFormattedMembers(members: string): void {
    this.beginExternalMembers();
    this.#text += members;
  }

  /** Must be called before the caller itself writes members of the open object. */
  beginExternalMembers(): void {
    this.#text += this.#separator();
    this.#empty = false;
  }

  /** Formats a member of the open object without writing it. */
  formatMember(key: string, value: unknown): string {
    return `${this.#key(key)}${this.#value(value)}`;
  }

  get memberSeparator(): string {
    return `,${this.#newLine()}`;
  }

  /** The text written since the last call. */
  takePiece(): TextChunk {
    const text = this.#text;
    this.#text = '';
    return { text };
  }

  #value(value: unknown): string {
    return this.#pretty ? stringifyIndented(value, this.#depth) : JSON.stringify(value);
  }

  #key(key: string): string {
    return `${JSON.stringify(key)}${this.#pretty ? ': ' : ':'}`;
  }

  #separator(): string {
    return `${this.#empty ? '' : ','}${this.#newLine()}`;
  }

  #newLine(): string {
    return this.#pretty ? `\n${' '.repeat(indentWidth * this.#depth)}` : '';
  }
}

const layoutFields = ['x', 'y', 'width', 'height', 'autoHeight', 'labelWidth', 'labelLocation', 'sourceFace', 'targetFace'];

/** Only the layout fields, so that keeping them does not keep the texts in memory as well. */
export const layoutOf = (entry: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(layoutFields.filter((field) => field in entry).map((field) => [field, entry[field]]));

/** The entry with the layout that it had; unchanged if it is new. */
function withKeptLayout<E extends Readonly<Record<string, unknown>>>(id: string, entry: E, kept: KeptLayout | null): E {
  const before = kept?.entries.get(id);
  if (!before) return entry;
  const layout = Object.fromEntries(
    layoutFields.filter((field) => field in before || field in entry).map((field) => [field, before[field]]),
  );
  return { ...entry, ...layout };
}
