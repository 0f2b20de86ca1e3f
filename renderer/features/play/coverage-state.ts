/** Random walks through the story. They run in slices, so that the window stays responsive, and can be stopped at any time. */
import { createStore } from 'zustand/vanilla';
import type { Project } from '../../../shared/model/project.ts';
import { findReachableElements, type WalkCoverage, walkStoryRandomly } from '../../../shared/play/random-walks.ts';
import { browserEnvironment } from '../../platform/browser-environment.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { yieldToMain } from '../../state/run-in-slices.ts';

interface CoverageState {
  readonly isRunning: boolean;
  /** 0 to 1. */
  readonly progress: number;
  readonly result: CoverageResult | null;
}
export interface CoverageResult {
  readonly project: Project;
  readonly revision: number;
  readonly total: number;
  readonly walked: WalkCoverage;
  /** Elements without any path to them, and elements with a path that no walk took. */
  readonly unreachable: readonly string[];
  readonly unvisited: readonly string[];
}

export const coverageState = createStore<CoverageState>(() => ({ isRunning: false, progress: 0, result: null }));
/** Duration of a slice, in milliseconds. */
const sliceMs = 8;
let isStopRequested = false;

export async function runCoverage(): Promise<void> {
  const { project, revision } = openProjectStore.getState();
  const startElementId = project.projectRecord.startingElement;
  if (startElementId === null || coverageState.getState().isRunning) return;
  isStopRequested = false;
  coverageState.setState({ isRunning: true, progress: 0 });
  try {
    const walked = await walkInSlices(project, startElementId);
    const isCurrent = openProjectStore.getState().project === project;
    coverageState.setState({ result: isCurrent && walked ? toCoverageResult(project, revision, startElementId, walked) : null });
  } finally {
    coverageState.setState({ isRunning: false });
  }
}

/** Until it is stopped, or another project is open. */
async function walkInSlices(project: Project, startElementId: string): Promise<WalkCoverage | undefined> {
  const maxSteps = Math.min(400_000, Math.max(20_000, project.countOfKind('element') * 20));
  let walked: WalkCoverage | undefined;
  let reportedProgress = 0;
  let sliceStart = performance.now();
  for (walked of walkStoryRandomly(project, browserEnvironment, { startElementId, maxSteps, stepsPerSlice: 20 })) {
    if (performance.now() - sliceStart < sliceMs) continue;
    await yieldToMain();
    sliceStart = performance.now();
    if (isStopRequested || openProjectStore.getState().project !== project) break;
    const progress = walked.steps / maxSteps;
    if (progress - reportedProgress < 0.01) continue;
    reportedProgress = progress;
    coverageState.setState({ progress });
  }
  return walked;
}

/** Stops the walks; the result so far is shown. */
export function stopCoverage(): void {
  isStopRequested = true;
}

function toCoverageResult(project: Project, revision: number, from: string, walked: WalkCoverage): CoverageResult {
  const reachable = findReachableElements(project, from);
  const missed = [...project.recordsOfKind('element')].filter(({ id }) => !walked.visitCounts.has(id)).map(({ id }) => id);
  return {
    project,
    revision,
    total: project.countOfKind('element'),
    walked,
    unreachable: missed.filter((id) => !reachable.has(id)),
    unvisited: missed.filter((id) => reachable.has(id)),
  };
}
