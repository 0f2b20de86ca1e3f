/** The mirror of the open project: how it is, what one can tell it, what was sent and received, and what there is to be told. */
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useStore } from 'zustand';
import type { MirrorStatus } from '../../shared/mirror.ts';
import { useAgo } from '../state/ago.ts';
import { useMirror, useMirrors } from '../state/mirrors.ts';
import { openProject } from '../state/open-project.ts';
import { MenuButton } from '../ui/menu.tsx';
import '../ui/tabs.css';
import { mirrorWords } from '../words/en/mirror.ts';
import { ActivityList } from './activity-list.tsx';
import { KeyButton } from './key-button.tsx';
import { MirrorTools } from './mirror-tools.tsx';
import { ReportList } from './report-list.tsx';
import { showStopMirror } from './show-mirror.ts';
import { StatusMark } from './status-mark.tsx';
import { sayWaiting } from './status-words.ts';
import './mirror.css';

export function MirrorPanel() {
  const hash = useStore(openProject, (state) => state.hash);
  const status = useMirror(hash);
  if (!status) return null;
  return (
    <>
      <header className="pane-head mirror-head">
        <h2 className="pane-title">{mirrorWords.title}</h2>
        <StatusMark status={status} />
        <span className="mirror-space" />
        <MirrorTools hash={status.hash} />
        <MenuButton
          label={mirrorWords.more(mirrorWords.title)}
          entries={[{ id: 'stop', label: mirrorWords.stop, isDanger: true, run: () => void showStopMirror(status.hash) }]}
        />
      </header>
      <StatusLines status={status} />
      <Tabs className="mirror-tabs">
        <TabList className="tab-list" aria-label={mirrorWords.title}>
          <Tab className="tab" id="activity">
            {mirrorWords.activity.title}
          </Tab>
          <Tab className="tab" id="reports">
            {status.reports === 0 ? mirrorWords.reportList.title : mirrorWords.reports(status.reports)}
          </Tab>
        </TabList>
        <TabPanel className="mirror-tab" id="activity">
          <ActivityList hash={status.hash} />
        </TabPanel>
        <TabPanel className="mirror-tab" id="reports">
          <ReportList hash={status.hash} />
        </TabPanel>
      </Tabs>
    </>
  );
}

/** The sentence, which also says what waits; how long that will take, where it is known; and when both sides were last equal. */
export function StatusLines({ status }: { status: MirrorStatus }) {
  const when = useAgo(status.inStepAt);
  const waits = sayWaiting(status);
  const remote = useMirrors(({ remotes }) => remotes.find(({ name }) => name === status.remote));
  return (
    <div className="mirror-lines">
      <p>{status.sentence}</p>
      {waits && <p>{waits}</p>}
      {remote && <KeyButton remote={remote} />}
      <p className="mirror-facts">
        {mirrorWords.onRemote(status.remote)} · {when === null ? mirrorWords.neverInStep : mirrorWords.lastInStep(when)}
      </p>
    </div>
  );
}
