/** Script errors, each with its location and a link to its record. */

import { languageName } from '../../../shared/messages/message.ts';
import type { PlayDiagnostic } from '../../../shared/play/story-paths.ts';
import { t } from '../../messages/translate.ts';
import { goToRecord } from '../../navigation/go-to-record.ts';
import { describeRecord } from '../../records/names/describe-record.ts';
import { openProjectStore } from '../../state/open-project.ts';

export function PlayErrors({ errors }: { errors: readonly PlayDiagnostic[] }) {
  if (errors.length === 0) return null;
  const { project } = openProjectStore.getState();
  return (
    <ul className="play-faults" aria-label={t('play.scriptFaults')}>
      {errors.map((error) => (
        <li key={`${error.recordId} ${error.field} ${error.block} ${error.line} ${error.column} ${error.message.key}`}>
          <p>{t(error.message)}</p>
          <button type="button" className="link-button" onClick={() => goToRecord({ id: error.recordId })}>
            {describeRecord(project, error.recordId)}, {describeLocation(error)}
          </button>
        </li>
      ))}
    </ul>
  );
}

function describeLocation({ field, locale, block, line, column }: PlayDiagnostic): string {
  if (field === 'output') return t('play.fields.output');
  const label = t(`play.fields.${field}`);
  const location = locale === null ? label : t('common.inLanguage', { field: label, language: languageName(locale) });
  return t('play.lineOf', {
    place: field === 'script' ? location : t('play.scriptOf', { place: location, script: block + 1 }),
    line,
    column,
  });
}
