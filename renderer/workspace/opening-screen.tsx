/** While a project is read: how far it is, and the way back. */
import { useStore } from 'zustand';
import { openProject } from '../state/open-project.ts';
import { goToProjects } from '../state/place.ts';
import { Button } from '../ui/button.tsx';
import { Progress } from '../ui/progress.tsx';
import { commonWords } from '../words/en/common.ts';
import { workspaceWords } from '../words/en/workspace.ts';
import './workspace.css';

export function OpeningScreen() {
  const loaded = useStore(openProject, (state) => state.loaded);
  return (
    <main className="opening">
      <Progress label={workspaceWords.openingTheProject} part={loaded === 0 ? null : loaded} />
      <Button onPress={goToProjects}>{commonWords.cancel}</Button>
    </main>
  );
}
