/** The whole window: the list of projects or the open project; above both dialogs, toasts and progress. */
import { lazy, Suspense, useDeferredValue, useEffect } from 'react';
import { useStore } from 'zustand';
import { useShortcuts } from '../commands/use-shortcuts.ts';
import { WindowDropZone } from '../features/projects/window-drop-zone.tsx';
import { openProjectStore } from '../state/open-project.ts';
import { Dialogs } from '../ui/dialog.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { ProjectsScreen } from './projects/projects-screen.tsx';
import { BusyBar } from './workspace/busy-bar.tsx';
import { preloadPanes } from './workspace/pane-content.tsx';
import { ProjectLoadingScreen } from './workspace/project-loading-screen.tsx';

/** The workspace is most of the program and not needed for the list of projects: it is loaded right after the list is drawn. */
const loadWorkspace = async () => {
  const workspace = await import('./workspace/workspace.tsx');
  await preloadPanes();
  return workspace;
};
const Workspace = lazy(async () => ({ default: (await loadWorkspace()).Workspace }));

export function App() {
  useShortcuts();
  useEffect(() => {
    const idle = requestIdleCallback(() => void loadWorkspace());
    return () => cancelIdleCallback(idle);
  }, []);
  return (
    <>
      <BusyBar />
      <ActiveScreen />
      <WindowDropZone />
      <Dialogs />
      <Toasts />
    </>
  );
}

function ActiveScreen() {
  const hash = useStore(openProjectStore, ({ hash }) => hash);
  const isRead = useStore(openProjectStore, ({ project }) => project.size > 0);
  // A large project is drawn in slices at first.
  const isThere = useDeferredValue(isRead);
  if (hash === null) return <ProjectsScreen />;
  if (!isThere || !isRead) return <ProjectLoadingScreen />;
  return (
    <Suspense fallback={<ProjectLoadingScreen />}>
      <Workspace key={hash} />
    </Suspense>
  );
}
