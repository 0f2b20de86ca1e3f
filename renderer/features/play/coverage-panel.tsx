/** Which elements a player never reaches, found by walking through the story at random. */
import { useStore } from 'zustand';
import { playMessages } from '../../messages/en/play.ts';
import { goToRecord } from '../../navigation/go-to-record.ts';
import { recordName } from '../../records/names/record-names.ts';
import { openProjectStore, useProject } from '../../state/open-project.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressIndicator } from '../../ui/progress-indicator.tsx';
import { type CoverageResult, coverageState, runCoverage, stopCoverage } from './coverage-state.ts';
import { PlayErrors } from './play-errors.tsx';

const MAX_LISTED = 100;

export function CoveragePanel() {
  const { isRunning, progress, result } = useStore(coverageState);
  const hasStart = useProject((project) => project.projectRecord.startingElement !== null);
  const project = useStore(openProjectStore, (state) => state.project);
  if (!hasStart) return <p className="play-hint">{playMessages.theStoryHasNo}</p>;
  return (
    <div className="coverage">
      {isRunning ? (
        <>
          <ProgressIndicator label={playMessages.walkingThroughTheStory} fraction={progress} />
          <Button onPress={stopCoverage}>{playMessages.stop}</Button>
        </>
      ) : (
        <Button onPress={() => void runCoverage()}>{result ? playMessages.walkAgain : playMessages.walkThroughTheStory}</Button>
      )}
      {result && result.project === project && !isRunning && <CoverageSummary result={result} />}
    </div>
  );
}

function CoverageSummary({ result: { walked, total, unreachable, unvisited, revision } }: { result: CoverageResult }) {
  const isOld = useStore(openProjectStore, (state) => state.revision !== revision);
  const reached = total - unreachable.length - unvisited.length;
  const walks = playMessages.walks(walked.walks, walked.steps, walked.deadEnds.size);
  return (
    <div role="status">
      <p>
        {reached === total ? playMessages.allWereReached(total, walks) : playMessages.ofWereReached(reached, total, walks)}
        {isOld && ` ${playMessages.theStoryHasChanged}`}
      </p>
      <MissedElements title={playMessages.noWayLeadsTo(unreachable.length)} ids={unreachable} />
      <MissedElements title={playMessages.noWalkCameTo(unvisited.length)} ids={unvisited} />
      <PlayErrors errors={walked.diagnostics} />
    </div>
  );
}

function MissedElements({ title, ids }: { title: string; ids: readonly string[] }) {
  if (ids.length === 0) return null;
  const { project } = openProjectStore.getState();
  const there = ids.filter((id) => project.find('element', id));
  return (
    <section className="missed">
      <h3>{title}</h3>
      <ul>
        {there.slice(0, MAX_LISTED).map((id) => (
          <li key={id}>
            <button type="button" className="link-button" onClick={() => goToRecord({ id })}>
              {recordName(project, id) || playMessages.untitled}
            </button>
          </li>
        ))}
      </ul>
      {there.length > MAX_LISTED && <p className="play-hint">{playMessages.andMore(there.length - MAX_LISTED)}</p>}
    </section>
  );
}
