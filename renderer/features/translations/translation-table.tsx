// biome-ignore-all lint/a11y/useSemanticElements: a cell receives typed text itself, which browsers do not allow for an element of a table
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells take the focus
/** The texts as a table; only visible rows are rendered. The keys are in use-cell-navigation.ts. An edited cell is saved when it is left. */
import { ArrowRight } from 'lucide-react';
import { memo, useCallback } from 'react';
import { fieldLabel } from '../../../shared/model/kind-messages.ts';
import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import type { Locale } from '../../../shared/model/kinds/project.ts';
import { localizedTextOf, resolveLocalizedText, translationStateOf } from '../../../shared/model/localized-text.ts';
import { translationSourceOf } from '../../../shared/model/translation-source.ts';
import { t } from '../../messages/translate.ts';
import { recordName } from '../../records/names/record-names.ts';
import { useProject } from '../../state/open-project.ts';
import { createViewState } from '../../state/view-state.ts';
import { TypedText } from '../../ui/typed-text.tsx';
import { type ScrollPosition, useVirtualRows } from '../../ui/use-virtual-rows.ts';
import { CellEditor, type CellExit } from './cell-editor.tsx';
import { plainCellText, recordOfRow, type TextRow } from './text-rows.ts';
import { isWritableCell, useCellNavigation } from './use-cell-navigation.ts';

interface TranslationTableProps {
  readonly rows: readonly TextRow[];
  readonly columns: readonly Locale[];
  readonly locales: readonly Locale[];
  readonly go: (row: TextRow) => void;
}

/** The estimated height of a row before it is rendered, between that of a title and that of a content. */
const estimatedRowHeight = 72;

const scrollPosition = createViewState<ScrollPosition | null>('translations', () => null);

export function TranslationTable({ rows, columns, locales, go }: TranslationTableProps) {
  const rowKey = useCallback((at: number) => rows[at]?.key ?? at, [rows]);
  const { scrollerRef, totalHeight, visible, scrollToIndex, measure } = useVirtualRows({
    count: rows.length,
    rowHeight: estimatedRowHeight,
    overscan: 3,
    rowKey,
    position: scrollPosition,
  });
  const { active, isEditing, choose, edit, type, finishEditing, handleKeyDown } = useCellNavigation({
    rows,
    columnCount: columns.length,
    goToRecord: go,
    scrollerRef,
    scrollToIndex,
  });
  const label = t('translations.table');
  return (
    <>
      <div ref={scrollerRef} className="translation-table texts framed" style={{ '--columns': columns.length }}>
        <div role="grid" aria-label={label} aria-rowcount={rows.length + 1} aria-colcount={columns.length + 1} onKeyDown={handleKeyDown}>
          <TranslationTableHead columns={columns} />
          <div role="rowgroup" className="translation-rows" style={{ height: totalHeight }}>
            {visible.map(({ index, key, start }) => {
              const row = rows[index];
              return (
                row && (
                  <TranslationRow
                    key={key}
                    row={row}
                    at={index}
                    columns={columns}
                    locales={locales}
                    active={index === active.rowIndex ? active.column : null}
                    isEditing={isEditing && index === active.rowIndex}
                    start={start}
                    measure={measure}
                    choose={choose}
                    edit={edit}
                    done={finishEditing}
                  />
                )
              );
            })}
          </div>
        </div>
      </div>
      {!isEditing && <TypedText within={scrollerRef} text=".translation-text" isWritable={isWritableCell} onType={type} />}
    </>
  );
}

function TranslationTableHead({ columns }: { columns: readonly Locale[] }) {
  return (
    <div role="rowgroup" className="translation-heads">
      <div role="row" aria-rowindex={1} className="translation-row">
        <div role="columnheader" aria-colindex={1} className="translation-head">
          {t('translations.text')}
        </div>
        {columns.map(({ iso, name, base }, index) => (
          <div key={iso} role="columnheader" aria-colindex={index + 2} className="translation-cell">
            {name} {base === null && <small>{t('translations.main')}</small>}
          </div>
        ))}
      </div>
    </div>
  );
}

/** The maximum length of a text in the table; the cell's editor contains all of it. */
const maxCharacters = 600;

interface TranslationRowProps {
  readonly row: TextRow;
  /** Its index among all rows shown. */
  readonly at: number;
  readonly columns: readonly Locale[];
  readonly locales: readonly Locale[];
  /** The column with the focus in this row, 0 for the row's name; null if it is in another row. */
  readonly active: number | null;
  readonly isEditing: boolean;
  /** The offset in pixels from the first row. `measure` receives the height. */
  readonly start: number;
  readonly measure: (element: Element | null) => void;
  readonly choose: (at: number, column: number) => void;
  readonly edit: (at: number, column: number) => void;
  readonly done: (next: CellExit) => void;
}

/** A text in all shown languages. */
const TranslationRow = memo(function TranslationRow(props: TranslationRowProps) {
  const { row, at, columns, locales, active, isEditing, start, measure, choose, edit, done } = props;
  const { record, name, where } = useRowData(row);
  const text = localizedTextOf(record, row.field);
  const field = t(fieldLabel(row.field));
  return (
    <div
      role="row"
      ref={measure}
      data-index={at}
      aria-rowindex={at + 2}
      className="translation-row translation-place"
      style={{ transform: `translateY(${start}px)` }}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        className="translation-head"
        tabIndex={active === 0 ? 0 : -1}
        data-cell={`${at} 0`}
        onMouseDown={() => choose(at, 0)}
        onDoubleClick={() => edit(at, 0)}
      >
        <span className="translation-name">{name || t('common.untitled')}</span>
        <small>
          {field}
          {where !== '' && ` · ${where}`}
        </small>
        <ArrowRight size={13} aria-hidden="true" className="translation-link" />
      </div>
      {columns.map((locale, index) => {
        const { iso } = locale;
        const own = text[iso]?.text ?? null;
        const column = index + 1;
        const isActive = active === column;
        const state = translationStateOf(text, translationSourceOf(record, row.field, iso), locale, locales);
        const status = record?.status?.[iso];
        return (
          <div
            key={iso}
            role="gridcell"
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
                  <span className="translation-text">{plainCellText(row, own).slice(0, maxCharacters)}</span>
                ) : (
                  <FallbackText row={row} text={text} locale={locale} locales={locales} />
                )}
                {state === 'changed' && <small className="translation-open">{t('translations.states.changed')}</small>}
                {state === 'same' && <small>{t('translations.states.same')}</small>}
                {status !== undefined && state !== 'missing' && <small>{t(`inspector.status.${status}`)}</small>}
              </>
            )}
          </div>
        );
      })}
    </div>
  );
});

function FallbackText({
  row,
  text,
  locale,
  locales,
}: Pick<TranslationRowProps, 'row' | 'locales'> & { text: LocalizedText; locale: Locale }) {
  const resolved = resolveLocalizedText(text, locale.iso, locales);
  const sourceLanguage = locales.find(({ iso }) => iso === resolved.iso);
  return (
    <>
      <small className="translation-open">{t('translations.states.missing')}</small>
      {resolved.html !== null && sourceLanguage && (
        <span className="translation-fallback" lang={resolved.iso} title={t('translations.fallback', { language: sourceLanguage.name })}>
          {plainCellText(row, resolved.html).slice(0, maxCharacters)}
        </span>
      )}
    </>
  );
}

/** Renders again when a shown value changes. */
const useRowData = (row: TextRow) =>
  useProject((project) => ({
    record: recordOfRow(project, row),
    name: recordName(project, row.id),
    where: row.boardId === null ? '' : recordName(project, row.boardId),
  }));
