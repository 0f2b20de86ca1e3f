/** One text in all the languages that are looked at. */

import { ArrowRight } from 'lucide-react';
import { memo } from 'react';
import type { Locale } from '../../../shared/model/kinds/project.ts';
import { resolveLocalizedText } from '../../../shared/model/resolve-localized-text.ts';
import { translationSourceOf } from '../../../shared/model/translation-source.ts';
import { translationStateOf } from '../../../shared/model/translation-state.ts';
import { t } from '../../messages/translate.ts';
import { recordName } from '../../records/names/record-names.ts';
import { useProject } from '../../state/open-project.ts';
import { CellEditor, type CellEditorProps } from './cell-editor.tsx';
import { localizedTextOf, plainCellText, recordOfRow, type TextRow } from './text-rows.ts';

/** More than one wants to read in a table; it is all there when the cell is written in. */
const MAX_CHARACTERS = 600;

export interface TranslationRowProps {
  readonly row: TextRow;
  /** Its place among all rows that are shown. */
  readonly at: number;
  readonly columns: readonly Locale[];
  readonly locales: readonly Locale[];
  /** The column that has the keyboard here, 0 for the name of the row; null: none. */
  readonly active: number | null;
  readonly isEditing: boolean;
  /** Where it is drawn, in pixels from the first row; its height is told to `measure`. */
  readonly start: number;
  readonly measure: (drawn: Element | null) => void;
  readonly choose: (at: number, column: number) => void;
  readonly edit: (at: number, column: number) => void;
  readonly done: CellEditorProps['done'];
}

export const TranslationRow = memo(function TranslationRow(props: TranslationRowProps) {
  const { row, at, columns, locales, active, isEditing, start, measure, choose, edit, done } = props;
  const { record, name, where } = useRowData(row);
  const text = localizedTextOf(record, row.field);
  const field = t(`translations.fields.${row.field}`);
  return (
    <tr
      ref={measure}
      data-index={at}
      aria-rowindex={at + 2}
      className="translation-row translation-place"
      style={{ transform: `translateY(${start}px)` }}
    >
      <th
        scope="row"
        aria-colindex={1}
        className="translation-head"
        tabIndex={active === 0 ? 0 : -1}
        data-cell={`${at} 0`}
        onMouseDown={() => choose(at, 0)}
        onDoubleClick={() => edit(at, 0)}
      >
        <span className="translation-name">{name || t('inspector.ends.untitled')}</span>
        <small>
          {field}
          {where !== '' && `, ${where}`}
        </small>
        <ArrowRight size={13} aria-hidden="true" className="translation-go" />
      </th>
      {columns.map((locale, index) => {
        const { iso } = locale;
        const own = text[iso]?.text ?? null;
        const column = index + 1;
        const isActive = active === column;
        const state = translationStateOf(text, translationSourceOf(record, row.field, iso), locale, locales);
        const status = record?.status?.[iso];
        return (
          <td
            key={iso}
            aria-colindex={column + 1}
            className="translation-cell"
            lang={iso}
            data-state={state}
            data-cell={`${at} ${column}`}
            data-active={isActive || undefined}
            tabIndex={isActive && !isEditing ? 0 : -1}
            onMouseDown={() => !(isActive && isEditing) && choose(at, column)}
            onDoubleClick={() => !(isActive && isEditing) && edit(at, column)}
          >
            {isActive && isEditing ? (
              <CellEditor row={row} iso={iso} label={t('translations.edit', { field, language: locale.name })} text={text} done={done} />
            ) : (
              <>
                {own !== null && own !== '' ? (
                  <span className="translation-words">{plainCellText(row, own).slice(0, MAX_CHARACTERS)}</span>
                ) : (
                  <FallbackText row={row} text={text} locale={locale} locales={locales} />
                )}
                {state === 'changed' && <small className="translation-open">{t('translations.states.changed')}</small>}
                {state === 'same' && <small>{t('translations.states.same')}</small>}
                {status !== undefined && <small>{t(`inspector.status.${status}`)}</small>}
              </>
            )}
          </td>
        );
      })}
    </tr>
  );
});

function FallbackText({
  row,
  text,
  locale,
  locales,
}: Pick<TranslationRowProps, 'row' | 'locales'> & { text: ReturnType<typeof localizedTextOf>; locale: Locale }) {
  const said = resolveLocalizedText(text, locale.iso, locales);
  const lender = locales.find(({ iso }) => iso === said.iso);
  return (
    <>
      <small className="translation-open">{t('translations.states.missing')}</small>
      {said.html !== null && lender && (
        <span className="translation-lent" lang={said.iso} title={t('translations.fallback', { language: lender.name })}>
          {plainCellText(row, said.html).slice(0, MAX_CHARACTERS)}
        </span>
      )}
    </>
  );
}

/** Renders again when something that it shows is another. */
const useRowData = (row: TextRow) =>
  useProject((project) => ({
    record: recordOfRow(project, row),
    name: recordName(project, row.id),
    where: row.boardId === null ? '' : recordName(project, row.boardId),
  }));
