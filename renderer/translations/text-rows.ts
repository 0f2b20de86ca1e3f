/** The localized texts of a story as the rows of a table, in the order in which one reads them: board by board, then the components. Pure. */
import type { LocalizedText } from '../../shared/kinds/fields.ts';
import type { Locale } from '../../shared/kinds/project.ts';
import type { Project } from '../../shared/project.ts';
import { plainText } from '../../shared/rich-text/plain-text.ts';
import { textIn } from '../../shared/text-in.ts';

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

/** The text of a row in all languages; none where it has gone meanwhile. */
export function textOfRow(project: Project, { id, kind, field }: Pick<TextRow, 'id' | 'kind' | 'field'>): LocalizedText {
  if (kind === 'component') return project.find('component', id)?.name ?? {};
  if (kind === 'connection') return project.find('connection', id)?.label ?? {};
  const element = project.find('element', id);
  return (field === 'title' ? element?.title : element?.content) ?? {};
}

export type CellState = 'missing' | 'same' | 'written';

/** `same` is what stands there word for word in the language it is based on: perhaps nobody has translated it yet. */
export function stateOf(text: LocalizedText, { iso, base }: Locale, locales: readonly Locale[]): CellState {
  const own = text[iso]?.text ?? null;
  if (own === null || own === '') return 'missing';
  return base !== null && textIn(text, base, locales).html === own ? 'same' : 'written';
}

/** The words of a cell, as they are read; names are no rich text. */
export const wordsOfCell = (row: Pick<TextRow, 'kind'>, html: string | null): string =>
  row.kind === 'component' ? (html ?? '') : plainText(html);
