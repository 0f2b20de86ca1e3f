/** Which elements a player never reaches, found by walking through the story at random. */
import { useStore } from 'zustand';
import { openProject, useProject } from '../state/open-project.ts';
import { nameOf } from '../state/use-words.ts';
import { goToRecord } from '../targets/go-to-record.ts';
import { Button } from '../ui/button.tsx';
import { Progress } from '../ui/progress.tsx';
import { playWords } from '../words/en/play.ts';
import { coverage, type Found, findCoverage, stopCoverage } from './coverage-run.ts';
import { PlayFaults } from './play-faults.tsx';

const MOST = 100;

export function Coverage() {
  const { isRunning, part, found } = useStore(coverage);
  const hasStart = useProject((project) => project.root.startingElement !== null);
  const project = useStore(openProject, (state) => state.project);
  if (!hasStart) return <p className="play-hint">{playWords.theStoryHasNo}</p>;
  return (
    <div className="coverage">
      {isRunning ? (
        <>
          <Progress label={playWords.walkingThroughTheStory} part={part} />
          <Button onPress={stopCoverage}>{playWords.stop}</Button>
        </>
      ) : (
        <Button onPress={() => void findCoverage()}>{found ? playWords.walkAgain : playWords.walkThroughTheStory}</Button>
      )}
      {found && found.project === project && !isRunning && <FoundWords found={found} />}
    </div>
  );
}

function FoundWords({ found: { walked, total, cutOff, notReached, revision } }: { found: Found }) {
  const isOld = useStore(openProject, (state) => state.revision !== revision);
  const reached = total - cutOff.length - notReached.length;
  const walks = playWords.walks(walked.walks, walked.steps, walked.ends.size);
  return (
    <div role="status">
      <p>
        {reached === total ? playWords.allWereReached(total, walks) : playWords.ofWereReached(reached, total, walks)}
        {isOld && ` ${playWords.theStoryHasChanged}`}
      </p>
      <Missed title={playWords.noWayLeadsTo(cutOff.length)} ids={cutOff} />
      <Missed title={playWords.noWalkCameTo(notReached.length)} ids={notReached} />
      <PlayFaults faults={walked.faults} />
    </div>
  );
}

function Missed({ title, ids }: { title: string; ids: readonly string[] }) {
  if (ids.length === 0) return null;
  const { project } = openProject.getState();
  const there = ids.filter((id) => project.find('element', id));
  return (
    <section className="missed">
      <h3>{title}</h3>
      <ul>
        {there.slice(0, MOST).map((id) => (
          <li key={id}>
            <button type="button" className="link-button" onClick={() => goToRecord({ id })}>
              {nameOf(project, id) || playWords.untitled}
            </button>
          </li>
        ))}
      </ul>
      {there.length > MOST && <p className="play-hint">{playWords.andMore(there.length - MOST)}</p>}
    </section>
  );
}
