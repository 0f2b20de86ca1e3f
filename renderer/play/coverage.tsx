/** Which elements a player never reaches, found by walking through the story at random. */
import { useStore } from 'zustand';
import { nameOf } from '../board/use-words.ts';
import { openProject, useProject } from '../state/open-project.ts';
import { goToRecord } from '../targets/go-to-record.ts';
import { Button } from '../ui/button.tsx';
import { many } from '../ui/many.ts';
import { Progress } from '../ui/progress.tsx';
import { coverage, type Found, findCoverage, stopCoverage } from './coverage-run.ts';
import { PlayFaults } from './play-faults.tsx';

const MOST = 100;

export function Coverage() {
  const { isRunning, part, found } = useStore(coverage);
  const hasStart = useProject((project) => project.root.startingElement !== null);
  const project = useStore(openProject, (state) => state.project);
  if (!hasStart) return <p className="play-hint">The story has no start to walk from.</p>;
  return (
    <div className="coverage">
      {isRunning ? (
        <>
          <Progress label="Walking through the story" part={part} />
          <Button onPress={stopCoverage}>Stop</Button>
        </>
      ) : (
        <Button onPress={() => void findCoverage()}>{found ? 'Walk again' : 'Walk through the story at random'}</Button>
      )}
      {found && found.project === project && !isRunning && <FoundWords found={found} />}
    </div>
  );
}

function FoundWords({ found: { walked, total, cutOff, notReached, revision } }: { found: Found }) {
  const isOld = useStore(openProject, (state) => state.revision !== revision);
  const reached = total - cutOff.length - notReached.length;
  return (
    <div role="status">
      <p>
        {reached === total ? `All ${many(total, 'element')} were reached` : `${reached} of ${many(total, 'element')} were reached`} in{' '}
        {many(walked.walks, 'walk')} ({many(walked.steps, 'step')}); {many(walked.ends.size, 'ending')}.
        {isOld && ' The story has changed since.'}
      </p>
      <Missed title="No way leads to" ids={cutOff} />
      <Missed title="No walk came to" ids={notReached} />
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
      <h3>
        {title} {many(ids.length, 'element')}
      </h3>
      <ul>
        {there.slice(0, MOST).map((id) => (
          <li key={id}>
            <button type="button" className="link-button" onClick={() => goToRecord({ id })}>
              {nameOf(project, id) || 'Untitled'}
            </button>
          </li>
        ))}
      </ul>
      {there.length > MOST && <p className="play-hint">and {there.length - MOST} more</p>}
    </section>
  );
}
