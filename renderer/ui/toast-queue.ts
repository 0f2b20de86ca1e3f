/** The toast queue. Success messages close by themselves; warnings and errors stay until they are dismissed. */
import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components';
import type { Problem } from '../../shared/problem.ts';
import { problemMessages, problemText } from './problem-message.tsx';

export interface ToastMessage {
  readonly tone: 'good' | 'plain' | 'warning' | 'bad';
  readonly title: string;
  readonly lines?: readonly string[];
  readonly action?: { readonly label: string; readonly run: () => void };
}

export const toastQueue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 4 });

/** Returns a function that closes the toast, if it is still open. `onClosed` is called however it closes. */
export function showToast(message: ToastMessage, onClosed: () => void = () => {}): () => void {
  const duplicate = toastQueue.visibleToasts.find(
    ({ content }) => content.title === message.title && content.lines?.join() === message.lines?.join(),
  );
  if (duplicate) toastQueue.close(duplicate.key);
  const closesItself = message.tone === 'good' || message.tone === 'plain';
  const timeout = message.action ? 10_000 : 5_000;
  const key = toastQueue.add(message, { onClose: onClosed, ...(closesItself ? { timeout } : {}) });
  return () => toastQueue.close(key);
}

/** A cancelled job is not reported, because the user cancelled it. Returns a function that closes the toast; `onClosed` is called however it closes. */
export function showProblem(problem: Problem, onClosed?: () => void): () => void {
  if (problem.code === 'cancelled') {
    onClosed?.();
    return () => undefined;
  }
  const faults = problemMessages(problem);
  const [only] = faults;
  if (only !== undefined && faults.length === 1) return showToast({ tone: 'bad', title: only }, onClosed);
  return showToast({ tone: 'bad', title: problemText(problem), ...(faults.length > 0 ? { lines: faults } : {}) }, onClosed);
}
