/** A project as the text of an export file. Pure: the same project and options always give the same bytes. */
import type { ExportOptions } from '../../shared/ipc.ts';
import { type KindName, kindNamed, type StoryRecord } from '../../shared/kinds/all.ts';
import type { Project } from '../../shared/project.ts';
import { BoardScope } from './boards.ts';
import { componentContents, connectionContents, elementContents } from './contents.ts';
import { type Exporting, extraOf, type Out } from './exporting.ts';
import { Languages } from './locales.ts';
import { assetOut, attributeOut, boardOut, componentOut, variableOut } from './of-project.ts';
import { branchOut, conditionOut, connectionOut, elementOut, jumperOut, noteOut } from './on-boards.ts';
import { StoryIndex } from './story-index.ts';
import { variantOf } from './variants.ts';
import { JsonWriter } from './write-json.ts';

export interface StoryExport extends ExportOptions {
  /** How the format is wrapped: as a file of a game project, or as an answer over HTTP. */
  readonly as: 'file' | 'http';
  /** [Exports] Shows the names of stored files (the deprecated request header), in JSON and Godot only. */
  readonly storedNames?: boolean;
}

/**
 * [Exports, G17] Collections are ordered by id, lists by their own order. It never refuses a story, not even one that the engine's importer would
 * throw on: check.ts tells that. Throws `invalid` with the field for a language or a board that the project does not have.
 */
export function exportStory(project: Project, options: StoryExport): string {
  const variant = variantOf(options.format, options.as);
  const exporting: Exporting = {
    project,
    index: new StoryIndex(project),
    variant,
    boards: new BoardScope(project, options.boardIds),
    languages: new Languages(project, options),
    storedNames: variant.storedNames && options.storedNames === true,
  };
  const writer = new JsonWriter(variant.pretty);
  writer.open();
  if (variant.wrapped) writer.open('project');
  writeStory(writer, exporting);
  if (variant.wrapped) writer.close();
  writer.close();
  return writer.text();
}

function writeStory(writer: JsonWriter, exporting: Exporting): void {
  const { project, index, languages, boards, variant } = exporting;
  const { name, cover, startingElement, roots } = project.root;
  const collection = <K extends KindName>(kind: K, out: Writes<K>, isIn?: (record: StoryRecord<K>) => boolean): void => {
    writer.open(kindNamed(kind).plural);
    writer.ordered(membersOf(index.records(kind), out, isIn, exporting));
    writer.close();
  };
  const onBoard = boards.isWhole ? undefined : ({ boardId }: { readonly boardId: string }) => boards.has(boardId);

  writer.member('startingElement', startingElement !== null && boards.holds(startingElement) ? startingElement : null);
  collection('board', boardOut, ({ id }) => boards.has(id) && (variant.roots || id !== roots.board));
  collection('note', noteOut, onBoard);
  collection('element', elementOut, onBoard);
  collection('jumper', jumperOut, onBoard);
  collection('connection', connectionOut, onBoard);
  collection('branch', branchOut, onBoard);
  if (languages.one === null) {
    writer.open('contents');
    writer.ordered(contentsOf(exporting, onBoard));
    writer.close();
  }
  collection('component', componentOut, ({ id }) => variant.roots || id !== roots.component);
  collection('attribute', attributeOut, ({ cId, cType }) =>
    cType === 'components' ? true : cType === 'boards' ? boards.has(cId) : boards.holds(cId),
  );
  collection('asset', assetOut);
  writer.open('variables');
  writer.ordered(variablesOf(exporting));
  writer.close();
  collection('condition', conditionOut, ({ id }) => boards.holds(id));
  if (languages.one === null)
    writer.member(
      'locales',
      languages.all.map(({ iso, name, base }) => ({ iso, name, base })),
    );
  writer.member('name', name);
  writer.member('cover', cover);
  for (const [key, value] of extraOf(project.root)) writer.member(key, value);
}

type Writes<K extends KindName> = (record: StoryRecord<K>, exporting: Exporting) => Out | undefined;
type Member = readonly [id: string, value: Out];

function* membersOf<K extends KindName>(
  records: readonly StoryRecord<K>[],
  out: Writes<K>,
  isIn: ((record: StoryRecord<K>) => boolean) | undefined,
  exporting: Exporting,
): Generator<Member> {
  for (const record of records) {
    if (isIn && !isIn(record)) continue;
    const value = out(record, exporting);
    if (value) yield [record.id, value];
  }
}

/** The root of the variables is no record: it stands among them by its id. */
function* variablesOf(exporting: Exporting): Generator<Member> {
  const { project, index } = exporting;
  yield* membersOf<'variable'>(index.records('variable'), variableOut, undefined, exporting);
  yield [project.root.roots.variable, { root: true, children: project.list(null, 'variables') }];
}

function* contentsOf(exporting: Exporting, onBoard: ((record: { readonly boardId: string }) => boolean) | undefined): Generator<Member> {
  const { index } = exporting;
  yield* membersOf<'element'>(index.records('element'), elementContents, onBoard, exporting);
  yield* membersOf<'connection'>(index.records('connection'), connectionContents, onBoard, exporting);
  yield* membersOf<'component'>(index.records('component'), componentContents, undefined, exporting);
}
