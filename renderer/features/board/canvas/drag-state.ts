/**
 * The boxes of items while they are dragged, and until the engine has applied their move. This state never leaves the window: the project is changed
 * by one command when the drag ends.
 */
import { createStore } from 'zustand/vanilla';
import type { Box } from '../../../../shared/layout/geometry.ts';
import type { Command } from '../../../../shared/model/commands.ts';
import { sendCommand } from '../../../state/send-command.ts';
import type { SnapGuide } from './snap-box.ts';

const noBoxes: ReadonlyMap<string, Box> = new Map();
const noGuides: readonly SnapGuide[] = [];
/** `guides` show what the dragged boxes are aligned with. */
export const dragState = createStore<{ boxes: ReadonlyMap<string, Box>; guides: readonly SnapGuide[] }>(() => ({
  boxes: noBoxes,
  guides: noGuides,
}));

export const setSnapGuides = (guides: readonly SnapGuide[]): void => {
  if (guides.length > 0 || dragState.getState().guides.length > 0) dragState.setState({ guides: guides.length > 0 ? guides : noGuides });
};

export const setDraggedBoxes = (boxes: ReadonlyMap<string, Box>): void => {
  if (boxes.size > 0) dragState.setState((drag) => ({ boxes: new Map([...drag.boxes, ...boxes]) }));
};
export const clearDrag = (): void => dragState.setState({ boxes: noBoxes, guides: noGuides });

/** Sends the command of a drop, and ends the drag once the project contains the change or has rejected it. */
export async function commitDrag(command: Command | null): Promise<void> {
  const { boxes } = dragState.getState();
  // Resolves when the project contains the change. A rejection has been shown to the user.
  if (command) await sendCommand(command).catch(() => undefined);
  dragState.setState((drag) => ({ boxes: new Map([...drag.boxes].filter(([id, box]) => boxes.get(id) !== box)) }));
}
