/** The problems of the open project, as the last check found them. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ExporterId } from '../../../shared/contracts/exporters.ts';
import type { StoryProblems } from '../../../shared/contracts/findings.ts';
import { invoke } from '../../platform/bridge.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { markProblems, type ProblemMarker } from './problem-markers.ts';

interface ProblemsState {
  /** Null until the first check is done. */
  readonly problems: StoryProblems | null;
  readonly markers: ReadonlyMap<string, ProblemMarker>;
  /** The engine that the story is checked for; null: any of them. */
  readonly engine: ExporterId | null;
}

const noMarkers: ReadonlyMap<string, ProblemMarker> = new Map();
export const problemsStore = createStore<ProblemsState>(() => ({ problems: null, markers: noMarkers, engine: null }));

export const useProblemMarker = (id: string): ProblemMarker | undefined => useStore(problemsStore, ({ markers }) => markers.get(id));

/** A check begins when nothing has changed for this long, so that no unfinished sentence or script is reported. */
const QUIET_MS = 2000;

let timer: ReturnType<typeof setTimeout> | undefined;
let isChecking = false;
/** Whether something changed while the last check was running. */
let isOutdated = false;
let lastDelay = QUIET_MS;

/** Checks the open project now and whenever it has changed, until the returned function is called. */
export function watchProblems(): () => void {
  const scheduleIfChanged = ({ revision }: { revision: number }, before: { revision: number }): void => {
    if (revision !== before.revision) scheduleCheck(QUIET_MS);
  };
  const scheduleIfShown = (): void => {
    if (!document.hidden && isOutdated) scheduleCheck(0);
  };
  const unsubscribe = openProjectStore.subscribe(scheduleIfChanged);
  document.addEventListener('visibilitychange', scheduleIfShown);
  scheduleCheck(QUIET_MS);
  return () => {
    unsubscribe();
    document.removeEventListener('visibilitychange', scheduleIfShown);
    clearTimeout(timer);
    isOutdated = false;
    problemsStore.setState({ problems: null, markers: noMarkers });
  };
}

/** For what the user does to see another result: choosing an engine, or applying a fix. */
export const checkNow = (): void => scheduleCheck(0);

export function setCheckedEngine(engine: ExporterId | null): void {
  problemsStore.setState({ engine });
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
  const { engine } = problemsStore.getState();
  // Nothing to show: the project was closed or deleted. The backend logs other failures.
  const problems = await invoke('project.problems', { hash, ...(engine !== null && { engine }) }).catch(() => null);
  isChecking = false;
  const { hash: currentHash, project } = openProjectStore.getState();
  const isCurrent = currentHash === hash && problemsStore.getState().engine === engine;
  if (problems && isCurrent) problemsStore.setState({ problems, markers: markProblems(project, problems) });
  if (isOutdated && (problems || !isCurrent)) scheduleCheck(lastDelay);
}
