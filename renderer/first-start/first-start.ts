/**
 * The first start: from nothing to a game folder that follows a story, in three steps. Where a writer is stands here; that it has
 * been done or skipped is kept with the looks of the window, so that it never comes again.
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { ask } from '../bridge.ts';
import { during } from '../state/busy.ts';
import { look } from '../state/look.ts';
import { openProject } from '../state/open-project.ts';
import { goTo } from '../state/place.ts';
import { putTarget } from '../state/targets.ts';
import { firstStartWords } from '../words/en/first-start.ts';

interface FirstStart {
  /** A story was asked for: the next one that is opened is the one of the first start. */
  readonly isChosen: boolean;
  /** The story, once it is open. */
  readonly hash: string | null;
  /** The version with which the target began: a later export follows a change. */
  readonly version: number | null;
}

const nothing: FirstStart = { isChosen: false, hash: null, version: null };
export const firstStart = createStore<FirstStart>(() => nothing);
export const useFirstStart = <T>(selector: (state: FirstStart) => T): T => useStore(firstStart, selector);

export const chooseStory = (): void => firstStart.setState({ isChosen: true });

export async function beginWithSample(): Promise<void> {
  chooseStory();
  const { hash } = await during(firstStartWords.making, ask('project.create', { template: 'sample' }));
  goTo(hash);
}

/** Makes an example game and lets it follow the open story. */
export async function followWithExample(): Promise<void> {
  const { hash } = openProject.getState();
  if (hash === null) return;
  const folder = await ask('target.example', {});
  const { files: _, ...target } = await ask('target.add', { hash, folder, engine: 'godot' });
  putTarget(target);
}

/** Done or skipped: never again. */
export function endFirstStart(): void {
  look.setState({ firstStart: 'done' });
  firstStart.setState(nothing);
}
