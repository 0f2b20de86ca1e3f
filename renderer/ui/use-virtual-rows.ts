/** Rows of a long list, of which only the visible ones are rendered: each is placed at its `start` in a container of `totalHeight`. */
import { defaultRangeExtractor, type Range, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** How far a list is scrolled, and the heights that have been measured, by which the same rows are found there again. */
export interface ScrollPosition {
  readonly offset: number;
  readonly measured: VirtualItem[];
}

interface VirtualRowsOptions {
  readonly count: number;
  /** The height of a row before it is measured, in pixels; of every row if rows are not measured. */
  readonly rowHeight: number;
  /** Rows rendered before and after the visible ones. */
  readonly overscan?: number;
  /** Memoised by the caller: another function measures all rows again. By default the index. */
  readonly rowKey?: (index: number) => string | number;
  /** The height of a sticky header above the rows, inside of the element that scrolls. */
  readonly headerHeight?: number;
  /** The index of a row that stays rendered, and in its order, when it is scrolled out of view: a row that is removed or moved loses the focus. */
  readonly retainedRow?: number | undefined;
  /** Where the list was left, for one that starts there again. Memoised by the caller. */
  readonly position?: { readonly read: () => ScrollPosition | null; readonly write: (left: ScrollPosition) => void };
}

interface VirtualRow {
  readonly key: string | number | bigint;
  readonly index: number;
  /** Below the header, in pixels. */
  readonly start: number;
}

export interface VirtualRows {
  /** The ref of the element that scrolls. */
  readonly scrollerRef: RefObject<HTMLDivElement | null>;
  readonly totalHeight: number;
  readonly visible: readonly VirtualRow[];
  readonly scrollToIndex: (index: number) => void;
  /** The `ref` of a row whose height is not `rowHeight`; the row has `data-index`. */
  readonly measure: (element: Element | null) => void;
}

export function useVirtualRows(options: VirtualRowsOptions): VirtualRows {
  const { count, rowHeight, overscan = 5, rowKey, headerHeight = 0, retainedRow, position } = options;
  const scrollerRef = useRef<HTMLDivElement>(null);
  const [left] = useState(() => position?.read());
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      if (retainedRow === undefined || retainedRow >= range.count || indexes.includes(retainedRow)) return indexes;
      return retainedRow < range.startIndex ? [retainedRow, ...indexes] : [...indexes, retainedRow];
    },
    [retainedRow],
  );
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scrollerRef.current,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: headerHeight,
    scrollPaddingStart: headerHeight,
    rangeExtractor,
    ...(rowKey && { getItemKey: rowKey }),
    ...(left && { initialOffset: left.offset, initialMeasurementsCache: left.measured }),
  });
  useEffect(
    () => () => position?.write({ offset: virtualizer.scrollOffset ?? 0, measured: virtualizer.takeSnapshot() }),
    [position, virtualizer],
  );
  // Correcting the position for every measured row would lay out all rows after it; only when scrolling back would the text jump without it.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = ({ start }, _delta, { scrollDirection, scrollOffset }) =>
    scrollDirection === 'backward' && start < (scrollOffset ?? 0);
  return {
    scrollerRef,
    totalHeight: virtualizer.getTotalSize(),
    visible: virtualizer.getVirtualItems().map(({ key, index, start }) => ({ key, index, start: start - headerHeight })),
    scrollToIndex: virtualizer.scrollToIndex,
    measure: virtualizer.measureElement,
  };
}
