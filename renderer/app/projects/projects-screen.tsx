/** The first screen: the project list, the most recently changed project first, and the ways to create or import one. */

import { Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { ActionButton, ToolbarButtons } from '../../commands/action-button.tsx';
import { ProjectList } from '../../features/projects/project-list.tsx';
import { RemoteNotices } from '../../features/sync/remote-notices.tsx';
import { RemoteProjectsButton } from '../../features/sync/remote-projects-button.tsx';
import { syncMenuEntries } from '../../features/sync/sync-menu-entries.ts';
import { t } from '../../messages/translate.ts';
import { lazyComponent } from '../../platform/lazy-code.ts';
import { loadProjects, projectListStore } from '../../state/project-list-store.ts';
import { useSyncState } from '../../state/sync-store.ts';
import { loadAllTargets } from '../../state/targets-store.ts';
import { Button } from '../../ui/button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { ProblemMessage } from '../../ui/problem-message.tsx';
import { ColorSchemeMenu } from '../workspace/color-scheme-menu.tsx';
import '../../features/projects/projects.css';

const SyncOverviewChip = lazyComponent(async () => (await import('../../features/sync/sync-overview-chip.tsx')).SyncOverviewChip);
const ProjectStatuses = lazyComponent(async () => (await import('./project-statuses.tsx')).ProjectStatuses);
const FirstSteps = lazyComponent(async () => (await import('./first-steps.tsx')).FirstSteps);
const TemplateSection = lazyComponent(async () => (await import('./first-steps.tsx')).TemplateSection);
const RecoveryPanel = lazyComponent(async () => (await import('../../features/recovery/recovery-panel.tsx')).RecoveryPanel);

export function ProjectsScreen() {
  const { list, problem } = useStore(projectListStore);
  const isSynced = useSyncState((state) => state.list.length > 0);
  useEffect(() => {
    document.title = 'Taleport';
    void loadProjects();
    void loadAllTargets();
  }, []);
  return (
    <div className="projects-screen">
      <header className="projects-bar">
        <Logo />
        <span className="projects-app">{'Taleport'}</span>
        <span className="projects-space" />
        {isSynced && (
          <Suspense>
            <SyncOverviewChip />
          </Suspense>
        )}
        <ToolbarButtons menu="window" />
        <ColorSchemeMenu />
      </header>
      <main className="projects-sheet" data-pane="projects">
        <div className="projects-head">
          <h1>{t('projects.title')}</h1>
          <RemoteProjectsButton />
          <ActionButton name="openStoryFolder" />
          <ActionButton name="importProject" />
          <ActionButton name="newProject" variant="primary" />
        </div>
        <RemoteNotices />
        {problem && (
          <>
            <div className="projects-problem">
              <ProblemMessage problem={problem} />
              <Button onPress={() => void loadProjects()}>{t('common.tryAgain')}</Button>
            </div>
            <Suspense>
              <RecoveryPanel problem={problem} />
            </Suspense>
          </>
        )}
        {list?.length === 0 && (
          <Suspense>
            <FirstSteps />
          </Suspense>
        )}
        {list && list.length > 0 && (
          <>
            <ProjectList list={list} Status={ProjectStatus} statusEntries={syncMenuEntries} />
            <p className="projects-hint">{t('projects.dropHint')}</p>
            <Suspense>
              <TemplateSection />
            </Suspense>
          </>
        )}
      </main>
    </div>
  );
}

/** The state of the workspace and of the game folders on the card of a project. */
function ProjectStatus({ hash }: { hash: string }) {
  return (
    <Suspense>
      <ProjectStatuses hash={hash} />
    </Suspense>
  );
}
