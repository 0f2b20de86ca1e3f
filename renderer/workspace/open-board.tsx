/** The open board, as a canvas or, where the writer wants it so, as a list. */
import { lazy, Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { BoardCanvas } from '../board/board-canvas.tsx';
import { hearClipboard } from '../board/clipboard.ts';
import { boardView, focusBoard } from '../state/board-view.ts';
import { useLook } from '../state/look.ts';
import { openProject } from '../state/open-project.ts';

const BoardList = lazy(async () => ({ default: (await import('../board-list/board-list.tsx')).BoardList }));

export function OpenBoard({ boardId }: { boardId: string }) {
  const hash = useStore(openProject, (state) => state.hash);
  const isList = useLook(({ listed }) => hash !== null && listed.includes(hash));
  useEffect(hearClipboard, []);
  useEffect(takeKeyboard, []);
  if (!isList) return <BoardCanvas boardId={boardId} />;
  return (
    <Suspense>
      <BoardList boardId={boardId} />
    </Suspense>
  );
}

/** What comes into sight has the keyboard where nothing else has it: after a project is opened. */
function takeKeyboard(): () => void {
  const take = () => requestAnimationFrame(() => document.activeElement === document.body && focusBoard());
  take();
  return boardView.subscribe(take);
}
