/** One text in all the languages that are looked at. */
import { ArrowRight } from 'lucide-react';
import { memo } from 'react';
import type { Locale } from '../../shared/kinds/project.ts';
import { textIn } from '../../shared/text-in.ts';
import { textState } from '../../shared/text-state.ts';
import { translatedFrom } from '../../shared/translated-from.ts';
import { useProject } from '../state/open-project.ts';
import { nameOf } from '../state/use-words.ts';
import { inspectorWords } from '../words/en/inspector.ts';
import { translationsWords as words } from '../words/en/translations.ts';
import { CellEditor, type CellEditorProps } from './cell-editor.tsx';
import { recordOfRow, type TextRow, textOf, wordsOfCell } from './text-rows.ts';

/** More than one wants to read in a table; it is all there when the cell is written in. */
const LONGEST = 600;

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
  const { record, name, where } = useRow(row);
  const text = textOf(record, row.field);
  const field = words.fields[row.field];
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
        <span className="translation-name">{name || inspectorWords.ends.untitled}</span>
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
        const state = textState(text, translatedFrom(record, row.field, iso), locale, locales);
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
              <CellEditor row={row} iso={iso} label={words.edit(field, locale.name)} text={text} done={done} />
            ) : (
              <>
                {own !== null && own !== '' ? (
                  <span className="translation-words">{wordsOfCell(row, own).slice(0, LONGEST)}</span>
                ) : (
                  <Lent row={row} text={text} locale={locale} locales={locales} />
                )}
                {state === 'changed' && <small className="translation-open">{words.states.changed}</small>}
                {state === 'same' && <small>{words.states.same}</small>}
                {status !== undefined && <small>{inspectorWords.status[status]}</small>}
              </>
            )}
          </td>
        );
      })}
    </tr>
  );
});

function Lent({
  row,
  text,
  locale,
  locales,
}: Pick<TranslationRowProps, 'row' | 'locales'> & { text: ReturnType<typeof textOf>; locale: Locale }) {
  const said = textIn(text, locale.iso, locales);
  const lender = locales.find(({ iso }) => iso === said.iso);
  return (
    <>
      <small className="translation-open">{words.states.missing}</small>
      {said.html !== null && lender && (
        <span className="translation-lent" lang={said.iso} title={words.lent(lender.name)}>
          {wordsOfCell(row, said.html).slice(0, LONGEST)}
        </span>
      )}
    </>
  );
}

/** Renders again when something that it shows is another. */
const useRow = (row: TextRow) =>
  useProject((project) => ({
    record: recordOfRow(project, row),
    name: nameOf(project, row.id),
    where: row.boardId === null ? '' : nameOf(project, row.boardId),
  }));
