/** How all mirrored projects together are, above the list of projects. Nothing where none is mirrored. */

import { t } from '../../messages/translate.ts';
import { useSyncState } from '../../state/sync-store.ts';
import { Button } from '../../ui/button.tsx';
import { useNow } from '../../ui/use-now.ts';
import { showSyncOverview } from './sync-dialogs.ts';
import { toOverallStatusDisplay } from './sync-status-display.ts';
import './sync.css';

export function SyncOverviewChip() {
  const list = useSyncState((state) => state.list);
  const said = toOverallStatusDisplay(list, useNow(5000));
  if (!said) return null;
  const { words, icon: Icon, tone } = said;
  return (
    <Button
      look="quiet"
      className={`mirror-chip ${tone}`}
      onPress={() => void showSyncOverview()}
      aria-label={`${t('sync.overview')}: ${words}`}
    >
      <Icon size={16} aria-hidden />
      <span>{words}</span>
    </Button>
  );
}
