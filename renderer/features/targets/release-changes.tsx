/** What games lose that were saved with a release: “What would this break?” */

import type { ReleaseComparison, Target } from '../../../shared/contracts/targets.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { LoadedContent } from '../../ui/loaded-content.tsx';
import './targets.css';

/** Compares the release with the story, again when the window is reconnected. */
export function ReleaseChanges({ target: { id }, release }: { readonly target: Pick<Target, 'id'>; readonly release: string }) {
  const loaded = useLoaded(() => invoke('target.releaseChanges', { id, release }), [id, release]);
  return (
    <LoadedContent loaded={loaded} label={t('targets.compare.progress')}>
      {(comparison) => <Losses comparison={comparison} release={release} />}
    </LoadedContent>
  );
}

function Losses({ comparison, release }: { readonly comparison: ReleaseComparison; readonly release: string }) {
  const { losses, lossTotal, reason } = comparison;
  if (reason) return <p className="story-changes-note">{t(reason)}</p>;
  if (lossTotal === 0) return <p className="story-changes-note">{t('targets.savedGames.none', { release })}</p>;
  return (
    <div>
      <p className="story-changes-note">{t('targets.savedGames.title', { release })}</p>
      <ul className="story-changes" aria-label={t('targets.savedGames.title', { release })}>
        {losses.map((loss) => (
          <li key={`${loss.kind}/${loss.id}`} className="story-change removed">
            {t(loss.message)}
          </li>
        ))}
        {lossTotal > losses.length && <li>{t('targets.storyChanges.more', { count: lossTotal - losses.length })}</li>}
      </ul>
    </div>
  );
}
