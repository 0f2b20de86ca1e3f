/** The story folders of all projects. They follow the events of the backend, never the result of a call that changes one. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import type { StoryFolder } from '../../shared/contracts/story-folders.ts';
import { invoke } from '../platform/bridge.ts';
import { loadWithEvents } from './load-with-events.ts';

interface StoryFoldersState {
  readonly list: readonly StoryFolder[];
}

export const storyFoldersStore = createStore<StoryFoldersState>(() => ({ list: [] }));

/** If the request fails, the next event updates the state. */
export async function loadStoryFolders(): Promise<void> {
  const list = await loadWithEvents(() => invoke('folder.list', {}), followEvents).catch(() => null);
  if (list) storyFoldersStore.setState({ list });
}

export function handleStoryFolderEvents(events: readonly BackendEvent[]): void {
  const { list } = storyFoldersStore.getState();
  const next = followEvents(list, events);
  if (next !== list) storyFoldersStore.setState({ list: next });
}

/** The folders after these events; the same list if they do not concern it. */
function followEvents(list: readonly StoryFolder[], events: readonly BackendEvent[]): readonly StoryFolder[] {
  let next = list;
  for (const event of events) {
    if (event.event === 'folder.changed') next = [...next.filter(({ hash }) => hash !== event.folder.hash), event.folder];
    if (event.event === 'folder.removed') next = next.filter(({ hash }) => hash !== event.hash);
  }
  return next;
}

/** undefined: the project has no story folder. */
export const useStoryFolder = (hash: string | null): StoryFolder | undefined =>
  useStore(storyFoldersStore, ({ list }) => list.find((each) => each.hash === hash));
export const getStoryFolder = (hash: string | null): StoryFolder | undefined =>
  storyFoldersStore.getState().list.find((each) => each.hash === hash);

/** When the window gets the focus, what others have done in the folders meanwhile is read, once no update of theirs is under way. */
export function readStoryFoldersOnFocus(): void {
  addEventListener('focus', () => {
    if (storyFoldersStore.getState().list.some(({ on }) => on)) void invoke('folder.notice', {}).catch(() => undefined);
  });
}
