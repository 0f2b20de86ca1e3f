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
  const { project, languages, boards, variant } = exporting;
  const { name, cover, startingElement, roots } = project.root;
  const ids = idsByKind(project);
  const collection = <K extends KindName>(
    kind: K,
    out: (record: StoryRecord<K>, exporting: Exporting) => Out,
    isIn?: (record: StoryRecord<K>) => boolean,
  ) => {
    writer.open(kindNamed(kind).plural);
    for (const id of ids[kind] ?? []) {
      const record = project.find(kind, id);
      if (record && (isIn?.(record) ?? true)) writer.member(id, out(record, exporting));
    }
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
  if (languages.one === null) writeContents(writer, exporting, ids);
  collection('component', componentOut, ({ id }) => variant.roots || id !== roots.component);
  collection('attribute', attributeOut, ({ cId, cType }) =>
    cType === 'components' ? true : cType === 'boards' ? boards.has(cId) : boards.holds(cId),
  );
  collection('asset', assetOut);
  writeVariables(writer, exporting, ids.variable ?? []);
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

/** The root of the variables is no record: it stands among them by its id. */
function writeVariables(writer: JsonWriter, { project }: Exporting, ids: readonly string[]): void {
  const root = project.root.roots.variable;
  writer.open('variables');
  for (const id of [...ids, root].sort()) {
    const record = project.find('variable', id);
    writer.member(id, record ? variableOut(record) : { root: true, children: project.list(null, 'variables') });
  }
  writer.close();
}

function writeContents(writer: JsonWriter, exporting: Exporting, ids: IdsByKind): void {
  const { project, boards } = exporting;
  writer.open('contents');
  for (const id of [...(ids.element ?? []), ...(ids.connection ?? []), ...(ids.component ?? [])].sort()) {
    const entry = contentsOf(project, id, exporting);
    if (entry && (project.at(id)?.kind === 'component' || boards.holds(id))) writer.member(id, entry);
  }
  writer.close();
}

function contentsOf(project: Project, id: string, exporting: Exporting): Out | undefined {
  const element = project.find('element', id);
  if (element) return elementContents(element, exporting);
  const connection = project.find('connection', id);
  if (connection) return connectionContents(connection, exporting);
  const component = project.find('component', id);
  return component && componentContents(component, exporting);
}

type IdsByKind = Partial<Record<KindName, readonly string[]>>;

/** The ids of every kind in order, from one walk over the records. */
function idsByKind(project: Project): IdsByKind {
  const byKind: Partial<Record<KindName, string[]>> = {};
  for (const { kind, id } of project.records()) {
    const ids = byKind[kind];
    if (ids) ids.push(id);
    else byKind[kind] = [id];
  }
  for (const ids of Object.values(byKind)) ids.sort();
  return byKind;
}
