/** What went wrong in a script, with where it stands and the way there. */

import type { PlayDiagnostic } from '../../../shared/play/story-paths.ts';
import { t } from '../../messages/translate.ts';
import { goToRecord } from '../../navigation/go-to-record.ts';
import { describeRecord } from '../../records/names/describe-record.ts';
import { openProjectStore } from '../../state/open-project.ts';

const fieldLabels = { content: 'content', label: 'label', script: 'condition', output: 'connection' } as const;

export function PlayErrors({ errors }: { errors: readonly PlayDiagnostic[] }) {
  if (errors.length === 0) return null;
  const { project } = openProjectStore.getState();
  return (
    <ul className="play-faults" aria-label={t('play.scriptFaults')}>
      {errors.map((fault) => (
        <li key={`${fault.recordId} ${fault.field} ${fault.block} ${fault.line} ${fault.column} ${fault.message}`}>
          <p>{fault.message}</p>
          <button type="button" className="link-button" onClick={() => goToRecord({ id: fault.recordId })}>
            {describeRecord(project, fault.recordId)}, {describeLocation(fault)}
          </button>
        </li>
      ))}
    </ul>
  );
}

function describeLocation({ field, locale, block, line, column }: PlayDiagnostic): string {
  if (field === 'output') return fieldLabels[field];
  const place = `${fieldLabels[field]}${locale === null ? '' : ` (${locale})`}`;
  return t('play.lineOf', { place: field === 'script' ? place : t('play.scriptOf', { place, script: block + 1 }), line, column });
}
