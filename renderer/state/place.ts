/** Which project is open stands in the address, so that a reload comes back to it. */
import { Problem } from '../../shared/problem.ts';
import { tellProblem } from '../ui/toasts.ts';
import { close, open, openProject } from './open-project.ts';
import { resetSelection } from './selection.ts';
import { forgetTargets, readTargets } from './targets.ts';

const hashInAddress = (): string | null => /^#\/project\/([\w-]{1,64})$/.exec(window.location.hash)?.[1] ?? null;

/** Opens the project in the address now and whenever it changes. */
export function followPlace(): void {
  window.addEventListener('hashchange', () => void follow());
  void follow();
}

export function goTo(hash: string): void {
  window.location.hash = `/project/${hash}`;
}

export function goToProjects(): void {
  window.location.hash = '/';
}

async function follow(): Promise<void> {
  const hash = hashInAddress();
  if (hash === openProject.getState().hash) return;
  resetSelection();
  forgetTargets();
  if (hash === null) return close();
  try {
    await Promise.all([open(hash), readTargets(hash)]);
  } catch (error) {
    if (hashInAddress() === hash) goToProjects();
    tellProblem(Problem.from(error));
  }
}
