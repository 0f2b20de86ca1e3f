/** The view of the open board, canvas or list, behind one interface, so that actions need not distinguish them. */
import { createStore } from 'zustand/vanilla';
import type { Point } from '../../shared/layout/geometry.ts';
import type { TextFieldName } from './focus-request.ts';
import { selectionStore } from './selection.ts';

export interface BoardView {
  readonly boardId: string;
  /** Where new items go by default: the center of the visible part. */
  readonly middle: () => Point;
  /** The position of the pointer on the canvas; null if it is elsewhere or there is no canvas. */
  readonly pointer: () => Point | null;
  /** Zooms in where the item could not be read, unless the zoom is to stay unchanged. */
  readonly bringIntoView: (id: string, zoom?: 'readable' | 'unchanged') => void;
  /** Puts the caret into a text of the record, on its card or in the inspector, and adds what was typed. Without a field, into its first text. */
  readonly startEditing: (id: string, field?: TextFieldName, typed?: string) => void;
  /** Moves the focus to the board. */
  readonly focus: () => void;
  readonly canvas: {
    readonly zoomIn: () => void;
    readonly zoomOut: () => void;
    readonly zoomToFull: () => void;
    readonly fitAll: () => void;
    readonly fitSelection: () => void;
    readonly setTool: (tool: 'select' | 'hand') => void;
  } | null;
}

/** `view` is the one of the open board. */
export const boardViewStore = createStore<{ readonly view: BoardView | null }>(() => ({ view: null }));

/** The views that are rendered, one on each side of a split. The one that was registered last comes last. */
const views = new Set<BoardView>();

/** Until the view of the open board is rendered, the previous one stays. */
function updateView(): void {
  const { boardId } = selectionStore.getState();
  const view = [...views].findLast((each) => each.boardId === boardId) ?? [...views].at(-1) ?? null;
  if (boardViewStore.getState().view !== view) boardViewStore.setState({ view });
  if (heldRun && isOpenBoardRendered()) requestAnimationFrame(runHeld);
}

/** False while the previous board is still shown in place of the open one. */
export const isOpenBoardRendered = (): boolean => boardViewStore.getState().view?.boardId === selectionStore.getState().boardId;

let heldRun: { readonly boardId: string | null; readonly run: () => void } | null = null;

/** Calls `run` as soon as the view of the open board is rendered, unless another board is opened before. Until then, further calls have no effect. */
export function runWhenBoardIsRendered(run: () => void): void {
  const { boardId } = selectionStore.getState();
  if (heldRun?.boardId !== boardId) heldRun = { boardId, run };
}

function runHeld(): void {
  const held = heldRun;
  heldRun = null;
  if (held?.boardId === selectionStore.getState().boardId) held?.run();
}

/** Registers a view. Returns a function that unregisters it. */
export function registerBoardView(view: BoardView): () => void {
  views.add(view);
  updateView();
  return () => {
    views.delete(view);
    updateView();
  };
}

selectionStore.subscribe(updateView);

/** Does nothing until the view of the open board is rendered. */
export function focusBoard(): void {
  const { view } = boardViewStore.getState();
  if (view?.boardId === selectionStore.getState().boardId) view?.focus();
}

/** The same as soon as that view is rendered, unless the focus has moved elsewhere by then. */
export function focusBoardWhenRendered(): void {
  const before = document.activeElement;
  const focus = () => document.activeElement === before && focusBoard();
  if (isOpenBoardRendered()) focus();
  else runWhenBoardIsRendered(focus);
}
