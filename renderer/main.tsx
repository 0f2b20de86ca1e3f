/** Starts the screen: the look, the events, then the first picture. */
import './ui/tokens.css';
import './ui/base.css';
import './ui/choice-list.css';
import { createRoot } from 'react-dom/client';
import { Problem } from '../shared/problem.ts';
import { followMenu } from './actions/window-menu.ts';
import { App } from './app.tsx';
import { leadToQuestion } from './mirror/show-mirror.ts';
import { listen } from './state/listen.ts';
import { showLook } from './state/look.ts';
import { openProject } from './state/open-project.ts';
import { readProjects } from './state/projects.ts';
import { tellProblem } from './ui/toasts.ts';

showLook();
listen(leadToQuestion);
// The list is on its way while the first picture is drawn.
if (openProject.getState().hash === null) void readProjects();
followMenu();

// A refused command has been told where it was sent; whoever sent it need not catch it.
window.addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof Problem) event.preventDefault();
  else tellProblem(Problem.from(event.reason));
});

/** React draws the whole screen anew then and says only that (#520): what happened is its cause. */
const onRecoverableError = (error: unknown): void => reportError(error instanceof Error ? (error.cause ?? error) : error);

const place = document.getElementById('app');
if (place) createRoot(place, { onRecoverableError }).render(<App />);
