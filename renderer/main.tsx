/** Starts the window: appearance, events, then the first drawing. */
import './ui/tokens.css';
import './ui/base.css';
import './ui/choice-list.css';
import './app/register.ts';
import { createRoot } from 'react-dom/client';
import { Problem } from '../shared/problem.ts';
import { App } from './app/app.tsx';
import { startEventHandling } from './app/event-handling.ts';
import { installWindowMenu } from './app/window-menu.ts';
import { openConflict } from './features/sync/sync-dialogs.ts';
import { restoreLanguage } from './messages/language.ts';
import { languageStore } from './messages/translate.ts';
import { applyAppearance } from './state/appearance.ts';
import { openProjectStore } from './state/open-project.ts';
import { loadProjects } from './state/project-list-store.ts';
import { showProblem } from './ui/toast-queue.ts';

applyAppearance();
startEventHandling(openConflict);
// The list loads while the window is drawn for the first time.
if (openProjectStore.getState().hash === null) void loadProjects();
installWindowMenu();

// A rejected command has been shown where it was sent; its sender need not catch it.
window.addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof Problem) event.preventDefault();
  else showProblem(Problem.from(event.reason));
});

/** React then draws the whole window again and reports only that (#520); what happened is the cause. */
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
