/** How often each element was entered; the counts can be changed by hand. */
import type { PlayState } from '../../shared/play/play.ts';
import { NumberField } from '../fields/number-field.tsx';
import { nameOf } from '../state/use-words.ts';
import { goToRecord } from '../targets/go-to-record.ts';
import { playWords } from '../words/en/play.ts';
import { setVisits } from './playing.ts';

const MOST = 100;

export function VisitsTable({ state }: { state: PlayState }) {
  const visits = [...state.memory.visits].filter(([id, count]) => count > 0 && state.project.find('element', id)).reverse();
  if (visits.length === 0) return <p className="play-hint">{playWords.noElementCountsAs}</p>;
  return (
    <>
      <ul className="play-values">
        {visits.slice(0, MOST).map(([id, count]) => {
          const name = nameOf(state.project, id) || playWords.untitled;
          return (
            <li key={id}>
              <button type="button" className="link-button play-value-name" onClick={() => goToRecord({ id })}>
                {name}
              </button>
              <NumberField
                label={playWords.visitsOf(name)}
                value={count}
                min={0}
                max={1_000_000}
                save={(number) => setVisits(id, number ?? 0)}
              />
            </li>
          );
        })}
      </ul>
      {visits.length > MOST && <p className="play-hint">{playWords.andMore(visits.length - MOST)}</p>}
    </>
  );
}
