/** The localized texts of a story as table rows, in reading order: board by board, then the components. */

import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import { getKind, type StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Locale } from '../../../shared/model/kinds/project.ts';
import { hasTextInAnyLanguage, localizedTextOf, type TranslationState, translationStateOf } from '../../../shared/model/localized-text.ts';
import type { Project } from '../../../shared/model/project.ts';
import { translationSourceOf } from '../../../shared/model/translation-source.ts';
import { richTextToPlainText } from '../../../shared/rich-text/plain-text.ts';
import { recordKey } from '../../state/renamed-records.ts';

export interface TextRow {
  /** Identifies the row while the project is open. It stays the same when the record gets another id. */
  readonly key: string;
  readonly id: string;
  readonly kind: 'element' | 'connection' | 'component';
  readonly field: string;
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
  const record = project.find('element', id) ?? project.find('connection', id) ?? project.find('component', id);
  if (!record) return;
  const { kind } = record;
  const boardId = kind === 'component' ? null : record.boardId;
  for (const field of getKind(kind).localizedFields)
    if (hasTextInAnyLanguage(localizedTextOf(record, field))) yield { key: `${recordKey(id)}/${field}`, id, kind, field, boardId };
}

/** Identifies the row in a file: `<record>/<field>`. */
export const fileKeyOf = ({ id, field }: Pick<TextRow, 'id' | 'field'>): string => `${id}/${field}`;

type TranslatableRecord = StoryRecord<TextRow['kind']>;

/** The record that contains the text of a row; undefined if it has been deleted. */
export const recordOfRow = (project: Project, { id, kind }: Pick<TextRow, 'id' | 'kind'>): TranslatableRecord | undefined =>
  project.find(kind, id);

/** The text of a row in all languages. */
export const localizedTextOfRow = (project: Project, row: Pick<TextRow, 'id' | 'kind' | 'field'>): LocalizedText =>
  localizedTextOf(recordOfRow(project, row), row.field);

/** The state of a row in each of the shown languages. */
export function* translationStates(
  record: TranslatableRecord | undefined,
  field: string,
  shownLocales: readonly Locale[],
  locales: readonly Locale[],
): Generator<TranslationState> {
  const text = localizedTextOf(record, field);
  for (const locale of shownLocales) yield translationStateOf(text, translationSourceOf(record, field, locale.iso), locale, locales);
}

/** The plain text of a cell. */
export const plainCellText = ({ kind, field }: Pick<TextRow, 'kind' | 'field'>, html: string | null): string =>
  getKind(kind).texts[field]?.format === 'plain' ? (html ?? '') : richTextToPlainText(html);
