/**
 * The boxes of items while they are dragged, and until the engine has applied their move. This state never leaves the window: the project is changed
 * by one command when the drag ends.
 */
import { createStore } from 'zustand/vanilla';
import type { Box, Point } from '../../../../shared/layout/geometry.ts';
import type { Command } from '../../../../shared/model/commands.ts';
import { currentProject } from '../../../state/open-project.ts';
import { onRecordsRenamed, presentId } from '../../../state/renamed-records.ts';
import { sendCommand, sendDelayedEdits } from '../../../state/send-command.ts';
import type { SnapGuide } from './snap-box.ts';

type Boxes = ReadonlyMap<string, Box>;

const noBoxes: Boxes = new Map();
const noGuides: readonly SnapGuide[] = [];
interface DragState {
  readonly boxes: Boxes;
  /** They show what the dragged boxes are aligned with. */
  readonly guides: readonly SnapGuide[];
  /** What the overview draws on a layer of its own, so that a drag does not paint the rest of the board again. */
  readonly lifted: LiftedItems | null;
  /** Whether the pointer is pressed on a board, and may be dragging what is there. */
  readonly isPointerHeld: boolean;
}

export interface LiftedItems {
  /** Where the items were before the drag. */
  readonly boxes: Boxes;
  readonly shift: Point;
  /** Copies are dragged: the items themselves stay. */
  readonly isCopying: boolean;
  /** After the drop, the layer stays until the picture of the board contains the items at their new places. */
  readonly isDropped: boolean;
}

export const dragState = createStore<DragState>(() => ({ boxes: noBoxes, guides: noGuides, lifted: null, isPointerHeld: false }));

/** The same boxes by the ids that their items have now; the same object if none of them has got another one. */
export function withPresentIds(boxes: Boxes): Boxes {
  const project = currentProject();
  const isPresent = (id: string): boolean => presentId(id, project) === id;
  return [...boxes.keys()].every(isPresent) ? boxes : new Map([...boxes].map(([id, box]) => [presentId(id, project), box]));
}

onRecordsRenamed(() => dragState.setState(({ boxes }) => ({ boxes: withPresentIds(boxes) })));

export const setLiftedItems = (lifted: LiftedItems | null): void => dragState.setState({ lifted });
export const removeDroppedItems = (): void => {
  if (dragState.getState().lifted?.isDropped) setLiftedItems(null);
};

export const setSnapGuides = (guides: readonly SnapGuide[]): void => {
  if (guides.length > 0 || dragState.getState().guides.length > 0) dragState.setState({ guides: guides.length > 0 ? guides : noGuides });
};

/** For a press of the pointer on a board, before anything else handles it: what the arrow keys have moved is sent before a gesture begins. */
export function holdPointer(): void {
  sendDelayedEdits();
  dragState.setState({ isPointerHeld: true });
  const release = () => {
    dragState.setState({ isPointerHeld: false });
    for (const name of ['pointerup', 'pointercancel'] as const) window.removeEventListener(name, release, true);
  };
  for (const name of ['pointerup', 'pointercancel'] as const) window.addEventListener(name, release, true);
}

export const setDraggedBoxes = (boxes: Boxes): void => {
  if (boxes.size > 0) dragState.setState((drag) => ({ boxes: new Map([...drag.boxes, ...boxes]) }));
};
export const clearDrag = (): void => dragState.setState({ boxes: noBoxes, guides: noGuides, lifted: null });

/** Sends the command of a drop to these boxes, and ends their drag once the project contains the change or has rejected it. */
export async function commitDrag(command: Command | null, boxes: Boxes): Promise<void> {
  // Resolves when the project contains the change. A rejection has been shown to the user.
  if (command) await sendCommand(command).catch(() => undefined);
  // Their items may have got other ids meanwhile.
  const sent = new Set(boxes.values());
  dragState.setState((drag) => ({ boxes: new Map([...drag.boxes].filter(([, box]) => !sent.has(box))) }));
}
