/** The play log: the elements that the play has passed, each with a link, and the variables that changed there. */
import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { t } from '../../messages/translate.ts';
import { goToRecord } from '../../navigation/go-to-record.ts';
import { recordName } from '../../records/names/record-names.ts';
import { useProject } from '../../state/open-project.ts';
import { listPlaySteps, type PlayLogStep } from './play-log.ts';
import { usePlaySession } from './play-session.ts';
import './play-log.css';

export function PlayLogPanel() {
  const state = usePlaySession((session) => session.state);
  const list = useRef<HTMLOListElement>(null);
  const stepNumber = usePlaySession((session) => session.stepNumber);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `stepNumber` is not read, but each new step scrolls to the end
  useEffect(() => list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' }), [stepNumber]);
  if (!state) return <p className="play-log-none">{t('play.log.empty')}</p>;
  return (
    <ol className="play-log" ref={list} aria-label={t('play.log.title')}>
      {listPlaySteps(state).map((step, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an element may be passed several times, and steps are only added at the end
        <LogRow key={at} step={step} />
      ))}
    </ol>
  );
}

function LogRow({ step: { elementId, changes, errorCount } }: { step: PlayLogStep }) {
  const name = useProject((project) => recordName(project, elementId));
  return (
    <li>
      <button type="button" className="link-button" onClick={() => goToRecord({ id: elementId })}>
        {name || t('common.untitled')}
      </button>
      {changes.map((change) => (
        <code key={change.name}>{t('play.log.change', change)}</code>
      ))}
      {errorCount > 0 && (
        <span className="play-log-errors">
          <CircleAlert size={14} aria-hidden />
          {t('play.log.errors', { count: errorCount })}
        </span>
      )}
    </li>
  );
}
