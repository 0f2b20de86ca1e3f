/** Dropping a tab on the content of a side: on either half it opens a split; in a split it moves to that side. */
import { type DragEvent, useState } from 'react';
import { canCloseTab } from '../../state/open-tabs.ts';
import { dropTabOnSide } from './tab-arrangement.ts';

export const tabMimeType = 'application/x-taleport-tab';

/** The index of the side on which the tab would be, and the part of the content that shows this. */
interface ContentDrop {
  readonly side: 0 | 1;
  readonly area: 'left' | 'right' | 'all';
}

export function useTabDrop(at: number, isSplit: boolean) {
  const [drop, setDrop] = useState<ContentDrop | null>(null);
  const dropAt = ({ currentTarget, clientX }: DragEvent): ContentDrop => {
    if (isSplit) return { side: at === 0 ? 0 : 1, area: 'all' };
    const { left, width } = currentTarget.getBoundingClientRect();
    return clientX < left + width / 2 ? { side: 0, area: 'left' } : { side: 1, area: 'right' };
  };
  const handlers = {
    onDragOver: (event: DragEvent) => {
      // The only tab has no other side to go to.
      if (!event.dataTransfer.types.includes(tabMimeType) || !canCloseTab()) return;
      event.preventDefault();
      const next = dropAt(event);
      if (next.area !== drop?.area) setDrop(next);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setDrop(null);
    },
    onDrop: (event: DragEvent) => {
      const tab = event.dataTransfer.getData(tabMimeType);
      setDrop(null);
      if (tab === '') return;
      event.preventDefault();
      dropTabOnSide(tab, dropAt(event).side);
    },
  };
  // It covers the content, so that the pages of a preview do not take the pointer.
  const mark = drop && <div className="tab-drop" data-area={drop.area} aria-hidden />;
  return { handlers, mark };
}
