/**
 * Where items are while a finger is still on them, or while their move is on its way to the engine. Never leaves the screen:
 * the project learns of it by one command at the drop.
 */
import { createStore } from 'zustand/vanilla';
import type { Command } from '../../shared/commands.ts';
import { openProject } from '../state/open-project.ts';
import { send } from '../state/send.ts';
import type { Box } from './geometry.ts';
import type { Guide } from './snap.ts';

const nothing: ReadonlyMap<string, Box> = new Map();
const noGuides: readonly Guide[] = [];
/** `guides` show what the held boxes line up with. */
export const holding = createStore<{ boxes: ReadonlyMap<string, Box>; guides: readonly Guide[] }>(() => ({
  boxes: nothing,
  guides: noGuides,
}));

export const guide = (guides: readonly Guide[]): void => {
  if (guides.length > 0 || holding.getState().guides.length > 0) holding.setState({ guides: guides.length > 0 ? guides : noGuides });
};

export const hold = (boxes: ReadonlyMap<string, Box>): void => {
  if (boxes.size > 0) holding.setState((held) => ({ boxes: new Map([...held.boxes, ...boxes]) }));
};
export const letGo = (): void => holding.setState({ boxes: nothing, guides: noGuides });

/** Sends what was decided at the drop and lets go once the project shows it, or once it was refused. */
export async function settle(command: Command | null): Promise<void> {
  const { boxes } = holding.getState();
  if (command) await send(command).then(({ newVersion }) => whenAt(newVersion), quiet);
  holding.setState((held) => ({ boxes: new Map([...held.boxes].filter(([id, box]) => boxes.get(id) !== box)) }));
}

/** A refusal has been told where it was sent. */
const quiet = () => undefined;

/** Resolves when the screen's copy has come to a version, or belongs to another project. */
function whenAt(version: number): Promise<void> {
  const { hash } = openProject.getState();
  const there = () => openProject.getState().version >= version || openProject.getState().hash !== hash;
  return new Promise((resolve) => {
    if (there()) return resolve();
    const stop = openProject.subscribe(() => {
      if (!there()) return;
      stop();
      resolve();
    });
  });
}
