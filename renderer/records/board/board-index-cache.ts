/** Caches the indexes of the most recently used boards of the open project. The index of a large board is built in slices. */
import { startTransition, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Project } from '../../../shared/model/project.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { runInSlices, yieldToMain } from '../../state/run-in-slices.ts';
import { BoardIndex } from './board-index.ts';

const maxCachedIndexes = 8;
const indexCache = new WeakMap<Project, Map<string, BoardIndex>>();

/** The up-to-date index of a board. */
export function boardIndexFor(project: Project, boardId: string): BoardIndex {
  const index = cachedIndexFor(project, boardId);
  index.update();
  return index;
}

function cachedIndexFor(project: Project, boardId: string): BoardIndex {
  const all = indexCache.get(project) ?? new Map<string, BoardIndex>();
  indexCache.set(project, all);
  const index = all.get(boardId) ?? new BoardIndex(project, boardId);
  // A map keeps the order of insertion, so the most recently used index is the last.
  all.delete(boardId);
  all.set(boardId, index);
  for (const oldest of all.keys()) if (all.size > maxCachedIndexes) all.delete(oldest);
  return index;
}

/** The board to render: the requested one once its index is built, until then the previous one. */
export function usePreparedBoard(boardId: string): string | null {
  const project = useStore(openProjectStore, (state) => state.project);
  const [ready, setReady] = useState<string | null>(() => (cachedIndexFor(project, boardId).isBuilt ? boardId : null));
  useEffect(() => {
    let isCurrent = true;
    const index = cachedIndexFor(project, boardId);
    const building = index.isBuilt ? Promise.resolve(true) : runInSlices(index.build(), { pause: yieldToMain, isCurrent: () => isCurrent });
    // React renders a transition in interruptible slices.
    void building.then((isBuilt) => isBuilt && isCurrent && startTransition(() => setReady(boardId)));
    return () => {
      isCurrent = false;
    };
  }, [project, boardId]);
  return ready;
}
