/** How often each element was entered; the counts can be changed by hand. */

import type { PlayState } from '../../../shared/play/play.ts';
import { NumberField } from '../../editors/fields/number-field.tsx';
import { t } from '../../messages/translate.ts';
import { goToRecord } from '../../navigation/go-to-record.ts';
import { recordName } from '../../records/names/record-names.ts';
import { setVisitCount } from './play-session.ts';

const maxListed = 100;

export function VisitsTable({ state }: { state: PlayState }) {
  const visits = [...state.memory.visits].filter(([id, count]) => count > 0 && state.project.find('element', id)).reverse();
  if (visits.length === 0) return <p className="play-hint">{t('play.noVisits')}</p>;
  return (
    <>
      <ul className="play-values">
        {visits.slice(0, maxListed).map(([id, count]) => {
          const name = recordName(state.project, id) || t('common.untitled');
          return (
            <li key={id}>
              <button type="button" className="link-button play-value-name" onClick={() => goToRecord({ id })}>
                {name}
              </button>
              <NumberField
                label={t('play.visitsOf', { name })}
                value={count}
                min={0}
                max={1_000_000}
                save={(number) => setVisitCount(id, number ?? 0)}
              />
            </li>
          );
        })}
      </ul>
      {visits.length > maxListed && <p className="play-hint">{t('common.andMore', { count: visits.length - maxListed })}</p>}
    </>
  );
}
