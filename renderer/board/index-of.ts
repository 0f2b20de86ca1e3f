/** The index of a board, made when it is first asked for and kept as long as the project is open. A large one is got ready in slices. */
import { startTransition, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Project } from '../../shared/project.ts';
import { openProject, rest } from '../state/open-project.ts';
import { inSlices } from '../state/slices.ts';
import { BoardIndex } from './board-index.ts';

/** So many boards keep theirs. */
const KEPT = 8;
const kept = new WeakMap<Project, Map<string, BoardIndex>>();

/** As the project is now. */
export function indexOf(project: Project, boardId: string): BoardIndex {
  const index = entryOf(project, boardId);
  index.follow();
  return index;
}

function entryOf(project: Project, boardId: string): BoardIndex {
  const all = kept.get(project) ?? new Map<string, BoardIndex>();
  kept.set(project, all);
  const index = all.get(boardId) ?? new BoardIndex(project, boardId);
  // The last one used is the last in the map.
  all.delete(boardId);
  all.set(boardId, index);
  for (const oldest of all.keys()) if (all.size > KEPT) all.delete(oldest);
  return index;
}

/** The board to draw: the one that is asked for once its index is made, until then the one before. */
export function usePrepared(boardId: string): string | null {
  const project = useStore(openProject, (state) => state.project);
  const [ready, setReady] = useState<string | null>(() => (entryOf(project, boardId).isMade ? boardId : null));
  useEffect(() => {
    let going = true;
    const index = entryOf(project, boardId);
    const made = index.isMade ? Promise.resolve(true) : inSlices(index.make(), { rest, going: () => going });
    // A transition is drawn in slices.
    void made.then((isMade) => isMade && going && startTransition(() => setReady(boardId)));
    return () => {
      going = false;
    };
  }, [project, boardId]);
  return ready;
}
