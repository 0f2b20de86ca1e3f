/** Which project is open stands in the address, so that a reload comes back to it. */
import { fragmentOf, type Place, placeIn } from '../../shared/place.ts';
import { Problem } from '../../shared/problem.ts';
import { tellProblem } from '../ui/toasts.ts';
import { close, open, openProject } from './open-project.ts';
import { resetSelection } from './selection.ts';
import { forgetTargets, readTargets } from './targets.ts';

const inAddress = (): Place => placeIn(window.location.hash);

/** Opens the project in the address now and whenever it changes; `ask` shows a question that the address leads to. */
export function followPlace(ask: (hash: string, question: string) => void): void {
  const go = () => {
    const { hash, question } = inAddress();
    if (hash === null || question === null) return void follow();
    // A question is only passed through: what is open stands in the address until the question is shown.
    window.history.replaceState(null, '', fragmentOf({ hash: openProject.getState().hash, question: null }));
    ask(hash, question);
  };
  window.addEventListener('hashchange', go);
  go();
}

export function goTo(hash: string): void {
  window.location.hash = fragmentOf({ hash, question: null });
}

export function goToProjects(): void {
  window.location.hash = fragmentOf({ hash: null, question: null });
}

async function follow(): Promise<void> {
  const { hash } = inAddress();
  if (hash === openProject.getState().hash) return;
  resetSelection();
  forgetTargets();
  if (hash === null) return close();
  try {
    await Promise.all([open(hash), readTargets(hash)]);
  } catch (error) {
    if (inAddress().hash === hash) goToProjects();
    tellProblem(Problem.from(error));
  }
}
