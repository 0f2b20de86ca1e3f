/** How the open board is looked at now, as a canvas or as a list, so that actions need not know which of the two it is. */
import { createStore } from 'zustand/vanilla';
import type { Point } from '../../shared/layout/geometry.ts';

export interface BoardView {
  readonly boardId: string;
  /** Where new things go when nobody points anywhere: the middle of what is seen. */
  readonly middle: () => Point;
  /** The place on the canvas that the pointer shows; null when it is elsewhere, or when there is no canvas. */
  readonly pointer: () => Point | null;
  readonly bringIntoView: (id: string) => void;
  /** Takes the keyboard. */
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

/** Says that this is what is looked at now; answers what ends it. */
export function registerBoardView(view: BoardView): () => void {
  boardViewStore.setState({ view });
  return () => {
    if (boardViewStore.getState().view === view) boardViewStore.setState({ view: null });
  };
}

export const focusBoard = (): void => boardViewStore.getState().view?.focus();
