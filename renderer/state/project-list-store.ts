/** The list of projects, the most recently changed first. */

import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ProjectOverview, ProjectSummary } from '../../shared/contracts/ipc/results.ts';
import { Problem } from '../../shared/problem.ts';
import { invoke } from '../platform/bridge.ts';

interface ProjectListState {
  /** null until it has been loaded. */
  readonly list: readonly ProjectSummary[] | null;
  readonly problem: Problem | null;
}

export const projectListStore = createStore<ProjectListState>(() => ({ list: null, problem: null }));

/** A function that does the work once at a time; if it is called meanwhile, it does the work again afterwards. The work must not reject. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let isRunning = false;
  let isRepeated = false;
  return async () => {
    isRepeated = isRunning;
    if (isRunning) return;
    isRunning = true;
    do {
      isRepeated = false;
      await work();
    } while (isRepeated);
    isRunning = false;
  };
}

/** Loads the list. A call while it is loading repeats the request afterwards. */
export const loadProjects = oneAtATime(async () => {
  try {
    const list = await invoke('project.list', {});
    projectListStore.setState({ list: [...list].sort((one, two) => (one.updatedAt < two.updatedAt ? 1 : -1)), problem: null });
  } catch (error) {
    projectListStore.setState({ problem: Problem.from(error) });
  }
});

type ProjectVersion = Pick<ProjectSummary, 'hash' | 'updatedAt'>;
interface ReadOverview {
  readonly updatedAt: string;
  readonly overview: ProjectOverview;
}

/** The overviews of projects for their cards, read one after the other, so that a long list never delays another call. */
const overviewStore = createStore<ReadonlyMap<string, ReadOverview>>(() => new Map());
/** The versions that cards wait for, by hash. */
const requested = new Map<string, ProjectVersion>();

/** undefined until it has been read; then the last one that was read. */
export function useProjectOverview({ hash, updatedAt }: ProjectVersion): ProjectOverview | undefined {
  const known = useStore(overviewStore, (overviews) => overviews.get(hash));
  const isCurrent = known?.updatedAt === updatedAt;
  useEffect(() => {
    if (isCurrent) return;
    requested.set(hash, { hash, updatedAt });
    void readRequested();
    return () => void requested.delete(hash);
  }, [hash, updatedAt, isCurrent]);
  return known?.overview;
}

const readRequested = oneAtATime(async () => {
  for (let [next] = requested.values(); next; [next] = requested.values()) {
    const { hash, updatedAt } = next;
    requested.delete(hash);
    // A project that cannot be read has no miniature. Opening it reports why.
    const overview = await invoke('project.overview', { hash }).catch(() => null);
    if (overview) overviewStore.setState(new Map(overviewStore.getState()).set(hash, { updatedAt, overview }), true);
  }
});
