/** Starts the window: appearance, events, then the first rendering. */
import '@fontsource-variable/inter';
import '@fontsource-variable/source-code-pro';
import '@fontsource-variable/source-serif-4';
import '@fontsource-variable/source-serif-4/wght-italic.css';
import './ui/tokens.css';
import './ui/base.css';
import './ui/choice-list.css';
import './app/register.ts';
import { createRoot } from 'react-dom/client';
import { Problem } from '../shared/problem.ts';
import { App } from './app/app.tsx';
import { startEventHandling } from './app/event-handling.ts';
import { shareWindowLanguage } from './app/window-language.ts';
import { installWindowMenu } from './app/window-menu.ts';
import { openDialog } from './commands/feature.ts';
import { restoreLanguage } from './messages/language.ts';
import { languageStore } from './messages/translate.ts';
import { invoke, onEvents } from './platform/bridge.ts';
import { watchComposition } from './platform/composition.ts';
import { runWhenIdle } from './platform/idle.ts';
import { applyAppearance } from './state/appearance.ts';
import { openProjectStore } from './state/open-project.ts';
import { loadProjects } from './state/project-list-store.ts';
import { finishEditing, hasUnstoredText } from './state/unsaved-edits.ts';
import { hasUnsavedForm, whenNoDialogIsOpen } from './ui/dialog-store.ts';
import { keepFocus } from './ui/focus.ts';
import { showProblem } from './ui/toast-queue.ts';

/** Milliseconds after the first read until the rest is started, even if the window is never idle. */
const latestStartMs = 1000;

applyAppearance();
watchComposition(window);
keepFocus();
// Does not wait if the window is in English, which it also is if its language cannot be loaded.
const languageRestored = restoreLanguage(whenNoDialogIsOpen).catch((error: unknown) => showProblem(Problem.from(error)));
startEventHandling();
// The project list is loaded while the window renders for the first time.
const firstRead = openProjectStore.getState().hash === null ? loadProjects() : Promise.resolve();
// What the first drawing does not need comes after it: until then the window, the main process and the backend share the processor.
void Promise.all([firstRead, languageRestored]).then(() =>
  runWhenIdle(() => {
    openDialog('unsettledDamage');
    shareWindowLanguage();
  }, latestStartMs),
);
installWindowMenu();

// A rejected command was shown to the user where it was sent, so its sender need not catch it. What could not be read is read again with the next
// event, or when the connection returns.
window.addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof Problem) event.preventDefault();
  else showProblem(Problem.from(event.reason));
});

const wouldLoseText = (): boolean => hasUnsavedForm() || hasUnstoredText();

// Closing or reloading the window saves what stands in the fields of records (ADR 0680). It asks where a form contains something that is not a record
// yet, as the other ways of closing a form do (ui/dialog.tsx), or where a text could not be stored; in the desktop app
// main/desktop/quit.ts asks.
window.addEventListener('beforeunload', (event) => {
  void finishEditing();
  if (wouldLoseText()) event.preventDefault();
});
// The desktop waits for the answer before it closes the window.
onEvents((events) => {
  if (events.some(({ event }) => event === 'window.closing'))
    void finishEditing().finally(() => invoke('window.readyToClose', { hasUnsavedText: wouldLoseText() }).catch(() => undefined));
});

/** React then renders the window again and reports only that (#520); the underlying error is its cause. */
const onRecoverableError = (error: unknown): void => reportError(error instanceof Error ? (error.cause ?? error) : error);

const container = document.getElementById('app');
if (container) {
  const screen = createRoot(container, { onRecoverableError });
  /** A new language renders all texts again. */
  const draw = () => screen.render(<App key={languageStore.getState().language} />);
  void languageRestored.then(() => {
    draw();
    languageStore.subscribe(draw);
  });
}
