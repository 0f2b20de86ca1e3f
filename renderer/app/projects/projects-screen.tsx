/** The first screen: the project list, the most recently changed project first, and the ways to create or import one. */

import { Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { ActionButton, ToolbarButtons } from '../../commands/action-button.tsx';
import { ProjectList } from '../../features/projects/project-list.tsx';
import { syncMenuEntries } from '../../features/sync/project-sync-status.tsx';
import { RemoteNotices } from '../../features/sync/remote-notices.tsx';
import { RemoteProjectsButton } from '../../features/sync/remote-projects-button.tsx';
import { SyncOverviewChip } from '../../features/sync/sync-overview-chip.tsx';
import { t } from '../../messages/translate.ts';
import { lazyComponent } from '../../platform/lazy-code.ts';
import { loadProjects, projectListStore } from '../../state/project-list-store.ts';
import { loadAllTargets } from '../../state/targets-store.ts';
import { Button } from '../../ui/button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { ProblemMessage } from '../../ui/problem-message.tsx';
import { ColorSchemeMenu } from '../workspace/color-scheme-menu.tsx';
import { FirstSteps } from './first-steps.tsx';
import { ProjectStatus } from './project-status.tsx';
import { TemplateSection } from './template-section.tsx';
import '../../features/projects/projects.css';

const RecoveryPanel = lazyComponent(async () => (await import('../../features/recovery/recovery-panel.tsx')).RecoveryPanel);

export function ProjectsScreen() {
  const { list, problem } = useStore(projectListStore);
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
        <SyncOverviewChip />
        <ToolbarButtons menu="window" />
        <ColorSchemeMenu />
      </header>
      <main className="projects-sheet">
        <div className="projects-head">
          <h1>{t('projects.title')}</h1>
          <RemoteProjectsButton />
          <ActionButton name="importProject" />
          <ActionButton name="newProject" variant="primary" />
        </div>
        <RemoteNotices />
        {problem && (
          <>
            <div className="projects-problem">
              <ProblemMessage problem={problem} />
              <Button onPress={() => void loadProjects()}>{t('projects.tryAgain')}</Button>
            </div>
            <Suspense>
              <RecoveryPanel problem={problem} />
            </Suspense>
          </>
        )}
        {list?.length === 0 && <FirstSteps />}
        {list && list.length > 0 && (
          <>
            <ProjectList list={list} Status={ProjectStatus} statusEntries={syncMenuEntries} />
            <p className="projects-hint">{t('projects.dropHint')}</p>
            <TemplateSection />
          </>
        )}
      </main>
    </div>
  );
}
