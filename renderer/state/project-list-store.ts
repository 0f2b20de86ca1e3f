/** The list of projects, the most recently changed first. */
import { createStore } from 'zustand/vanilla';
import type { ProjectSummary } from '../../shared/contracts/ipc/results.ts';
import { Problem } from '../../shared/problem.ts';
import { invoke } from '../platform/bridge.ts';

interface ProjectListState {
  /** null until it has been loaded. */
  readonly list: readonly ProjectSummary[] | null;
  readonly problem: Problem | null;
}

export const projectListStore = createStore<ProjectListState>(() => ({ list: null, problem: null }));
let isLoading = false;
let shouldReload = false;

/** Loads the list. A call while it is loading repeats the request afterwards. */
export async function loadProjects(): Promise<void> {
  shouldReload = isLoading;
  if (isLoading) return;
  isLoading = true;
  do {
    shouldReload = false;
    try {
      const list = await invoke('project.list', {});
      projectListStore.setState({ list: [...list].sort((one, two) => (one.updatedAt < two.updatedAt ? 1 : -1)), problem: null });
    } catch (error) {
      projectListStore.setState({ problem: Problem.from(error) });
    }
  } while (shouldReload);
  isLoading = false;
}
