// biome-ignore-all lint/a11y/useSemanticElements: a cell receives typed text itself, which browsers do not allow for an element of a table
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells take the focus
/** The texts as a table; only visible rows are rendered. The keys are in use-cell-navigation.ts. An edited cell is saved when it is left. */

import { useCallback } from 'react';
import type { Locale } from '../../../shared/model/kinds/project.ts';
import { t } from '../../messages/translate.ts';
import { createViewState } from '../../state/view-state.ts';
import { TypedText } from '../../ui/typed-text.tsx';
import { type ScrollPosition, useVirtualRows } from '../../ui/use-virtual-rows.ts';
import type { TextRow } from './text-rows.ts';
import { TranslationRow } from './translation-row.tsx';
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
