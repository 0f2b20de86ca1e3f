/** A toast that reports what a command has changed, with a button that undoes it. */
import { t } from '../messages/translate.ts';
import { showToast } from '../ui/toast-queue.ts';
import { openProjectStore } from './open-project.ts';
import { countStep, readStepCount, sendDelayedEdits, undo } from './send-command.ts';

let closeCurrent: (() => void) | undefined;

/**
 * To be called before a command is sent, or another call that makes one step. Returns a function that returns whether Undo would revert that step: not if another
 * project is open by then or the user has changed, undone or redone something else.
 */
export function prepareStep(sends: 'command' | 'otherCall'): () => boolean {
  sendDelayedEdits();
  const { hash } = openProjectStore.getState();
  const stepsBefore = readStepCount();
  if (sends === 'otherCall') countStep();
  return () => openProjectStore.getState().hash === hash && readStepCount() - stepsBefore <= 1;
}

/** The same, but the function shows the toast once the step has been made. It shows none if Undo would not revert what the toast reports. */
export function prepareUndoToast(sends: 'command' | 'otherCall' = 'command'): typeof showUndoToast {
  const isNextUndo = prepareStep(sends);
  return (...toast) => {
    if (isNextUndo()) showUndoToast(...toast);
  };
}

/** The toast closes as soon as another step would be undone: after the next change by the user, or when the project is closed. */
function showUndoToast(title: string, lines: readonly string[] = [], tone: 'good' | 'warning' = 'good'): void {
  closeCurrent?.();
  const close = showToast({
    tone,
    title,
    ...(lines.length > 0 && { lines }),
    action: { label: t('ui.undo'), run: () => void undo().catch(() => undefined) },
  });
  const step = describeNextUndo();
  const unsubscribe = openProjectStore.subscribe(() => {
    if (describeNextUndo() !== step) closeCurrent?.();
  });
  const cancel = whenNextStepArrives(() => closeCurrent?.());
  closeCurrent = () => {
    unsubscribe();
    cancel();
    close();
    closeCurrent = undefined;
  };
}

/**
 * Calls back when something arrives after the user has made another step, or when the project is closed: Undo would then revert something else. The labels of
 * two steps can be the same. Returns a function that cancels it.
 */
export function whenNextStepArrives(callBack: () => void): () => void {
  const steps = readStepCount();
  const { hash } = openProjectStore.getState();
  const unsubscribe = openProjectStore.subscribe((state) => {
    if (readStepCount() === steps && state.hash === hash) return;
    unsubscribe();
    callBack();
  });
  return unsubscribe;
}

function describeNextUndo(): string {
  const { hash, history } = openProjectStore.getState();
  return JSON.stringify([hash, history]);
}
