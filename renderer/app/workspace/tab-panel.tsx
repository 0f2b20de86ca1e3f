/** One side: its tabs, and below them the board or view in front. Tabs in the background are not rendered. */
import { type DragEvent, type RefObject, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react';
import { findTabView } from '../../commands/feature.ts';
import { BoardEditor } from '../../features/board/board-editor.tsx';
import { focusBoard } from '../../state/board-view.ts';
import { useProject } from '../../state/open-project.ts';
import { canCloseTab, openTab } from '../../state/open-tabs.ts';
import { isSameRecord } from '../../state/renamed-records.ts';
import { boardOfTab, frontTab, type TabId, type TabSide } from '../../state/tab-layout.ts';
import { createViewState, type ViewState } from '../../state/view-state.ts';
import { dropTabOnSide, tabMimeType } from './tab-arrangement.ts';
import { TabStrip, tabElementId } from './tab-strip.tsx';

interface TabPanelProps {
  readonly side: TabSide;
  readonly at: number;
  readonly isFocused: boolean;
  readonly isSplit: boolean;
}

export function TabPanel({ side, at, isFocused, isSplit }: TabPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const front = frontTab(side);
  const { handlers, mark } = useTabDrop(at, isSplit);
  // A newly opened board is rendered in slices; what was there before stays visible until then.
  const deferred = useDeferredValue(front);
  const rendered = isSameTab(deferred, front) ? front : deferred;
  if (front === undefined || rendered === undefined) return null;
  const activate = () => !isFocused && openTab(front);
  const id = `tab-panel-${at}`;
  const isView = boardOfTab(rendered) === null;
  return (
    <div className="tab-side" data-focused={isFocused || undefined} onFocusCapture={activate} onPointerDownCapture={activate}>
      <TabStrip side={side} at={at} isSplit={isSplit} panelId={id} />
      <div
        ref={panel}
        id={id}
        className="tab-content"
        role="tabpanel"
        aria-labelledby={tabElementId(front)}
        data-pane={at === 0 ? 'content' : 'content-right'}
        data-active={isFocused || undefined}
        // The canvas and the list of a board take the focus themselves.
        tabIndex={isView ? 0 : -1}
        {...handlers}
      >
        <TabContent tab={rendered}>
          <KeepScroll key={`scroll ${rendered}`} panel={panel} tab={rendered} />
          <FocusWhenActive key={`focus ${rendered}`} panel={panel} isView={isView} isActive={isFocused} />
        </TabContent>
        {mark}
      </div>
    </div>
  );
}

/** A board may get another id while its tab is open. */
const isSameTab = (one: TabId | undefined, two: TabId | undefined): boolean =>
  one !== undefined && two !== undefined && isSameRecord(boardOfTab(one), boardOfTab(two)) && boardOfTab(one) !== null;

function TabContent({ tab, children }: { tab: TabId; children: React.ReactNode }) {
  const boardId = boardOfTab(tab);
  const isBoard = useProject((project) => boardId !== null && project.find('board', boardId)?.type === 'board');
  const view = findTabView(tab);
  return (
    <Suspense>
      {boardId !== null && isBoard && <BoardEditor boardId={boardId} />}
      {view && <view.Content key={view.name} />}
      {children}
    </Suspense>
  );
}

/** Rendered beside the content, so that it starts when the content has been loaded. */
function KeepScroll({ panel, tab }: { panel: React.RefObject<HTMLElement | null>; tab: TabId }) {
  useRestoredScroll(panel, tab);
  return null;
}

interface FocusWhenActiveProps {
  readonly panel: React.RefObject<HTMLElement | null>;
  readonly isView: boolean;
  readonly isActive: boolean;
}

/**
 * Moves the focus to the content that becomes active: to a view from anywhere, because it was asked for; to a board only from other content, so that the
 * focus stays in the tree from which it was opened.
 */
function FocusWhenActive({ panel, isView, isActive }: FocusWhenActiveProps) {
  useEffect(() => {
    const { activeElement } = document;
    if (!isActive || !panel.current || activeElement?.closest('[role=tablist], .dialog')) return;
    // The panel itself has the focus if a view was rendered there until the board was.
    const isInside = panel.current.contains(activeElement) && activeElement !== panel.current;
    if (isInside) return;
    if (isView) panel.current.focus();
    else if (activeElement?.closest('[role=tabpanel].tab-content')) focusBoard();
  }, [panel, isView, isActive]);
  return null;
}

/** Views start where they were scrolled to. Boards have viewports instead, and tables in a view keep the position of their own rows. */
const scrollTops = new Map<TabId, ViewState<number>>();
function scrollTopOf(tab: TabId): ViewState<number> {
  const existing = scrollTops.get(tab);
  if (existing) return existing;
  const state = createViewState(tab, () => 0);
  scrollTops.set(tab, state);
  return state;
}

/** To be called once the view is rendered. */
function useRestoredScroll(panel: RefObject<HTMLElement | null>, tab: TabId): void {
  useEffect(() => {
    const view = panel.current?.querySelector('.view');
    if (!view) return;
    const kept = scrollTopOf(tab);
    view.scrollTop = kept.read();
    const keep = () => kept.write(view.scrollTop);
    view.addEventListener('scroll', keep, { passive: true });
    return () => view.removeEventListener('scroll', keep);
  }, [panel, tab]);
}

/** The index of the side on which the tab would be, and the part of the content that shows this. */
interface ContentDrop {
  readonly side: 0 | 1;
  readonly area: 'left' | 'right' | 'all';
}

/** Dropping a tab on the content of a side: on either half it opens a split; in a split it moves to that side. */
function useTabDrop(at: number, isSplit: boolean) {
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
