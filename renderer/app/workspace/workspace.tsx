/** The open project: the open boards and views, with the sidebar on its left and panes to its right and below it. */

import { useEffect } from 'react';
import { listenToClipboard } from '../../features/board/actions/clipboard.ts';
import { useSpellingLanguages } from '../../features/spelling/use-spelling-languages.ts';
import { t } from '../../messages/translate.ts';
import { runWhenIdle } from '../../platform/idle.ts';
import { preloadCode } from '../../platform/lazy-code.ts';
import { watchProblems } from '../../records/problems/problems-store.ts';
import { settleOpening } from '../../state/last-project.ts';
import { useProject } from '../../state/open-project.ts';
import { watchWindowWidth } from '../../state/pane-layout.ts';
import { Dock } from './dock.tsx';
import { followTabs, keepEditedTabs } from './follow-tabs.ts';
import { reportUnsavedDrafts } from './report-unsaved-drafts.ts';
import { Sidebar } from './sidebar.tsx';
import { TabSides } from './tab-sides.tsx';
import { WorkspaceHeader } from './workspace-header.tsx';
import { WorkspacePanes } from './workspace-panes.tsx';
import './workspace.css';

export function Workspace() {
  const name = useProject((project) => project.projectRecord.name);
  useEffect(() => {
    document.title = t('workspace.windowTitle', { name });
  }, [name]);
  useEffect(followTabs, []);
  useEffect(keepEditedTabs, []);
  useEffect(listenToClipboard, []);
  useEffect(reportUnsavedDrafts, []);
  useEffect(watchProblems, []);
  useEffect(watchWindowWidth, []);
  useEffect(settleOpening, []);
  useSpellingLanguages();
  useEffect(() => runWhenIdle(() => void preloadCode('idle')), []);
  return (
    <div className="workspace">
      <WorkspaceHeader />
      <div className="workspace-body">
        <Sidebar />
        <div className="workspace-middle">
          <TabSides />
          <Dock />
        </div>
        <div className="workspace-right">
          <WorkspacePanes />
        </div>
      </div>
    </div>
  );
}
