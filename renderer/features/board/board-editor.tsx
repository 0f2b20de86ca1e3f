/** The open board, as a canvas or as a list. */
import { Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { lazyComponent } from '../../platform/lazy-code.ts';
import { boardViewStore, focusBoard } from '../../state/board-view.ts';
import { useEditingPreferences } from '../../state/editing-preferences.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { readActiveTab } from '../../state/open-tabs.ts';
import { boardTab } from '../../state/tab-layout.ts';
import { BoardCanvas } from './canvas/board-canvas.tsx';

const BoardList = lazyComponent(async () => (await import('./list/board-list.tsx')).BoardList);

export function BoardEditor({ boardId }: { boardId: string }) {
  const hash = useStore(openProjectStore, (state) => state.hash);
  const isList = useEditingPreferences(({ listViewProjects }) => hash !== null && listViewProjects.includes(hash));
  useEffect(() => focusBoardWhenIdle(boardId), [boardId]);
  if (!isList) return <BoardCanvas boardId={boardId} />;
  return (
    <Suspense>
      <BoardList boardId={boardId} />
    </Suspense>
  );
}

/** After a project is opened, or another tab has come to the front, the active board takes the focus if nothing else has it. */
function focusBoardWhenIdle(boardId: string): () => void {
  const isIdle = () => hasNoFocusedControl() && readActiveTab() === boardTab(boardId);
  const take = () => requestAnimationFrame(() => isIdle() && focusBoard());
  take();
  return boardViewStore.subscribe(take);
}

/** The panel of the tab has the focus if a dialog was closed before the board was rendered in it. */
const hasNoFocusedControl = (): boolean =>
  document.activeElement === document.body || document.activeElement?.matches('[role=tabpanel].tab-content[data-active]') === true;
