/** What went wrong in a script, with where it stands and the way there. */
import type { PlayFault } from '../../shared/play/ways.ts';
import { openProject } from '../state/open-project.ts';
import { whoIs } from '../state/who-is.ts';
import { goToRecord } from '../targets/go-to-record.ts';
import { playWords } from '../words/en/play.ts';

const places = { content: 'content', label: 'label', script: 'condition', output: 'connection' } as const;

export function PlayFaults({ faults }: { faults: readonly PlayFault[] }) {
  if (faults.length === 0) return null;
  const { project } = openProject.getState();
  return (
    <ul className="play-faults" aria-label={playWords.faultsInScripts}>
      {faults.map((fault) => (
        <li key={`${fault.id} ${fault.field} ${fault.block} ${fault.line} ${fault.column} ${fault.message}`}>
          <p>{fault.message}</p>
          <button type="button" className="link-button" onClick={() => goToRecord(fault)}>
            {whoIs(project, fault.id)}, {placeOf(fault)}
          </button>
        </li>
      ))}
    </ul>
  );
}

function placeOf({ field, locale, block, line, column }: PlayFault): string {
  if (field === 'output') return places[field];
  const place = `${places[field]}${locale === null ? '' : ` (${locale})`}`;
  return playWords.lineOf(field === 'script' ? place : playWords.scriptOf(place, block + 1), line, column);
}
