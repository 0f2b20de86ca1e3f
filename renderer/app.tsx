/** The whole screen: the list of projects or the open one; above both what is said, asked and under way. */
import { useStore } from 'zustand';
import { useShortcuts } from './actions/use-shortcuts.ts';
import { DropAnywhere } from './projects/drop-anywhere.tsx';
import { ProjectsScreen } from './projects/projects-screen.tsx';
import { openProject } from './state/open-project.ts';
import { BusyBar } from './ui/busy-bar.tsx';
import { Dialogs } from './ui/dialog.tsx';
import { Toasts } from './ui/toast.tsx';
import { OpeningScreen } from './workspace/opening-screen.tsx';
import { Workspace } from './workspace/workspace.tsx';

export function App() {
  useShortcuts();
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
  const isThere = useStore(openProject, ({ project }) => project.size > 0);
  if (hash === null) return <ProjectsScreen />;
  return isThere ? <Workspace key={hash} /> : <OpeningScreen />;
}
