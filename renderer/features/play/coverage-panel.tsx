/** Elements that a player never reaches, found by random walks through the story. */

import { useStore } from 'zustand';
import { t } from '../../messages/translate.ts';
import { goToRecord } from '../../navigation/go-to-record.ts';
import { recordName } from '../../records/names/record-names.ts';
import { openProjectStore, useProject } from '../../state/open-project.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressIndicator } from '../../ui/progress-indicator.tsx';
import { type CoverageResult, coverageState, runCoverage, stopCoverage } from './coverage-state.ts';
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
