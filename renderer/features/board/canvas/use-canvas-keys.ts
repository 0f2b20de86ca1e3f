/** The keys of the canvas. Arrow keys move the selection, sent as one command after a pause; Tab moves through the items in reading order. */
import { type KeyboardEvent, useEffect, useMemo } from 'react';
import { type Box, clampShift, gridSize } from '../../../../shared/layout/geometry.ts';
import { writesCharacter } from '../../../commands/shortcut-matching.ts';
import { runBoardShortcut } from '../../../commands/use-shortcuts.ts';
import { isComposing } from '../../../platform/composition.ts';
import { hasTextInput } from '../../../platform/edit-context.ts';
import { boardIndexFor } from '../../../records/board/board-index.ts';
import { moveCommand } from '../../../records/board/edit-commands.ts';
import { withFrameContents } from '../../../records/board/frames.ts';
import { findItem, itemBox } from '../../../records/board/items.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { selectItems, selectionStore } from '../../../state/selection.ts';
import { registerDelayedEdit } from '../../../state/send-command.ts';
import { typeOnSelection, writableSelection } from '../writing/type-on-selection.ts';
import { commitDrag, dragState, setDraggedBoxes, withPresentIds } from './drag-state.ts';
import { useViewportActions } from './use-viewport-actions.ts';

const arrowDirections: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
/** The pause after the last arrow key, in milliseconds. */
const nudgeDelayMs = 400;

export function useCanvasKeys(boardId: string) {
  const view = useViewportActions(boardId);
  const nudge = useMemo(createNudger, []);
  useEffect(() => {
    const stop = registerDelayedEdit(nudge.flush);
    return () => {
      stop();
      nudge.flush();
    };
  }, [nudge]);
  return (event: KeyboardEvent) => {
    if (isTyping(event.target) || isComposing(event.nativeEvent)) return;
    if (isTypedOnSelection(event)) return;
    const command = event.metaKey || event.ctrlKey;
    const { ids } = selectionStore.getState();
    const arrow = arrowDirections[event.key];
    const act = (): boolean => {
      // Another board has been opened, and this one is still shown.
      if (selectionStore.getState().boardId !== boardId) return runBoardShortcut(event.nativeEvent);
      if (arrow && !command && !event.altKey) {
        const step = event.shiftKey ? gridSize * 5 : gridSize;
        if (ids.size > 0) nudge.by(arrow.x * step, arrow.y * step);
        else view.pan(-arrow.x * 60, -arrow.y * 60);
        return true;
      }
      if (event.key === 'Tab' && !command) return selectAdjacentItem(boardId, event.shiftKey ? -1 : 1, view.bringIntoView);
      return runBoardShortcut(event.nativeEvent);
    };
    if (act()) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
}

const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input, textarea, select, button, [role="menuitem"]') ||
    target.closest('[role="menu"]') !== null);

/** A character goes to the selected item (selection-typing.tsx). Space does not: while it is held, the pointer moves the view. */
function isTypedOnSelection(event: KeyboardEvent): boolean {
  if (!writesCharacter(event.nativeEvent) || writableSelection() === undefined) return false;
  if (event.key === ' ') event.preventDefault();
  else event.stopPropagation();
  if (!hasTextInput() && event.key !== ' ' && event.key !== 'Dead') {
    event.preventDefault();
    typeOnSelection(event.key);
  }
  return true;
}

/** Combines arrow key presses into one move. */
export function createNudger() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let moved: ReadonlyMap<string, Box> = new Map();
  const flush = () => {
    clearTimeout(timer);
    if (timer === undefined) return;
    timer = undefined;
    const boxes = withPresentIds(moved);
    moved = new Map();
    void commitDrag(moveCommand(openProjectStore.getState().project, boxes), boxes);
  };
  return {
    flush,
    by(dx: number, dy: number) {
      if (dragState.getState().isPointerHeld) return;
      const { project } = openProjectStore.getState();
      const draggedBoxes = dragState.getState().boxes;
      const boxes = new Map<string, Box>();
      for (const id of withFrameContents(project, selectionStore.getState().ids)) {
        const item = findItem(project, id);
        if (item) boxes.set(id, draggedBoxes.get(id) ?? itemBox(project, item));
      }
      if (boxes.size === 0) return;
      const shift = clampShift([...boxes.values()], dx, dy);
      moved = new Map([
        ...withPresentIds(moved),
        ...[...boxes].map(([id, box]) => [id, { ...box, x: box.x + shift.x, y: box.y + shift.y }] as const),
      ]);
      setDraggedBoxes(moved);
      clearTimeout(timer);
      timer = setTimeout(flush, nudgeDelayMs);
    },
  };
}

/** Selects the next item. Returns false after the last one, so that Tab leaves the canvas. */
function selectAdjacentItem(boardId: string, step: 1 | -1, bringIntoView: (id: string) => void): boolean {
  const order = boardIndexFor(openProjectStore.getState().project, boardId).readingOrder();
  const last = [...selectionStore.getState().ids].at(-1);
  const at = last === undefined ? -1 : order.indexOf(last);
  // Without a selection, stepping forward starts at the first item and stepping back at the last.
  const next = at === -1 ? order.at(step === 1 ? 0 : -1) : order[at + step];
  if (next === undefined) return false;
  selectItems([next]);
  bringIntoView(next);
  return true;
}
