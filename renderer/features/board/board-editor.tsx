/** The open board, as a canvas or as a list. */
import { lazy, Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { boardViewStore, focusBoard } from '../../state/board-view.ts';
import { useEditingPreferences } from '../../state/editing-preferences.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { listenToClipboard } from './actions/clipboard.ts';
import { BoardCanvas } from './canvas/board-canvas.tsx';

const BoardList = lazy(async () => ({ default: (await import('./list/board-list.tsx')).BoardList }));

export function BoardEditor({ boardId }: { boardId: string }) {
  const hash = useStore(openProjectStore, (state) => state.hash);
  const isList = useEditingPreferences(({ listViewProjects }) => hash !== null && listViewProjects.includes(hash));
  useEffect(listenToClipboard, []);
  useEffect(focusBoardWhenIdle, []);
  if (!isList) return <BoardCanvas boardId={boardId} />;
  return (
    <Suspense>
      <BoardList boardId={boardId} />
    </Suspense>
  );
}

/** After a project is opened, its board takes the focus if nothing else has it. */
function focusBoardWhenIdle(): () => void {
  const take = () => requestAnimationFrame(() => document.activeElement === document.body && focusBoard());
  take();
  return boardViewStore.subscribe(take);
}
