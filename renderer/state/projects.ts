/** The list of projects, the last changed first. */
import { createStore } from 'zustand/vanilla';
import type { ProjectSummary } from '../../shared/ipc/answers.ts';
import { Problem } from '../../shared/problem.ts';
import { ask } from '../bridge.ts';

export interface Projects {
  /** null until they have been read. */
  readonly list: readonly ProjectSummary[] | null;
  readonly problem: Problem | null;
}

export const projects = createStore<Projects>(() => ({ list: null, problem: null }));
let reading = false;
let again = false;

/** Reads the list; asked meanwhile, it is read once more. */
export async function readProjects(): Promise<void> {
  again = reading;
  if (reading) return;
  reading = true;
  try {
    do {
      again = false;
      const list = await ask('project.list', {});
      projects.setState({ list: [...list].sort((one, two) => (one.updatedAt < two.updatedAt ? 1 : -1)), problem: null });
    } while (again);
  } catch (error) {
    projects.setState({ problem: Problem.from(error) });
  } finally {
    reading = false;
  }
}
