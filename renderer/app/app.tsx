/** The whole window: the project list or the open project, with dialogs, toasts and progress above them. */
import { Suspense, useDeferredValue, useEffect } from 'react';
import { I18nProvider } from 'react-aria-components';
import { useStore } from 'zustand';
import { useShortcuts } from '../commands/use-shortcuts.ts';
import { WindowDropZone } from '../features/projects/window-drop-zone.tsx';
import { languageStore } from '../messages/translate.ts';
import { runWhenIdle } from '../platform/idle.ts';
import { lazyComponent, preloadCode } from '../platform/lazy-code.ts';
import { openProjectStore } from '../state/open-project.ts';
import { projectListStore } from '../state/project-list-store.ts';
import { Dialogs } from '../ui/dialog.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { ProjectsScreen } from './projects/projects-screen.tsx';
import { BusyBar } from './workspace/busy-bar.tsx';
import { ProjectLoadingScreen } from './workspace/project-loading-screen.tsx';

/** The workspace is most of the program's code. The project list does not need it, so it is loaded once the list has been rendered. */
const Workspace = lazyComponent(async () => {
  const [workspace] = await Promise.all([import('./workspace/workspace.tsx'), preloadCode('workspace')]);
  return workspace.Workspace;
});

export function App() {
  useShortcuts();
  const isListRead = useStore(projectListStore, ({ list, problem }) => list !== null || problem !== null);
  useEffect(() => (isListRead ? runWhenIdle(() => void Workspace.load()) : undefined), [isListRead]);
  const locale = useStore(languageStore, ({ translator }) => translator.locale);
  return (
    // Without it React Aria's own texts would be in the language of the system.
    <I18nProvider locale={locale}>
      <BusyBar />
      <ActiveScreen />
      <WindowDropZone />
      <Dialogs />
      <Toasts />
    </I18nProvider>
  );
}

function ActiveScreen() {
  const hash = useStore(openProjectStore, ({ hash }) => hash);
  const isRead = useStore(openProjectStore, ({ project }) => project.size > 0);
  // A large project is rendered in interruptible slices at first.
  const isThere = useDeferredValue(isRead);
  if (hash === null) return <ProjectsScreen />;
  if (!isThere || !isRead) return <ProjectLoadingScreen />;
  return (
    <Suspense fallback={<ProjectLoadingScreen />}>
      <Workspace key={hash} />
    </Suspense>
  );
}
