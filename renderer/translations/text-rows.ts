/** The localized texts of a story as the rows of a table, in the order in which one reads them: board by board, then the components. Pure. */
import type { StoryRecord } from '../../shared/kinds/all.ts';
import type { LocalizedText } from '../../shared/kinds/fields.ts';
import type { Locale } from '../../shared/kinds/project.ts';
import type { Project } from '../../shared/project.ts';
import { plainText } from '../../shared/rich-text/plain-text.ts';
import { type TextState, textState } from '../../shared/text-state.ts';
import { translatedFrom } from '../../shared/translated-from.ts';

export type TextField = 'title' | 'content' | 'label' | 'name';
export interface TextRow {
  /** `<record>/<field>`: how a file names it. */
  readonly key: string;
  readonly id: string;
  readonly kind: 'element' | 'connection' | 'component';
  readonly field: TextField;
  /** null for components. */
  readonly boardId: string | null;
}

/** Texts that say nothing in any language have nothing to translate. */
export function* walkTexts(project: Project): Generator<TextRow> {
  const { roots } = project.root;
  yield* onBoards(project, roots.board);
  yield* ofComponents(project, roots.component, roots.component);
}

export const textRows = (project: Project): TextRow[] => [...walkTexts(project)];

function* onBoards(project: Project, id: string): Generator<TextRow> {
  for (const element of project.list(id, 'elements')) {
    yield* rowsOf(project, element);
    for (const output of project.list(element, 'outputs')) yield* rowsOf(project, output);
  }
  for (const branch of project.list(id, 'branches'))
    for (const condition of project.list(branch, 'conditions'))
      for (const output of project.list(condition, 'outputs')) yield* rowsOf(project, output);
  for (const child of project.list(id, 'boards')) yield* onBoards(project, child);
}

function* ofComponents(project: Project, id: string, root: string): Generator<TextRow> {
  if (id !== root) yield* rowsOf(project, id);
  for (const child of project.list(id, 'components')) yield* ofComponents(project, child, root);
}

function* rowsOf(project: Project, id: string): Generator<TextRow> {
  const element = project.find('element', id);
  const connection = project.find('connection', id);
  const component = project.find('component', id);
  const row = (kind: TextRow['kind'], field: TextField, boardId: string | null): TextRow => ({
    key: `${id}/${field}`,
    id,
    kind,
    field,
    boardId,
  });
  if (element) {
    if (isSaid(element.title)) yield row('element', 'title', element.boardId);
    if (isSaid(element.content)) yield row('element', 'content', element.boardId);
  } else if (connection && isSaid(connection.label)) yield row('connection', 'label', connection.boardId);
  else if (component && isSaid(component.name)) yield row('component', 'name', null);
}

function isSaid(text: LocalizedText): boolean {
  for (const iso in text) if (text[iso]?.text) return true;
  return false;
}

type Translated = StoryRecord<TextRow['kind']>;

/** What holds the text of a row; undefined where it has gone meanwhile. */
export const recordOfRow = (project: Project, { id, kind }: Pick<TextRow, 'id' | 'kind'>): Translated | undefined => project.find(kind, id);

const nothing: LocalizedText = {};

/** The text of a row in all languages. */
export function textOf(record: Translated | undefined, field: TextField): LocalizedText {
  if (record?.kind === 'component') return record.name;
  if (record?.kind === 'connection') return record.label;
  return (field === 'title' ? record?.title : record?.content) ?? nothing;
}

export const textOfRow = (project: Project, row: Pick<TextRow, 'id' | 'kind' | 'field'>): LocalizedText =>
  textOf(recordOfRow(project, row), row.field);

/** How far a row is in each of the languages that are looked at. */
export function* statesOf(
  record: Translated | undefined,
  field: TextField,
  looked: readonly Locale[],
  locales: readonly Locale[],
): Generator<TextState> {
  const text = textOf(record, field);
  for (const locale of looked) yield textState(text, translatedFrom(record, field, locale.iso), locale, locales);
}

/** The words of a cell, as they are read; names are no rich text. */
export const wordsOfCell = (row: Pick<TextRow, 'kind'>, html: string | null): string =>
  row.kind === 'component' ? (html ?? '') : plainText(html);
