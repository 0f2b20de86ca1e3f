/** Elements that a player never reaches, found by random walks through the story. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Project } from '../../../shared/model/project.ts';
import { type WalkCoverage, walkStoryRandomly } from '../../../shared/play/random-walks.ts';
import { findReachableRecords } from '../../../shared/play/story-paths.ts';
import { t } from '../../messages/translate.ts';
import { goToRecord } from '../../navigation/go-to-record.ts';
import { browserEnvironment } from '../../platform/browser-environment.ts';
import { recordName } from '../../records/names/record-names.ts';
import { onProjectChange, openProjectStore, useProject } from '../../state/open-project.ts';
import { yieldToMain } from '../../state/run-in-slices.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressIndicator } from '../../ui/progress-indicator.tsx';
import { PlayErrors } from './play-errors.tsx';

const maxListed = 100;

export function CoveragePanel() {
  const { isRunning, progress, result } = useStore(coverageState);
  const hasStart = useProject((project) => project.projectRecord.startingElement !== null);
  const project = useStore(openProjectStore, (state) => state.project);
  if (!hasStart) return <p className="play-hint">{t('play.walk.noStart')}</p>;
  return (
    <div className="coverage">
      {isRunning ? (
        <>
          <ProgressIndicator label={t('play.walk.title')} fraction={progress} />
          <Button onPress={stopCoverage}>{t('play.stop')}</Button>
        </>
      ) : (
        <Button onPress={() => void runCoverage()}>{result ? t('play.walk.again') : t('play.walk.action')}</Button>
      )}
      {result && result.project === project && !isRunning && <CoverageSummary result={result} />}
    </div>
  );
}

function CoverageSummary({ result: { walked, total, unreachable, unvisited, revision } }: { result: CoverageResult }) {
  const isOld = useStore(openProjectStore, (state) => state.revision !== revision);
  const reached = total - unreachable.length - unvisited.length;
  const walks = t('play.walk.summary', { walks: walked.walks, steps: walked.steps, ends: walked.deadEnds.size });
  return (
    <div role="status">
      <p>
        {reached === total
          ? t('play.walk.allReached', { total, inWhat: walks })
          : t('play.walk.reached', { reached, total, inWhat: walks })}
        {isOld && ` ${t('play.walk.outdated')}`}
      </p>
      <MissedElements title={t('play.walk.unreachable', { count: unreachable.length })} ids={unreachable} />
      <MissedElements title={t('play.walk.neverReached', { count: unvisited.length })} ids={unvisited} />
      <PlayErrors errors={walked.diagnostics} />
    </div>
  );
}

function MissedElements({ title, ids }: { title: string; ids: readonly string[] }) {
  if (ids.length === 0) return null;
  const { project } = openProjectStore.getState();
  const existing = ids.filter((id) => project.find('element', id));
  return (
    <section className="unvisited-elements">
      <h3>{title}</h3>
      <ul>
        {existing.slice(0, maxListed).map((id) => (
          <li key={id}>
            <button type="button" className="link-button" onClick={() => goToRecord({ id })}>
              {recordName(project, id) || t('common.untitled')}
            </button>
          </li>
        ))}
      </ul>
      {existing.length > maxListed && <p className="play-hint">{t('common.andMore', { count: existing.length - maxListed })}</p>}
    </section>
  );
}

/** Random walks through the story. They run in slices, so that the window stays responsive, and can be stopped at any time. */
interface CoverageState {
  readonly isRunning: boolean;
  /** Whether the user has stopped the walks. */
  readonly isStopping: boolean;
  /** 0 to 1. */
  readonly progress: number;
  readonly result: CoverageResult | null;
}
interface CoverageResult {
  readonly project: Project;
  readonly revision: number;
  readonly total: number;
  readonly walked: WalkCoverage;
  /** Elements without any path to them, and elements with a path that no walk took. */
  readonly unreachable: readonly string[];
  readonly unvisited: readonly string[];
}

const coverageState = createStore<CoverageState>(() => ({ isRunning: false, isStopping: false, progress: 0, result: null }));
// The result contains the whole story.
onProjectChange(() => coverageState.setState({ result: null }));
/** Duration of a slice, in milliseconds. */
const sliceMs = 8;

async function runCoverage(): Promise<void> {
  const { project, revision } = openProjectStore.getState();
  const startElementId = project.projectRecord.startingElement;
  if (startElementId === null || coverageState.getState().isRunning) return;
  coverageState.setState({ isRunning: true, isStopping: false, progress: 0 });
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
    if (coverageState.getState().isStopping || openProjectStore.getState().project !== project) break;
    const progress = walked.steps / maxSteps;
    if (progress - reportedProgress < 0.01) continue;
    reportedProgress = progress;
    coverageState.setState({ progress });
  }
  return walked;
}

/** Stops the walks; the result so far is shown. */
function stopCoverage(): void {
  coverageState.setState({ isStopping: true });
}

function toCoverageResult(project: Project, revision: number, from: string, walked: WalkCoverage): CoverageResult {
  const reachable = findReachableRecords(project, from);
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
