/**
 * Where items are while a finger is still on them, or while their move is on its way to the engine. Never leaves the screen:
 * the project learns of it by one command at the drop.
 */
import { createStore } from 'zustand/vanilla';
import type { Box } from '../../../../shared/layout/geometry.ts';
import type { Command } from '../../../../shared/model/commands.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { sendCommand } from '../../../state/send-command.ts';
import type { SnapGuide } from './snap-box.ts';

const noBoxes: ReadonlyMap<string, Box> = new Map();
const noGuides: readonly SnapGuide[] = [];
/** `guides` show what the held boxes line up with. */
export const dragState = createStore<{ boxes: ReadonlyMap<string, Box>; guides: readonly SnapGuide[] }>(() => ({
  boxes: noBoxes,
  guides: noGuides,
}));

export const setSnapGuides = (guides: readonly SnapGuide[]): void => {
  if (guides.length > 0 || dragState.getState().guides.length > 0) dragState.setState({ guides: guides.length > 0 ? guides : noGuides });
};

export const setDraggedBoxes = (boxes: ReadonlyMap<string, Box>): void => {
  if (boxes.size > 0) dragState.setState((held) => ({ boxes: new Map([...held.boxes, ...boxes]) }));
};
export const clearDrag = (): void => dragState.setState({ boxes: noBoxes, guides: noGuides });

/** Sends what was decided at the drop and lets go once the project shows it, or once it was refused. */
export async function commitDrag(command: Command | null): Promise<void> {
  const { boxes } = dragState.getState();
  if (command) await sendCommand(command).then(({ newVersion }) => waitForVersion(newVersion), ignoreReportedError);
  dragState.setState((held) => ({ boxes: new Map([...held.boxes].filter(([id, box]) => boxes.get(id) !== box)) }));
}

/** A refusal has been told where it was sent. */
const ignoreReportedError = () => undefined;

/** Resolves when the screen's copy has come to a version, or belongs to another project. */
function waitForVersion(version: number): Promise<void> {
  const { hash } = openProjectStore.getState();
  const there = () => openProjectStore.getState().version >= version || openProjectStore.getState().hash !== hash;
  return new Promise((resolve) => {
    if (there()) return resolve();
    const stop = openProjectStore.subscribe(() => {
      if (!there()) return;
      stop();
      resolve();
    });
  });
}
