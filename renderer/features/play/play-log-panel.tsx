/** The play log: the elements that the play has passed, each with a link, and the variables that changed there. */
import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { PlayState } from '../../../shared/play/play.ts';
import { findVariableById, readVariable } from '../../../shared/play/play-memory.ts';
import { formatScriptValue } from '../../../shared/play/script-value.ts';
import { t } from '../../messages/translate.ts';
import { goToRecord } from '../../navigation/go-to-record.ts';
import { recordName } from '../../records/names/record-names.ts';
import { useProject } from '../../state/open-project.ts';
import { usePlaySession } from './play-session.ts';
import './play.css';

export function PlayLogPanel() {
  const state = usePlaySession((session) => session.state);
  const list = useRef<HTMLOListElement>(null);
  const stepNumber = usePlaySession((session) => session.stepNumber);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `stepNumber` is not read, but each new step scrolls to the end
  useEffect(() => list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' }), [stepNumber]);
  if (!state) return <p className="play-log-none">{t('play.log.empty')}</p>;
  const { steps, omitted } = listPlaySteps(state);
  return (
    <ol className="play-log" ref={list} aria-label={t('play.log.title')}>
      {omitted > 0 && <li className="play-hint">{t('play.log.earlier', { count: omitted })}</li>}
      {steps.map((step, at) => (
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

interface PlayLogStep {
  readonly elementId: string;
  readonly changes: readonly { readonly name: string; readonly before: string; readonly after: string }[];
  readonly errorCount: number;
}

/** More steps are counted only, at the beginning. */
const maxSteps = 500;

/** The steps of a play from its first element to the current one, each with the variables that changed there. */
export function listPlaySteps(state: PlayState): { readonly steps: readonly PlayLogStep[]; readonly omitted: number } {
  const steps: PlayLogStep[] = [];
  let omitted = 0;
  for (let at: PlayState | null = state; at; at = at.previous)
    if (steps.length < maxSteps) steps.push({ elementId: at.elementId, changes: changesOf(at), errorCount: at.diagnostics.length });
    else omitted++;
  return { steps: steps.reverse(), omitted };
}

/** Compared with the end of the previous step: changes by the label of the choice belong to the step that it leads to. */
function changesOf({ project, memory, profile, previous }: PlayState): PlayLogStep['changes'] {
  const before = previous?.memory ?? { values: new Map(), visits: new Map() };
  const ids = new Set([...before.values.keys(), ...memory.values.keys()]);
  return [...ids].flatMap((id) => {
    const variable = findVariableById(project, id);
    if (!variable) return [];
    const [old, now] = [before, memory].map((each) => formatScriptValue(readVariable(each, variable, profile), profile));
    return old === now || old === undefined || now === undefined ? [] : [{ name: variable.name, before: old, after: now }];
  });
}
