/** Rows of a long list, of which only the visible ones are rendered: each is placed at its `start` in a container of `totalHeight`. */
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type RefObject, useRef } from 'react';

export interface VirtualRowsOptions {
  readonly count: number;
  /** Of a row before it is measured, in pixels; of every row if rows are not measured. */
  readonly rowHeight: number;
  /** Rows rendered before and after the visible ones. */
  readonly overscan?: number;
  /** Memoised by the caller: another function measures all rows again. By default the index. */
  readonly rowKey?: (index: number) => string | number;
}

export interface VirtualRows {
  /** Of the element that scrolls. */
  readonly scrollerRef: RefObject<HTMLDivElement | null>;
  readonly totalHeight: number;
  readonly visible: readonly VirtualItem[];
  readonly scrollToIndex: (index: number) => void;
  /** The `ref` of a row whose height is not `rowHeight`; the row has `data-index`. */
  readonly measure: (element: Element | null) => void;
}

export function useVirtualRows({ count, rowHeight, overscan = 5, rowKey }: VirtualRowsOptions): VirtualRows {
  const scrollerRef = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scrollerRef.current,
    estimateSize: () => rowHeight,
    overscan,
    ...(rowKey && { getItemKey: rowKey }),
  });
  // Correcting the position for every measured row would lay out all rows after it; only when scrolling back would the text jump without it.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = ({ start }, _delta, { scrollDirection, scrollOffset }) =>
    scrollDirection === 'backward' && start < (scrollOffset ?? 0);
  return {
    scrollerRef,
    totalHeight: virtualizer.getTotalSize(),
    visible: virtualizer.getVirtualItems(),
    scrollToIndex: virtualizer.scrollToIndex,
    measure: virtualizer.measureElement,
  };
}
