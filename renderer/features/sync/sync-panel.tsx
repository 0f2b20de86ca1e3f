/** The mirror of the open project: how it is, what one can tell it, what was sent and received, and what there is to be told. */
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useStore } from 'zustand';
import type { SyncStatus } from '../../../shared/contracts/sync.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { useSyncState, useSyncStatus } from '../../state/sync-store.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { useRelativeTime } from '../../ui/relative-time.ts';
import '../../ui/tabs.css';
import { syncMessages } from '../../messages/en/sync.ts';
import { RemoteKeyButton } from './remote-key-button.tsx';
import { SyncActivityList } from './sync-activity-list.tsx';
import { SyncControls } from './sync-controls.tsx';
import { showStopSync } from './sync-dialogs.ts';
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
      <header className="pane-head mirror-head">
        <h2 className="pane-title">{syncMessages.title}</h2>
        <SyncStatusLabel status={status} />
        <span className="mirror-space" />
        <SyncControls hash={status.hash} />
        <MenuButton
          label={syncMessages.more(syncMessages.title)}
          entries={[{ id: 'stop', label: syncMessages.stop, isDanger: true, run: () => void showStopSync(status.hash) }]}
        />
      </header>
      <SyncStatusDetails status={status} />
      <Tabs className="mirror-tabs">
        <TabList className="tab-list" aria-label={syncMessages.title}>
          <Tab className="tab" id="activity">
            {syncMessages.activity.title}
          </Tab>
          <Tab className="tab" id="reports">
            {status.reports === 0 ? syncMessages.reportList.title : syncMessages.reports(status.reports)}
          </Tab>
        </TabList>
        <TabPanel className="mirror-tab" id="activity">
          <SyncActivityList hash={status.hash} />
        </TabPanel>
        <TabPanel className="mirror-tab" id="reports">
          <SyncReportList hash={status.hash} />
        </TabPanel>
      </Tabs>
    </>
  );
}

/** The sentence, which also says what waits; how long that will take, where it is known; and when both sides were last equal. */
export function SyncStatusDetails({ status }: { status: SyncStatus }) {
  const when = useRelativeTime(status.inStepAt);
  const waits = waitingLabel(status);
  const remote = useSyncState(({ remotes }) => remotes.find(({ name }) => name === status.remote));
  return (
    <div className="mirror-lines">
      <p>{status.sentence}</p>
      {waits && <p>{waits}</p>}
      {remote && <RemoteKeyButton remote={remote} />}
      <p className="mirror-facts">
        {syncMessages.onRemote(status.remote)} · {when === null ? syncMessages.neverInStep : syncMessages.lastInStep(when)}
      </p>
    </div>
  );
}
