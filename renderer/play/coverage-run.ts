/** Random walks while the writer goes on working: run in slices, stopped at any time. */
import { createStore } from 'zustand/vanilla';
import { reachable, type Walked, walkStory } from '../../shared/play/walks.ts';
import type { Project } from '../../shared/project.ts';
import { openProject, rest } from '../state/open-project.ts';
import { world } from './playing.ts';

export interface CoverageRun {
  readonly isRunning: boolean;
  /** 0 to 1. */
  readonly part: number;
  readonly found: Found | null;
}
export interface Found {
  readonly project: Project;
  readonly revision: number;
  readonly total: number;
  readonly walked: Walked;
  /** Elements that no way leads to, and those that a way leads to but no walk reached. */
  readonly cutOff: readonly string[];
  readonly notReached: readonly string[];
}

export const coverage = createStore<CoverageRun>(() => ({ isRunning: false, part: 0, found: null }));
/** So long it walks before the screen has its turn, in milliseconds. */
const SLICE = 8;
let turn = 0;

export async function findCoverage(): Promise<void> {
  const mine = ++turn;
  const { project, revision } = openProject.getState();
  const from = project.root.startingElement;
  if (from === null) return;
  const steps = Math.min(400_000, Math.max(20_000, project.count('element') * 20));
  coverage.setState({ isRunning: true, part: 0 });
  let walked: Walked | undefined;
  let shown = 0;
  let began = performance.now();
  for (walked of walkStory(project, world, { from, steps, slice: 20 })) {
    if (performance.now() - began < SLICE) continue;
    await rest();
    began = performance.now();
    if (mine !== turn || openProject.getState().project !== project) break;
    const part = walked.steps / steps;
    if (part - shown < 0.01) continue;
    shown = part;
    coverage.setState({ part });
  }
  if (openProject.getState().project !== project) coverage.setState({ isRunning: false, found: null });
  else if (walked) coverage.setState({ isRunning: false, found: foundBy(project, revision, from, walked) });
}

/** What was found until now is told. */
export function stopCoverage(): void {
  turn++;
}

function foundBy(project: Project, revision: number, from: string, walked: Walked): Found {
  const ways = reachable(project, from);
  const missed = [...project.all('element')].filter(({ id }) => !walked.entered.has(id)).map(({ id }) => id);
  return {
    project,
    revision,
    total: project.count('element'),
    walked,
    cutOff: missed.filter((id) => !ways.has(id)),
    notReached: missed.filter((id) => ways.has(id)),
  };
}
