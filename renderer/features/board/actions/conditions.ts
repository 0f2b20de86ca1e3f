/** Conditions of board actions. They read as few of the selected items as possible, because thousands may be selected. */
import { findFrame, isConnectionSource, isItem } from '../../../records/board/items.ts';
import { type BoardView, boardViewStore } from '../../../state/board-view.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { selectionStore } from '../../../state/selection.ts';

export const isBoardOpen = (): boolean => boardViewStore.getState().view !== null;
export const isCanvasShown = (): boolean => (boardViewStore.getState().view?.canvas ?? null) !== null;

/** Calls the canvas, if the board is shown as one. */
export const runOnCanvas = (run: (canvas: NonNullable<BoardView['canvas']>) => void) => (): void => {
  const canvas = boardViewStore.getState().view?.canvas;
  if (canvas) run(canvas);
};

/** Whether at least this many items are selected. Connections are not items. */
export const hasSelectedItems =
  (least = 1) =>
  (): boolean => {
    if (!isBoardOpen()) return false;
    const { project } = openProjectStore.getState();
    let count = 0;
    for (const id of selectionStore.getState().ids) if (isItem(project, id) && ++count === least) return true;
    return false;
  };

export const hasSelection = (): boolean => isBoardOpen() && selectionStore.getState().ids.size > 0;
export const hasSingleSelection = (): boolean => onlySelectedId() !== undefined;

const onlySelectedId = (): string | undefined => {
  const [id, ...more] = selectionStore.getState().ids;
  return isBoardOpen() && more.length === 0 ? id : undefined;
};

export const isOnlySelected = (kind: 'element' | 'note' | 'connection') => (): boolean => {
  const id = onlySelectedId();
  return id !== undefined && openProjectStore.getState().project.find(kind, id) !== undefined;
};

/** Whether the only selected item is an element at which the story does not start yet. */
export const canBecomeStart = (): boolean =>
  isOnlySelected('element')() && openProjectStore.getState().project.projectRecord.startingElement !== onlySelectedId();

/** Whether a frame is the only selected item. */
export const isFrameSelected = (): boolean =>
  isBoardOpen() && findFrame(openProjectStore.getState().project, onlySelectedId() ?? '') !== undefined;

export const isBranchWithoutElse = (): boolean => {
  const id = onlySelectedId();
  const { project } = openProjectStore.getState();
  return (
    id !== undefined &&
    project.find('branch', id) !== undefined &&
    !project.children('condition', id, 'conditions').some(({ role }) => role === 'else')
  );
};

/** Whether connections can start at the only selected item. */
export const isOnlySource = (): boolean => isConnectionSource(openProjectStore.getState().project, onlySelectedId() ?? '');

export const canConnectSelection = (): boolean => {
  const { project } = openProjectStore.getState();
  if (!isBoardOpen()) return false;
  for (const id of selectionStore.getState().ids) if (project.find('element', id) || project.find('branch', id)) return true;
  return false;
};
