/** Starts the screen: the look, the events, then the first picture. */
import './ui/tokens.css';
import './ui/base.css';
import './ui/choice-list.css';
import { createRoot } from 'react-dom/client';
import { Problem } from '../shared/problem.ts';
import { App } from './app/app.tsx';
import { startEventHandling } from './app/event-handling.ts';
import { installWindowMenu } from './app/window-menu.ts';
import { openConflict } from './features/sync/sync-dialogs.ts';
import { restoreLanguage } from './messages/language.ts';
import { languageStore } from './messages/translate.ts';
import { openProjectStore } from './state/open-project.ts';
import { applyPreferences } from './state/preferences.ts';
import { loadProjects } from './state/project-list-store.ts';
import { showProblem } from './ui/toast-queue.ts';

applyPreferences();
startEventHandling(openConflict);
// The list is on its way while the first picture is drawn.
if (openProjectStore.getState().hash === null) void loadProjects();
installWindowMenu();

// A refused command has been told where it was sent; whoever sent it need not catch it.
window.addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof Problem) event.preventDefault();
  else showProblem(Problem.from(event.reason));
});

/** React draws the whole screen anew then and says only that (#520): what happened is its cause. */
const onRecoverableError = (error: unknown): void => reportError(error instanceof Error ? (error.cause ?? error) : error);

const container = document.getElementById('app');
if (container) {
  const screen = createRoot(container, { onRecoverableError });
  /** Every text is read anew when the language changes. */
  const draw = () => screen.render(<App key={languageStore.getState().language} />);
  // Waits for nothing where the window is in English.
  void restoreLanguage().then(() => {
    draw();
    languageStore.subscribe(draw);
  });
}
