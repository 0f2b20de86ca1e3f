/** All synced projects with their status, and the controls for all of them. Opened by the chip above the project list. */

import type { SyncStatus } from '../../../shared/contracts/sync.ts';
import { t } from '../../messages/translate.ts';
import { goToProject } from '../../navigation/router.ts';
import { useSyncState } from '../../state/sync-store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { SyncControls, SyncStatusDetails } from './sync-panel.tsx';
import { SyncStatusLabel } from './sync-status-label.tsx';
import './sync.css';

export const showSyncOverviewDialog = (): void => showDialog((close) => <SyncOverviewDialog close={close} />);

function SyncOverviewDialog({ close }: { close: () => void }) {
  const list = useSyncState((state) => state.list);
  return (
    <Dialog title={t('sync.overview')} onClose={close} width={760}>
      {list.length === 0 && <p>{t('sync.none')}</p>}
      {list.length > 1 && (
        <div className="browse-foot">
          <SyncControls hash={null} />
        </div>
      )}
      <ul className="overview-list">
        {list.map((status) => (
          <SyncOverviewRow key={status.hash} status={status} close={close} />
        ))}
      </ul>
    </Dialog>
  );
}

function SyncOverviewRow({ status, close }: { status: SyncStatus; close: () => void }) {
  const open = () => {
    close();
    goToProject(status.hash);
  };
  return (
    <li className="overview-row">
      <Button variant="quiet" className="overview-name" isDisabled={!status.isDownloaded} onPress={open}>
        {status.name}
      </Button>
      <SyncStatusLabel status={status} />
      <span className="sync-space" />
      <SyncControls hash={status.hash} />
      <SyncStatusDetails status={status} />
    </li>
  );
}
