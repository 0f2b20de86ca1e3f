/**
 * The texts as a table; only visible rows are rendered. The arrow keys, Home, End and the page keys move the focus, Enter edits a cell or, on a
 * name, goes to its record. An edited cell is saved when it is left.
 */

import { type CSSProperties, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { Locale } from '../../../shared/model/kinds/project.ts';
import { t } from '../../messages/translate.ts';
import { createViewState, useViewState } from '../../state/view-state.ts';
import { type ScrollPosition, useVirtualRows } from '../../ui/use-virtual-rows.ts';
import type { CellEditorProps } from './cell-editor.tsx';
import type { TextRow } from './text-rows.ts';
import { TranslationRow } from './translation-row.tsx';

interface TranslationTableProps {
  readonly rows: readonly TextRow[];
  readonly columns: readonly Locale[];
  readonly locales: readonly Locale[];
  readonly go: (row: TextRow) => void;
}

/** The estimated height of a row before it is rendered, between that of a title and that of a content. */
const ESTIMATED_ROW_HEIGHT = 72;
const PAGE_ROWS = 8;

const scrollPosition = createViewState<ScrollPosition | null>('translations', () => null);
const selectedCell = createViewState('translations', () => ({ at: 0, column: 1 }));

export function TranslationTable({ rows, columns, locales, go }: TranslationTableProps) {
  const [chosen, setActive] = useViewState(selectedCell);
  const [isEditing, setEditing] = useState(false);
  /** The cell that gets the focus as soon as it is rendered. */
  const focusRequest = useRef<string | null>(null);
  const active = { at: Math.min(chosen.at, rows.length - 1), column: Math.min(chosen.column, columns.length) };
  const rowKey = useCallback((at: number) => rows[at]?.key ?? at, [rows]);
  const { scrollerRef, totalHeight, visible, scrollToIndex, measure } = useVirtualRows({
    count: rows.length,
    rowHeight: ESTIMATED_ROW_HEIGHT,
    overscan: 3,
    rowKey,
    position: scrollPosition,
  });

  const walk = useCallback(
    (at: number, column: number) => {
      const to = { at: Math.max(0, Math.min(rows.length - 1, at)), column: Math.max(0, Math.min(columns.length, column)) };
      focusRequest.current = `${to.at} ${to.column}`;
      setActive(to);
      scrollToIndex(to.at);
    },
    [rows.length, columns.length, scrollToIndex, setActive],
  );
  const choose = useCallback((at: number, column: number) => setActive({ at, column }), [setActive]);
  const edit = useCallback(
    (at: number, column: number) => {
      setActive({ at, column });
      const row = rows[at];
      if (column > 0) setEditing(true);
      else if (row) go(row);
    },
    [rows, go, setActive],
  );
  const { at: nowAt, column: nowColumn } = active;
  const done = useCallback<CellEditorProps['done']>(
    (next) => {
      setEditing(false);
      if (next === 'stay') walk(nowAt, nowColumn);
      else if (next === 'below') walk(nowAt + 1, nowColumn);
      else if (next === 'after') nowColumn < columns.length ? walk(nowAt, nowColumn + 1) : walk(nowAt + 1, 1);
      else if (next === 'before') nowColumn > 1 ? walk(nowAt, nowColumn - 1) : walk(nowAt - 1, columns.length);
    },
    [walk, nowAt, nowColumn, columns.length],
  );
  useEffect(() => {
    const cell =
      focusRequest.current === null ? null : scrollerRef.current?.querySelector<HTMLElement>(`[data-cell="${focusRequest.current}"]`);
    if (!cell || isEditing) return;
    focusRequest.current = null;
    cell.focus();
  });

  const press = (event: KeyboardEvent) => {
    if (isEditing || event.altKey) return;
    const { at, column } = active;
    const isFar = event.ctrlKey || event.metaKey;
    const steps: Readonly<Record<string, readonly [number, number]>> = {
      ArrowUp: [at - 1, column],
      ArrowDown: [at + 1, column],
      ArrowLeft: [at, column - 1],
      ArrowRight: [at, column + 1],
      PageUp: [at - PAGE_ROWS, column],
      PageDown: [at + PAGE_ROWS, column],
      Home: isFar ? [0, column] : [at, 0],
      End: isFar ? [rows.length - 1, column] : [at, columns.length],
    };
    const step = steps[event.key];
    if (step) walk(...step);
    else if (event.key === 'Enter' || event.key === 'F2') edit(at, column);
    else return;
    event.preventDefault();
  };
  const label = t('translations.table');
  // React's style type does not allow custom properties.
  return (
    <div ref={scrollerRef} className="translation-table texts framed" style={{ '--columns': columns.length } as CSSProperties}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells can be focused and edited */}
      <table role="grid" aria-label={label} aria-rowcount={rows.length + 1} aria-colcount={columns.length + 1} onKeyDown={press}>
        <thead className="translation-heads">
          <tr aria-rowindex={1} className="translation-row">
            <th scope="col" aria-colindex={1} className="translation-head">
              {t('translations.text')}
            </th>
            {columns.map(({ iso, name, base }, index) => (
              <th key={iso} scope="col" aria-colindex={index + 2} className="translation-cell">
                {name} {base === null && <small>{t('translations.main')}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="translation-rows" style={{ height: totalHeight }}>
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
                  active={index === active.at ? active.column : null}
                  isEditing={isEditing && index === active.at}
                  start={start}
                  measure={measure}
                  choose={choose}
                  edit={edit}
                  done={done}
                />
              )
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
