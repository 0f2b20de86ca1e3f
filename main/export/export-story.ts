/** A project as the text of an export file. Pure: the same project and options always give the same bytes. */
import type { ExportOptions } from '../../shared/ipc/calls.ts';
import type { Project } from '../../shared/project.ts';
import type { Piece } from '../../shared/story-file.ts';
import { BoardScope } from './boards.ts';
import * as all from './collections.ts';
import { type Exporting, extraOf } from './exporting.ts';
import { KeptMembers } from './kept-members.ts';
import { isRemembered, isWorthKeeping, keepView, keptView, type View } from './kept-story.ts';
import { Languages } from './locales.ts';
import { listsOf, StoryIndex } from './story-index.ts';
import { variantOf } from './variants.ts';
import { JsonWriter } from './write-json.ts';

export interface StoryExport extends ExportOptions {
  /** How the format is wrapped: as a file of a game project, or as an answer over HTTP. */
  readonly as: 'file' | 'http';
  /** [Exports] Shows the names of stored files (the deprecated request header), in JSON and Godot only. */
  readonly storedNames?: boolean;
  /** What the files of assets are called where that is not what the story calls them, by id. */
  readonly assetNames?: ReadonlyMap<string, string>;
  /** With `allLocales`: only these of them, and the main one. */
  readonly among?: readonly string[];
}

/**
 * [Exports, G17] Collections are ordered by id, lists by their own order. It never refuses a story, not even one that the engine's importer would
 * throw on: check.ts tells that. Throws `invalid` with the field for a language or a board that the project does not have.
 */
export function exportStory(project: Project, options: StoryExport): string {
  const texts: string[] = [];
  for (const piece of storyPieces(project, options, 'all')) if (piece?.text) texts.push(piece.text);
  return texts.join('');
}

/**
 * The same piece by piece, with a rest (undefined) now and then. Changed meanwhile, what comes out is to be thrown away. `new`: pieces of an earlier
 * export that were forgotten come without their text.
 */
export function* storyPieces(project: Project, options: StoryExport, wanted: 'all' | 'new'): Generator<Piece | undefined> {
  const variant = variantOf(options.format, options.as);
  const boards = new BoardScope(project, options.boardIds);
  const languages = new Languages(project, options);
  const storedNames = variant.storedNames && options.storedNames === true;
  const name = [
    options.format,
    options.as,
    languages.one ?? languages.all.map(({ iso }) => iso),
    options.fallbackContents ?? false,
    storedNames,
    boards.name,
  ].join('/');
  const keeps = isWorthKeeping(project);
  const known = keeps ? keptView(project, name, boards.isWhole) : undefined;
  const index = known && (wanted === 'new' || isRemembered(known.view)) ? null : new StoryIndex(project);
  const exporting = {
    project,
    lists: index ?? listsOf(project),
    variant,
    boards,
    languages,
    storedNames,
    assetNames: options.assetNames ?? none,
  };
  const view = known?.view ?? { seen: 0, used: 0, collections: new Map(), renamed: none };
  const { count } = project.recent;
  yield;
  const writer = new JsonWriter(variant.pretty);
  writer.open();
  if (variant.wrapped) writer.open('project');
  yield* writeStory({ writer, exporting, index, view, wanted, touched: known?.touched ?? nothing });
  if (variant.wrapped) writer.close();
  writer.close();
  if (keeps) keepView(project, name, view, count);
  yield writer.take();
}

interface Writing {
  readonly writer: JsonWriter;
  readonly exporting: Exporting;
  /** Null where only a little has to be written. */
  readonly index: StoryIndex | null;
  readonly view: View;
  readonly wanted: 'all' | 'new';
  /** What is new in a view that is there already. */
  readonly touched: ReadonlySet<string>;
}

const nothing: ReadonlySet<string> = new Set();
const none: ReadonlyMap<string, string> = new Map();

function* writeStory(writing: Writing): Generator<Piece | undefined> {
  const { writer, exporting } = writing;
  const { project, languages, boards } = exporting;
  const { name, cover, startingElement } = project.root;
  writer.member('startingElement', startingElement !== null && boards.holds(startingElement) ? startingElement : null);
  for (const collection of [all.boards, all.notes, all.elements, all.jumpers, all.connections, all.branches])
    yield* writeCollection(collection, writing);
  if (languages.one === null) yield* writeCollection(all.contents, writing);
  for (const collection of [all.components, all.attributes]) yield* writeCollection(collection, writing);
  yield* writeAssets(writing);
  writeVariables(writing);
  yield* writeCollection(all.conditions, writing);
  if (languages.one === null)
    writer.member(
      'locales',
      languages.all.map(({ iso, name, base }) => ({ iso, name, base })),
    );
  writer.member('name', name);
  writer.member('cover', cover);
  for (const [key, value] of extraOf(project.root)) writer.member(key, value);
}

function* writeCollection(collection: all.Collection, writing: Writing): Generator<Piece | undefined> {
  const { writer, exporting, index, view, wanted, touched } = writing;
  const { name, writes } = collection;
  const { project } = exporting;
  writer.open(name);
  const known = view.collections.get(name);
  const members = known ?? new KeptMembers([...idsOf(collection, index)], writer.memberSeparator);
  view.collections.set(name, members);
  if (known)
    for (const id of touched) {
      const kind = project.at(id)?.kind;
      members.touch(id, kind !== undefined && writes[kind] !== undefined);
    }
  yield;
  const textOf = (id: string): string | undefined => {
    const record = project.at(id);
    const out = record && writes[record.kind]?.(record, exporting);
    return out && writer.memberText(id, out);
  };
  for (const piece of members.pieces(textOf, wanted)) {
    writer.placed();
    yield writer.take();
    yield piece;
  }
  writer.close();
}

function* idsOf({ writes }: all.Collection, index: StoryIndex | null): Generator<string> {
  for (const kind of Object.keys(writes)) for (const { id } of index?.ofKind(kind) ?? []) yield id;
}

/** What an asset is called may change without a change of its own: those that are, or were, called something else are written again. */
function* writeAssets(writing: Writing): Generator<Piece | undefined> {
  const { view, exporting, touched } = writing;
  const { renamed } = view;
  const { assetNames } = exporting;
  const ids = [...renamed.keys(), ...assetNames.keys()].filter((id) => renamed.get(id) !== assetNames.get(id));
  view.renamed = assetNames;
  yield* writeCollection(all.assets, { ...writing, touched: ids.length > 0 ? new Set([...touched, ...ids]) : touched });
}

/** [Exports] The root of the variables is no record: it stands among them by its id. There are never so many that their text would be kept. */
function writeVariables({ writer, exporting }: Writing): void {
  const { project } = exporting;
  const root = project.root.roots.variable;
  const children = project.list(null, 'variables');
  writer.open('variables');
  const texts = new Map([[root, writer.memberText(root, { root: true, children })]]);
  for (const id of children) {
    const record = project.at(id);
    const out = record && all.variables.writes.variable?.(record, exporting);
    if (out) texts.set(id, writer.memberText(id, out));
  }
  const members = new KeptMembers([...texts.keys()], writer.memberSeparator);
  for (const { text } of members.pieces((id) => texts.get(id), 'all')) writer.text(text ?? '');
  writer.close();
}
