/** The sync panel of the open project: status, controls, activity, reports and held changes. */

import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useStore } from 'zustand';
import type { SyncStatus } from '../../../shared/contracts/sync.ts';
import { openDialog } from '../../commands/feature.ts';
import { t } from '../../messages/translate.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { useSyncState, useSyncStatus } from '../../state/sync-store.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { useRelativeTime } from '../../ui/relative-time.ts';
import '../../ui/tabs.css';
import { HeldChangeList } from './held-change-list.tsx';
import { RemoteKeyButton } from './remote-key-button.tsx';
import { SyncActivityList } from './sync-activity-list.tsx';
import { SyncControls } from './sync-controls.tsx';
import { SyncReportList } from './sync-report-list.tsx';
import { waitingLabel } from './sync-status-display.ts';
import { SyncStatusLabel } from './sync-status-label.tsx';
import './sync.css';

export function SyncPanel() {
  const hash = useStore(openProjectStore, (state) => state.hash);
  const status = useSyncStatus(hash);
  if (!status) return null;
  return (
    <>
      <header className="pane-head sync-head">
        <h2 className="pane-title">{t('sync.title')}</h2>
        <SyncStatusLabel status={status} />
        <span className="sync-space" />
        <SyncControls hash={status.hash} />
        <MenuButton
          label={t('sync.more', { name: t('sync.title') })}
          entries={[{ id: 'stop', label: t('sync.stop'), isDanger: true, run: () => openDialog('stopSync', status.hash) }]}
        />
      </header>
      <SyncStatusDetails status={status} />
      <Tabs className="sync-tabs">
        <TabList className="tab-list" aria-label={t('sync.title')}>
          <Tab className="tab" id="activity">
            {t('sync.activityList.title')}
          </Tab>
          <Tab className="tab" id="reports">
            {status.reports === 0 ? t('sync.reportList.title') : t('sync.reportCount', { count: status.reports })}
          </Tab>
          <Tab className="tab" id="held">
            {status.held === 0 ? t('sync.heldList.title') : t('sync.heldCount', { count: status.held })}
          </Tab>
        </TabList>
        <TabPanel className="sync-tab" id="activity">
          <SyncActivityList hash={status.hash} />
        </TabPanel>
        <TabPanel className="sync-tab" id="reports">
          <SyncReportList hash={status.hash} />
        </TabPanel>
        <TabPanel className="sync-tab" id="held">
          <HeldChangeList hash={status.hash} />
        </TabPanel>
      </Tabs>
    </>
  );
}

/** The status message with the number of pending changes, the remaining time if it is known, and the time of the last sync. */
export function SyncStatusDetails({ status }: { status: SyncStatus }) {
  const when = useRelativeTime(status.lastSyncedAt);
  const remaining = waitingLabel(status);
  const remote = useSyncState(({ remotes }) => remotes.find(({ name }) => name === status.remote));
  return (
    <div className="sync-lines">
      <p>{t(status.message)}</p>
      {remaining && <p>{remaining}</p>}
      {remote && <RemoteKeyButton remote={remote} />}
      <p className="sync-facts">
        {t('sync.onRemote', { remote: status.remote })} · {when === null ? t('sync.neverSynced') : t('sync.lastSynced', { when })}
      </p>
    </div>
  );
}
