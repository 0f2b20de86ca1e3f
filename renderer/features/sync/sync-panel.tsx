/** The sync panel of the open project: status, controls, activity, reports and held changes. */

import { CircleHelp, CirclePause, CirclePlay, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Menu, MenuItem, MenuTrigger, Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useStore } from 'zustand';
import type { SyncStatus } from '../../../shared/contracts/sync.ts';
import { openDialog } from '../../commands/feature.ts';
import { t } from '../../messages/translate.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { useSyncState, useSyncStatus } from '../../state/sync-store.ts';
import { Button } from '../../ui/button.tsx';
import { MenuButton, MenuPopover } from '../../ui/menu.tsx';
import { useRelativeTime } from '../../ui/relative-time.ts';
import { RemoteKeyButton } from './remote-notices.tsx';
import { SyncActivityList } from './sync-activity-list.tsx';
import { pauseSync, resumeSync, type SyncScope, syncNow } from './sync-commands.ts';
import { HeldChangeList, SyncReportList } from './sync-report-list.tsx';
import { SyncStatusLabel, waitingLabel } from './sync-status-label.tsx';
import '../../ui/tabs.css';
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
          entries={[{ id: 'stop', label: t('sync.actions.stop'), isDanger: true, run: () => openDialog('stopSync', status.hash) }]}
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
        {status.remote} · {when === null ? t('sync.neverSynced') : t('sync.lastSynced', { when })}
      </p>
    </div>
  );
}

/**
 * The sync buttons: resolve conflicts, sync now, pause, resume. Used by the sync panel of a project and by the overview. `hash` is null
 * for all synced projects together.
 */
export function SyncControls({ hash }: { hash: SyncScope }) {
  const { conflicts, isPaused } = useSyncSummary(hash);
  const [isSyncing, setSyncing] = useState(false);
  const syncNowLabel = hash === null ? t('sync.syncAllNow') : t('sync.syncNow');
  const startSync = () => {
    setSyncing(true);
    void syncNow(hash)
      .catch(() => undefined)
      .finally(() => setSyncing(false));
  };
  return (
    <>
      {hash !== null && conflicts > 0 && (
        <Button icon={CircleHelp} variant="primary" onPress={() => openDialog('conflicts', hash)}>
          {t('sync.resolveCount', { count: conflicts })}
        </Button>
      )}
      <Button icon={RefreshCw} variant="quiet" isPending={isSyncing} onPress={startSync}>
        {isSyncing ? t('sync.syncing') : syncNowLabel}
      </Button>
      {isPaused ? (
        <Button icon={CirclePlay} variant="quiet" onPress={() => void resumeSync(hash)}>
          {hash === null ? t('sync.resumeAll') : t('sync.resume')}
        </Button>
      ) : (
        <PauseMenu hash={hash} />
      )}
    </>
  );
}

/** Uses one selector per value, so that the buttons only re-render when one of the values changes. */
function useSyncSummary(hash: SyncScope): { conflicts: number; isPaused: boolean } {
  const conflicts = useSyncState(({ list }) =>
    sumOf(list.filter((each) => hash === null || each.hash === hash).map((each) => each.conflicts)),
  );
  const isPaused = useSyncState(({ list }) => list.every((each) => (hash !== null && each.hash !== hash) || each.state === 'paused'));
  return { conflicts, isPaused };
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

function PauseMenu({ hash }: { hash: SyncScope }) {
  return (
    <MenuTrigger>
      <Button icon={CirclePause} variant="quiet">
        {hash === null ? t('sync.pauseAll') : t('sync.pause')}
      </Button>
      <MenuPopover placement="bottom end">
        <Menu className="menu" aria-label={t('sync.pause')}>
          <MenuItem className="menu-item" onAction={() => void pauseSync(hash, 30)}>
            {t('sync.pauseHalfHour')}
          </MenuItem>
          <MenuItem className="menu-item" onAction={() => void pauseSync(hash, 'open')}>
            {t('sync.pauseIndefinitely')}
          </MenuItem>
        </Menu>
      </MenuPopover>
    </MenuTrigger>
  );
}
