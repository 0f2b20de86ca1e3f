/** Random walks while the writer goes on working: run in slices, stopped at any time. */
import { createStore } from 'zustand/vanilla';
import type { Project } from '../../../shared/model/project.ts';
import { findReachableElements, type WalkCoverage, walkStoryRandomly } from '../../../shared/play/random-walks.ts';
import { browserEnvironment } from '../../platform/browser-environment.ts';
import { openProjectStore, yieldToMain } from '../../state/open-project.ts';

export interface CoverageState {
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
  /** Elements that no way leads to, and those that a way leads to but no walk reached. */
  readonly unreachable: readonly string[];
  readonly unvisited: readonly string[];
}

export const coverageState = createStore<CoverageState>(() => ({ isRunning: false, progress: 0, result: null }));
/** So long it walks before the screen has its turn, in milliseconds. */
const SLICE_MS = 8;
let runId = 0;

export async function runCoverage(): Promise<void> {
  const mine = ++runId;
  const { project, revision } = openProjectStore.getState();
  const startElementId = project.projectRecord.startingElement;
  if (startElementId === null) return;
  const maxSteps = Math.min(400_000, Math.max(20_000, project.countOfKind('element') * 20));
  coverageState.setState({ isRunning: true, progress: 0 });
  let walked: WalkCoverage | undefined;
  let shown = 0;
  let began = performance.now();
  for (walked of walkStoryRandomly(project, browserEnvironment, { startElementId, maxSteps, stepsPerSlice: 20 })) {
    if (performance.now() - began < SLICE_MS) continue;
    await yieldToMain();
    began = performance.now();
    if (mine !== runId || openProjectStore.getState().project !== project) break;
    const progress = walked.steps / maxSteps;
    if (progress - shown < 0.01) continue;
    shown = progress;
    coverageState.setState({ progress });
  }
  if (openProjectStore.getState().project !== project) coverageState.setState({ isRunning: false, result: null });
  else if (walked) coverageState.setState({ isRunning: false, result: toCoverageResult(project, revision, startElementId, walked) });
}

/** What was found until now is told. */
export function stopCoverage(): void {
  runId++;
}

function toCoverageResult(project: Project, revision: number, from: string, walked: WalkCoverage): CoverageResult {
  const ways = findReachableElements(project, from);
  const missed = [...project.recordsOfKind('element')].filter(({ id }) => !walked.visitCounts.has(id)).map(({ id }) => id);
  return {
    project,
    revision,
    total: project.countOfKind('element'),
    walked,
    unreachable: missed.filter((id) => !ways.has(id)),
    unvisited: missed.filter((id) => ways.has(id)),
  };
}
