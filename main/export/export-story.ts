/** A project as the text of an export file. Pure: the same project and options always give the same bytes. */
import type { ExportOptions } from '../../shared/ipc.ts';
import type { Project } from '../../shared/project.ts';
import { BoardScope } from './boards.ts';
import * as all from './collections.ts';
import { type Exporting, extraOf } from './exporting.ts';
import { KeptMembers } from './kept-members.ts';
import { isWorthKeeping, keepView, keptView, type View, viewLike } from './kept-story.ts';
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
  const writing = storyInSteps(project, options);
  for (;;) {
    const step = writing.next();
    if (step.done) return step.value;
  }
}

/** The same with a rest now and then: from scratch a large story takes a while. Changed meanwhile, what comes out is to be thrown away. */
export function* storyInSteps(project: Project, options: StoryExport): Generator<void, string> {
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
  ].join('/');
  const keeps = boards.isWhole && isWorthKeeping(project);
  const known = keeps ? keptView(project, name) : undefined;
  const index = known ? null : new StoryIndex(project);
  const exporting = {
    project,
    lists: index ?? listsOf(project),
    variant,
    boards,
    languages,
    storedNames,
    assetNames: options.assetNames ?? none,
  };
  const view = known?.view ?? { seen: 0, used: 0, collections: new Map() };
  const like = keeps && !known ? viewLike(project) : undefined;
  const { count } = project.recent;
  const writer = new JsonWriter(variant.pretty);
  writer.open();
  if (variant.wrapped) writer.open('project');
  yield* writeStory({ writer, exporting, index, view, like, touched: known?.touched ?? nothing });
  if (variant.wrapped) writer.close();
  writer.close();
  if (keeps) keepView(project, name, view, count);
  return writer.text();
}

interface Writing {
  readonly writer: JsonWriter;
  readonly exporting: Exporting;
  /** Null where the view is there already and `touched` tells what is new in it. */
  readonly index: StoryIndex | null;
  readonly view: View;
  readonly like: View | undefined;
  readonly touched: ReadonlySet<string>;
}

/** Members written between two rests: some ten milliseconds. */
const SLICE = 1000;

const nothing: ReadonlySet<string> = new Set();
const none: ReadonlyMap<string, string> = new Map();

function* writeStory(writing: Writing): Generator<void> {
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

function* writeCollection({ name, writes }: all.Collection, { writer, exporting, index, view, like, touched }: Writing): Generator<void> {
  const { project } = exporting;
  writer.open(name);
  const members = view.collections.get(name) ?? new KeptMembers(yield* written(), writer.memberSeparator, like?.collections.get(name));
  view.collections.set(name, members);
  for (const id of touched) {
    const kind = project.at(id)?.kind;
    members.touch(id, kind !== undefined && writes[kind] !== undefined);
  }
  writer.texts(members.texts(textOf));
  writer.close();
  yield;

  function* written(): Generator<void, (readonly [string, string])[]> {
    const texts: (readonly [string, string])[] = [];
    for (const [kind, write] of Object.entries(writes))
      for (const record of index?.ofKind(kind) ?? []) {
        const out = write(record, exporting);
        if (!out) continue;
        texts.push([record.id, writer.memberText(record.id, out)]);
        if (texts.length % SLICE === 0) yield;
      }
    return texts;
  }

  function textOf(id: string): string | undefined {
    const record = project.at(id);
    const out = record && writes[record.kind]?.(record, exporting);
    return out && writer.memberText(id, out);
  }
}

/** What an asset is called may change without a change of its own: those that are, or were, called something else are written again. */
function* writeAssets(writing: Writing): Generator<void> {
  const { assetNames } = writing.exporting;
  yield* writeCollection(all.assets, {
    ...writing,
    touched: new Set([...writing.touched, ...(writing.view.renamed ?? []), ...assetNames.keys()]),
  });
  writing.view.renamed = [...assetNames.keys()];
}

/** [Exports] The root of the variables is no record: it stands among them by its id. There are never so many that their text would be kept. */
function writeVariables({ writer, exporting }: Writing): void {
  const { project } = exporting;
  const root = project.root.roots.variable;
  const children = project.list(null, 'variables');
  writer.open('variables');
  const members: [string, string][] = [[root, writer.memberText(root, { root: true, children })]];
  for (const id of children) {
    const record = project.at(id);
    const out = record && all.variables.writes.variable?.(record, exporting);
    if (out) members.push([id, writer.memberText(id, out)]);
  }
  writer.texts(new KeptMembers(members, writer.memberSeparator).texts(() => undefined));
  writer.close();
}
