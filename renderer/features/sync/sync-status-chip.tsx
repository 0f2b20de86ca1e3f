/** The sync status of the open project. Toggles the sync pane. Renders nothing if the project is not synced. */
import { useStore } from 'zustand';
import type { SyncStatus } from '../../../shared/contracts/sync.ts';
import { useAction } from '../../commands/use-action.ts';
import { t } from '../../messages/translate.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { useSyncStatus } from '../../state/sync-store.ts';
import { Button } from '../../ui/button.tsx';
import { WithTooltip } from '../../ui/tooltip.tsx';
import { useSyncStatusDisplay } from './sync-status-label.tsx';

export function SyncStatusChip() {
  const hash = useStore(openProjectStore, (state) => state.hash);
  const status = useSyncStatus(hash);
  return status && <Chip status={status} />;
}

function Chip({ status }: { status: SyncStatus }) {
  const { label, shortLabel, icon: Icon, tone } = useSyncStatusDisplay(status);
  const { run, shortcut } = useAction('toggleSync');
  return (
    <WithTooltip text={t(status.message)} keys={shortcut}>
      <Button variant="quiet" className={`sync-chip ${tone}`} onPress={run}>
        <Icon size={16} aria-hidden />
        {shortLabel === label ? (
          <span>{label}</span>
        ) : (
          <>
            <span className="status-short">{shortLabel}</span>
            <span className="status-long">{label}</span>
          </>
        )}
      </Button>
    </WithTooltip>
  );
}
