/** The localized texts of a story as table rows, in reading order: board by board, then the components. Pure. */

import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Locale } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import { translationSourceOf } from '../../../shared/model/translation-source.ts';
import { type TranslationState, translationStateOf } from '../../../shared/model/translation-state.ts';
import { richTextToPlainText } from '../../../shared/rich-text/plain-text.ts';

export type TranslatableField = 'title' | 'content' | 'label' | 'name';
export interface TextRow {
  /** `<record>/<field>`: identifies the row in a file. */
  readonly key: string;
  readonly id: string;
  readonly kind: 'element' | 'connection' | 'component';
  readonly field: TranslatableField;
  /** null for components. */
  readonly boardId: string | null;
}

/** Texts that are empty in every language need no translation. */
export function* iterateTextRows(project: Project): Generator<TextRow> {
  const { roots } = project.projectRecord;
  yield* boardTextRows(project, roots.board);
  yield* componentTextRows(project, roots.component, roots.component);
}

function* boardTextRows(project: Project, id: string): Generator<TextRow> {
  for (const element of project.childIds(id, 'elements')) {
    yield* recordTextRows(project, element);
    for (const output of project.childIds(element, 'outputs')) yield* recordTextRows(project, output);
  }
  for (const branch of project.childIds(id, 'branches'))
    for (const condition of project.childIds(branch, 'conditions'))
      for (const output of project.childIds(condition, 'outputs')) yield* recordTextRows(project, output);
  for (const child of project.childIds(id, 'boards')) yield* boardTextRows(project, child);
}

function* componentTextRows(project: Project, id: string, root: string): Generator<TextRow> {
  if (id !== root) yield* recordTextRows(project, id);
  for (const child of project.childIds(id, 'components')) yield* componentTextRows(project, child, root);
}

function* recordTextRows(project: Project, id: string): Generator<TextRow> {
  const element = project.find('element', id);
  const connection = project.find('connection', id);
  const component = project.find('component', id);
  const row = (kind: TextRow['kind'], field: TranslatableField, boardId: string | null): TextRow => ({
    key: `${id}/${field}`,
    id,
    kind,
    field,
    boardId,
  });
  if (element) {
    if (hasText(element.title)) yield row('element', 'title', element.boardId);
    if (hasText(element.content)) yield row('element', 'content', element.boardId);
  } else if (connection && hasText(connection.label)) yield row('connection', 'label', connection.boardId);
  else if (component && hasText(component.name)) yield row('component', 'name', null);
}

function hasText(text: LocalizedText): boolean {
  for (const iso in text) if (text[iso]?.text) return true;
  return false;
}

type TranslatableRecord = StoryRecord<TextRow['kind']>;

/** The record that contains the text of a row; undefined if it has been deleted. */
export const recordOfRow = (project: Project, { id, kind }: Pick<TextRow, 'id' | 'kind'>): TranslatableRecord | undefined =>
  project.find(kind, id);

const emptyText: LocalizedText = {};

/** The text of a row in all languages. */
export function localizedTextOf(record: TranslatableRecord | undefined, field: TranslatableField): LocalizedText {
  if (record?.kind === 'component') return record.name;
  if (record?.kind === 'connection') return record.label;
  return (field === 'title' ? record?.title : record?.content) ?? emptyText;
}

export const localizedTextOfRow = (project: Project, row: Pick<TextRow, 'id' | 'kind' | 'field'>): LocalizedText =>
  localizedTextOf(recordOfRow(project, row), row.field);

/** The state of a row in each of the shown languages. */
export function* translationStates(
  record: TranslatableRecord | undefined,
  field: TranslatableField,
  looked: readonly Locale[],
  locales: readonly Locale[],
): Generator<TranslationState> {
  const text = localizedTextOf(record, field);
  for (const locale of looked) yield translationStateOf(text, translationSourceOf(record, field, locale.iso), locale, locales);
}

/** The plain text of a cell. Names are plain text already. */
export const plainCellText = (row: Pick<TextRow, 'kind'>, html: string | null): string =>
  row.kind === 'component' ? (html ?? '') : richTextToPlainText(html);
