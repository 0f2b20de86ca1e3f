/** Keeps the selection consistent with the project: reveals requested records, and deselects deleted ones. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { openProjectStore } from '../../../state/open-project.ts';
import { clearReveal, selectItems, selectionStore, useIsOpenBoard, useSelection } from '../../../state/selection.ts';

/** Brings the record into view that another part of the window has requested. */
export function useRevealRequest(boardId: string, bringIntoView: (id: string) => void): void {
  const isOpen = useIsOpenBoard(boardId);
  const requested = useSelection((state) => (isOpen ? state.revealId : null));
  useEffect(() => {
    if (requested === null) return;
    // After a newly opened board has been fitted into the view.
    const frame = requestAnimationFrame(() => {
      bringIntoView(requested);
      clearReveal();
    });
    return () => cancelAnimationFrame(frame);
  }, [requested, bringIntoView]);
}

/** Deselects records that were deleted. */
export function useSelectionPruning(): void {
  const revision = useStore(openProjectStore, (state) => state.revision);
  useEffect(() => {
    const { project } = openProjectStore.getState();
    const { ids } = selectionStore.getState();
    const existing = [...ids].filter((id) => project.has(id));
    if (revision > 0 && existing.length < ids.size) selectItems(existing);
  }, [revision]);
}
