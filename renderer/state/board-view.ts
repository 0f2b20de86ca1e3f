/** The view of the open board, canvas or list, behind one interface, so that actions need not distinguish them. */
import { createStore } from 'zustand/vanilla';
import type { Point } from '../../shared/layout/geometry.ts';
import type { TextFieldName } from './focus-request.ts';

export interface BoardView {
  readonly boardId: string;
  /** Where new items go by default: the center of the visible part. */
  readonly middle: () => Point;
  /** The position of the pointer on the canvas; null if it is elsewhere or there is no canvas. */
  readonly pointer: () => Point | null;
  /** Zooms in where the item could not be read, unless the zoom is kept. */
  readonly bringIntoView: (id: string, zoom?: 'readable' | 'kept') => void;
  /** Puts the caret into a text of the record, on its card or in the inspector. Without a field, into its first text. */
  readonly startEditing: (id: string, field?: TextFieldName) => void;
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

export const boardViewStore = createStore<{ readonly view: BoardView | null }>(() => ({ view: null }));

/** Registers the current view. Returns a function that unregisters it. */
export function registerBoardView(view: BoardView): () => void {
  boardViewStore.setState({ view });
  return () => {
    if (boardViewStore.getState().view === view) boardViewStore.setState({ view: null });
  };
}

export const focusBoard = (): void => boardViewStore.getState().view?.focus();
