/** The problems of the open project, as the last check found them. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ExporterDescription, ExporterId } from '../../../shared/contracts/exporters.ts';
import type { StoryProblems } from '../../../shared/contracts/findings.ts';
import type { Target } from '../../../shared/contracts/targets.ts';
import { invoke } from '../../platform/bridge.ts';
import { listExporters, useExporters } from '../../state/exporters-store.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { targetsStore, useTargets } from '../../state/targets-store.ts';
import { markProblems, type ProblemMarker } from './problem-markers.ts';

interface ProblemsState {
  /** Null until the first check is done. */
  readonly problems: StoryProblems | null;
  readonly markers: ReadonlyMap<string, ProblemMarker>;
  /** Null: only what is wrong in every engine is found. Undefined until the user chooses: the engine of the first target. */
  readonly chosenEngine: ExporterId | null | undefined;
}

const noMarkers: ReadonlyMap<string, ProblemMarker> = new Map();
export const problemsStore = createStore<ProblemsState>(() => ({ problems: null, markers: noMarkers, chosenEngine: undefined }));

export const useProblemMarker = (id: string): ProblemMarker | undefined => useStore(problemsStore, ({ markers }) => markers.get(id));

/** The engine that the story is checked for, or null. */
const checkedEngine = (): ExporterId | null => engineToCheck(problemsStore.getState(), targetsStore.getState().list, listExporters());

export function useCheckedEngine(): ExporterId | null {
  const chosenEngine = useStore(problemsStore, (state) => state.chosenEngine);
  return engineToCheck({ chosenEngine }, useTargets(), useExporters());
}

function engineToCheck(
  { chosenEngine }: Pick<ProblemsState, 'chosenEngine'>,
  targets: readonly Target[],
  exporters: readonly ExporterDescription[],
): ExporterId | null {
  if (chosenEngine !== undefined) return chosenEngine;
  const engines = new Set(exporters.filter(({ hasProject }) => hasProject).map(({ id }) => id));
  return targets.find(({ engine }) => engines.has(engine))?.engine ?? null;
}

/** A check begins when nothing has changed for this long, so that no unfinished sentence or script is reported. */
const QUIET_MS = 2000;

let timer: ReturnType<typeof setTimeout> | undefined;
let isChecking = false;
/** Whether something changed while the last check was running. */
let isOutdated = false;
let lastDelay = QUIET_MS;
/** The engine for which the last check began. */
let lastEngine: ExporterId | null = null;

/** Checks the open project now and whenever it has changed, until the returned function is called. */
export function watchProblems(): () => void {
  const scheduleIfChanged = ({ revision }: { revision: number }, before: { revision: number }): void => {
    if (revision !== before.revision) scheduleCheck(QUIET_MS);
  };
  const scheduleIfShown = (): void => {
    if (!document.hidden && isOutdated) scheduleCheck(0);
  };
  const scheduleIfForOther = (): void => {
    if (checkedEngine() !== lastEngine) scheduleCheck(QUIET_MS);
  };
  const unsubscribe = openProjectStore.subscribe(scheduleIfChanged);
  const unsubscribeTargets = targetsStore.subscribe(scheduleIfForOther);
  document.addEventListener('visibilitychange', scheduleIfShown);
  scheduleCheck(QUIET_MS);
  return () => {
    unsubscribe();
    unsubscribeTargets();
    document.removeEventListener('visibilitychange', scheduleIfShown);
    clearTimeout(timer);
    isOutdated = false;
    problemsStore.setState({ problems: null, markers: noMarkers, chosenEngine: undefined });
  };
}

/** Checks at once, after the user has chosen an engine or applied a fix. */
export const checkNow = (): void => scheduleCheck(0);

export function setCheckedEngine(chosenEngine: ExporterId | null): void {
  problemsStore.setState({ chosenEngine });
  checkNow();
}

function scheduleCheck(delay: number): void {
  isOutdated = true;
  lastDelay = delay;
  clearTimeout(timer);
  timer = setTimeout(() => void check(), delay);
}

async function check(): Promise<void> {
  const { hash } = openProjectStore.getState();
  if (isChecking || document.hidden || hash === null) return;
  isChecking = true;
  isOutdated = false;
  const engine = checkedEngine();
  lastEngine = engine;
  // Nothing to show: the project was closed or deleted. The backend logs other failures.
  const problems = await invoke('project.problems', { hash, ...(engine !== null && { engine }) }).catch(() => null);
  isChecking = false;
  const { hash: currentHash, project } = openProjectStore.getState();
  const isCurrent = currentHash === hash && checkedEngine() === engine;
  if (problems && isCurrent) problemsStore.setState({ problems, markers: markProblems(project, problems) });
  if (isOutdated && (problems || !isCurrent)) scheduleCheck(lastDelay);
}
