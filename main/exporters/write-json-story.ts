/**
 * Writes the story as JSON, in the object model that all JSON formats share (exports.md). Pure: the same project and options always produce
 * the same bytes.
 */

import type { TextChunk } from '../../shared/contracts/export-file.ts';
import type { ExporterId } from '../../shared/contracts/exporters.ts';
import type { Project } from '../../shared/model/project.ts';
import { buildVariableTree } from '../../shared/model/variable-folders.ts';
import { BoardScope } from './board-scope.ts';
import { CollectionTextCache } from './collection-text-cache.ts';
import * as all from './collections.ts';
import { type CachedExport, cacheExport, findCachedExport, isCompletelyCached, isWorthCaching } from './export-cache.ts';
import { type ExportContext, OtherFields, unknownFieldsOf } from './export-context.ts';
import type { SerializeOptions } from './exporter.ts';
import type { JsonVariant } from './json-variant.ts';
import { JsonWriter } from './json-writer.ts';
import { LanguageSelection } from './language-selection.ts';
import { relatedRecordsOf, StoryIndex } from './story-index.ts';

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
  const storedNames = variant.canShowStoredNames && options.storedNames === true;
  const name = [
    id,
    options.destination,
    languages.single ?? languages.all.map(({ iso }) => iso),
    options.fallbackContents ?? false,
    storedNames,
    boards.key,
  ].join('/');
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
  };
  const cached = known?.cached ?? { changeCount: 0, lastUsed: 0, collections: new Map(), assetNames: noNames };
  const { count } = project.recentChanges;
  yield;
  const writer = new JsonWriter(variant.isPretty);
  writer.openObject();
  if (variant.isWrapped) writer.openObject('project');
  yield* writeStory({ writer, context, index, cached, chunkScope, changedIds: known?.changedIds ?? noIds });
  if (variant.isWrapped) writer.closeObject();
  writer.closeObject();
  if (keeps) cacheExport(project, name, cached, count);
  yield writer.takePiece();
}

interface StoryWriteContext {
  readonly writer: JsonWriter;
  readonly context: ExportContext;
  /** null if only a few records must be written. */
  readonly index: StoryIndex | null;
  readonly cached: CachedExport;
  readonly chunkScope: 'all' | 'new';
  /** The ids of the records that have changed since the cached export. */
  readonly changedIds: ReadonlySet<string>;
}

const noIds: ReadonlySet<string> = new Set();
const noNames: ReadonlyMap<string, string> = new Map();

function* writeStory(storyContext: StoryWriteContext): Generator<TextChunk | undefined> {
  const { writer, context } = storyContext;
  const { project, languages, boards } = context;
  const { name, cover, startingElement } = project.projectRecord;
  writer.writeMember('startingElement', startingElement !== null && boards.hasItem(startingElement) ? startingElement : null);
  for (const collection of [all.boards, all.notes, all.elements, all.jumpers, all.connections, all.branches])
    yield* writeCollection(collection, storyContext);
  if (languages.single === null) yield* writeCollection(all.contents, storyContext);
  for (const collection of [all.components, all.attributes]) yield* writeCollection(collection, storyContext);
  yield* writeAssets(storyContext);
  writeVariables(storyContext);
  yield* writeCollection(all.conditions, storyContext);
  if (languages.single === null)
    writer.writeMember(
      'locales',
      languages.all.map(({ iso, name, base }) => ({ iso, name, base })),
    );
  writer.writeMember('name', name);
  writer.writeMember('cover', cover);
  for (const [key, value] of unknownFieldsOf(project.projectRecord)) writer.writeMember(key, value);
}

function* writeCollection(collection: all.ExportCollection, storyContext: StoryWriteContext): Generator<TextChunk | undefined> {
  const { writer, context, index, cached, chunkScope, changedIds } = storyContext;
  const { name, serializers } = collection;
  const { project } = context;
  writer.openObject(name);
  const known = cached.collections.get(name);
  const members = known ?? new CollectionTextCache([...recordIdsOf(collection, index)], writer.memberSeparator);
  cached.collections.set(name, members);
  if (known)
    for (const id of changedIds) {
      const kind = project.get(id)?.kind;
      members.invalidate(id, kind !== undefined && serializers[kind] !== undefined);
    }
  yield;
  const textOf = (id: string): string | undefined => {
    const record = project.get(id);
    const out = record && serializers[record.kind]?.(record, context);
    return out && writer.formatMember(id, out);
  };
  for (const piece of members.pieces(textOf, chunkScope)) {
    writer.beginExternalMembers();
    yield writer.takePiece();
    yield piece;
  }
  writer.closeObject();
}

function* recordIdsOf({ serializers }: all.ExportCollection, index: StoryIndex | null): Generator<string> {
  for (const kind of Object.keys(serializers)) for (const { id } of index?.recordsOfKind(kind) ?? []) yield id;
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
  yield* writeCollection(all.assets, { ...storyContext, changedIds: ids.length > 0 ? new Set([...changedIds, ...ids]) : changedIds });
}

/**
 * [Exports] the root and the folders of variables are not records: they are written among the variables by id. There are too few variables
 * to cache their texts.
 */
function writeVariables({ writer, context }: StoryWriteContext): void {
  const { project, variant } = context;
  const root = project.projectRecord.roots.variable;
  const variables = project.children('variable', null, 'variables');
  const { children, folders } = buildVariableTree(
    variant.hasVariableFolders ? variables : variables.map(({ id }) => ({ id, folders: [] })),
  );
  writer.openObject('variables');
  const texts = new Map([[root, writer.formatMember(root, { root: true, children })]]);
  for (const [id, folder] of folders) texts.set(id, writer.formatMember(id, { name: folder.name ?? undefined, children: folder.children }));
  for (const { id } of variables) {
    const record = project.get(id);
    const out = record && all.variables.serializers.variable?.(record, context);
    if (out) texts.set(id, writer.formatMember(id, out));
  }
  const members = new CollectionTextCache([...texts.keys()], writer.memberSeparator);
  for (const { text } of members.pieces((id) => texts.get(id), 'all')) writer.writeFormattedMembers(text ?? '');
  writer.closeObject();
}
