/** One side: its tabs, and below them the board or view in front. Tabs in the background are not rendered. */
import { Suspense, useDeferredValue, useEffect, useRef } from 'react';
import { findTabView } from '../../commands/feature.ts';
import { BoardEditor } from '../../features/board/board-editor.tsx';
import { focusBoard } from '../../state/board-view.ts';
import { useProject } from '../../state/open-project.ts';
import { openTab } from '../../state/open-tabs.ts';
import { boardOfTab, frontTab, type TabId, type TabSide } from '../../state/tab-layout.ts';
import { useTabDrop } from './tab-drop.tsx';
import { TabStrip, tabElementId } from './tab-strip.tsx';
import { useRestoredScroll } from './use-restored-scroll.ts';

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
  const rendered = useDeferredValue(front);
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
