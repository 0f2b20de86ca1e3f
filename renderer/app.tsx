/** The whole screen: the list of projects or the open one; above both what is said, asked and under way. */
import { lazy, Suspense, useDeferredValue, useEffect } from 'react';
import { useStore } from 'zustand';
import { useShortcuts } from './actions/use-shortcuts.ts';
import { DropAnywhere } from './projects/drop-anywhere.tsx';
import { ProjectsScreen } from './projects/projects-screen.tsx';
import { openProject } from './state/open-project.ts';
import { BusyBar } from './ui/busy-bar.tsx';
import { Dialogs } from './ui/dialog.tsx';
import { Toasts } from './ui/toast.tsx';
import { OpeningScreen } from './workspace/opening-screen.tsx';

/** The board and its editors are most of the program and not needed for the list of projects: they come right after it. */
const loadWorkspace = () => import('./workspace/workspace.tsx');
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
      <Screen />
      <DropAnywhere />
      <Dialogs />
      <Toasts />
    </>
  );
}

function Screen() {
  const hash = useStore(openProject, ({ hash }) => hash);
  const isRead = useStore(openProject, ({ project }) => project.size > 0);
  // The first picture of a large project is drawn in slices.
  const isThere = useDeferredValue(isRead);
  if (hash === null) return <ProjectsScreen />;
  if (!isThere || !isRead) return <OpeningScreen />;
  return (
    <Suspense fallback={<OpeningScreen />}>
      <Workspace key={hash} />
    </Suspense>
  );
}
