/** A toast that reports what a command has changed, with a button that undoes it. */
import { t } from '../messages/translate.ts';
import { showToast } from '../ui/toast-queue.ts';
import { openProjectStore } from './open-project.ts';
import { undo } from './send-command.ts';

let closeCurrent: (() => void) | undefined;

/**
 * To be called after the command was sent. The toast closes as soon as another step would be undone: after the next change by the user, or when
 * the project is closed.
 */
export function showUndoToast(title: string, lines: readonly string[] = [], tone: 'good' | 'warning' = 'good'): void {
  closeCurrent?.();
  const step = describeNextUndo();
  const close = showToast({
    tone,
    title,
    ...(lines.length > 0 && { lines }),
    action: { label: t('ui.undo'), run: () => void undo().catch(() => undefined) },
  });
  const unsubscribe = openProjectStore.subscribe(() => {
    if (describeNextUndo() !== step) closeCurrent?.();
  });
  closeCurrent = () => {
    unsubscribe();
    close();
    closeCurrent = undefined;
  };
}

function describeNextUndo(): string {
  const { hash, history } = openProjectStore.getState();
  return JSON.stringify([hash, history]);
}
