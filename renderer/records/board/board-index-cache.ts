/** The index of a board, made when it is first asked for and kept as long as the project is open. A large one is got ready in slices. */
import { startTransition, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Project } from '../../../shared/model/project.ts';
import { openProjectStore, yieldToMain } from '../../state/open-project.ts';
import { runInSlices } from '../../state/run-in-slices.ts';
import { BoardIndex } from './board-index.ts';

/** So many boards keep theirs. */
const MAX_CACHED_INDEXES = 8;
const indexCache = new WeakMap<Project, Map<string, BoardIndex>>();

/** As the project is now. */
export function boardIndexFor(project: Project, boardId: string): BoardIndex {
  const index = cachedIndexFor(project, boardId);
  index.update();
  return index;
}

function cachedIndexFor(project: Project, boardId: string): BoardIndex {
  const all = indexCache.get(project) ?? new Map<string, BoardIndex>();
  indexCache.set(project, all);
  const index = all.get(boardId) ?? new BoardIndex(project, boardId);
  // The last one used is the last in the map.
  all.delete(boardId);
  all.set(boardId, index);
  for (const oldest of all.keys()) if (all.size > MAX_CACHED_INDEXES) all.delete(oldest);
  return index;
}

/** The board to draw: the one that is asked for once its index is made, until then the one before. */
export function usePreparedBoard(boardId: string): string | null {
  const project = useStore(openProjectStore, (state) => state.project);
  const [ready, setReady] = useState<string | null>(() => (cachedIndexFor(project, boardId).isBuilt ? boardId : null));
  useEffect(() => {
    let going = true;
    const index = cachedIndexFor(project, boardId);
    const made = index.isBuilt ? Promise.resolve(true) : runInSlices(index.build(), { rest: yieldToMain, going: () => going });
    // A transition is drawn in slices.
    void made.then((isMade) => isMade && going && startTransition(() => setReady(boardId)));
    return () => {
      going = false;
    };
  }, [project, boardId]);
  return ready;
}
