/** The combined status of all synced projects, above the project list. Renders nothing if no project is synced. */

import { openDialog } from '../../commands/feature.ts';
import { t } from '../../messages/translate.ts';
import { useSyncState } from '../../state/sync-store.ts';
import { Button } from '../../ui/button.tsx';
import { useNow } from '../../ui/use-now.ts';
import { toOverallStatusDisplay } from './sync-status-label.tsx';
import './sync.css';

export function SyncOverviewChip() {
  const list = useSyncState((state) => state.list);
  const display = toOverallStatusDisplay(list, useNow(5000));
  if (!display) return null;
  const { label, icon: Icon, tone } = display;
  return (
    <Button
      variant="quiet"
      className={`sync-chip ${tone}`}
      onPress={() => openDialog('syncOverview')}
      aria-label={`${t('sync.overview')}: ${label}`}
    >
      <Icon size={16} aria-hidden />
      <span>{label}</span>
    </Button>
  );
}
