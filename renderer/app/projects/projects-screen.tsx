/** The first screen: the project list, the most recently changed project first, and the ways to create or import one. */

import { Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { ActionButton, ToolbarButtons } from '../../commands/action-button.tsx';
import { OnboardingSteps } from '../../features/first-start/onboarding-steps.tsx';
import { showNewProjectDialog } from '../../features/projects/new-project-dialog.tsx';
import { ProjectList } from '../../features/projects/project-list.tsx';
import { TemplateList } from '../../features/projects/template-list.tsx';
import { RemoteNotices } from '../../features/sync/remote-notices.tsx';
import { RemoteProjectsButton } from '../../features/sync/remote-projects-button.tsx';
import { syncMenuEntries } from '../../features/sync/sync-menu-entries.ts';
import { t } from '../../messages/translate.ts';
import { lazyComponent } from '../../platform/lazy-code.ts';
import { useEditingPreferences } from '../../state/editing-preferences.ts';
import { useEngineSentence } from '../../state/exporters-store.ts';
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
      <main className="projects-sheet">
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

const steps = (targetHint: string) =>
  [
    { title: t('projects.start.title'), description: t('projects.start.hint') },
    { title: t('projects.start.writeTitle'), description: t('projects.start.writeHint') },
    {
      title: t('projects.start.targetTitle'),
      description: targetHint,
    },
  ] as const;

/** Shown instead of the project list while there are no projects: onboarding, templates and import. */
function FirstSteps() {
  const isNew = useEditingPreferences(({ onboarding }) => onboarding === 'new');
  return (
    <>
      {isNew ? <OnboardingSteps /> : <Steps />}
      <TemplateSection />
    </>
  );
}

function Steps() {
  const targetHint = useEngineSentence((engines) => t('projects.start.targetHint', { engines }));
  return (
    <ol className="onboarding-steps">
      {steps(targetHint).map(({ title, description }, at) => (
        <li key={title}>
          <span className="step-number" aria-hidden>
            {at + 1}
          </span>
          <h2>{title}</h2>
          <p>{description}</p>
        </li>
      ))}
    </ol>
  );
}

/** The templates, from which a project is created with one click. */
function TemplateSection() {
  return (
    <section className="template-section" aria-labelledby="template-section">
      <h2 id="template-section">{t('projects.templates')}</h2>
      <TemplateList value={null} onAction={showNewProjectDialog} />
    </section>
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
