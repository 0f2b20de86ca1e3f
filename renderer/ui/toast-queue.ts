/** What the program says in passing. Good news leaves by itself; what is wrong stays until it is read. */
import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components';
import type { Problem } from '../../shared/problem.ts';
import { problemMessages, problemText } from './problem-messages.ts';

export interface ToastMessage {
  readonly tone: 'good' | 'plain' | 'warning' | 'bad';
  readonly title: string;
  readonly lines?: readonly string[];
  readonly action?: { readonly label: string; readonly run: () => void };
}

export const toastQueue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 4 });

export function showToast(telling: ToastMessage): void {
  const again = toastQueue.visibleToasts.find(
    ({ content }) => content.title === telling.title && content.lines?.join() === telling.lines?.join(),
  );
  if (again) toastQueue.close(again.key);
  const passing = telling.tone === 'good' || telling.tone === 'plain';
  toastQueue.add(telling, passing ? { timeout: telling.action ? 10_000 : 5_000 } : {});
}

/** A cancelled job is what the writer wanted: nothing is said. */
export function showProblem(problem: Problem): void {
  if (problem.code === 'cancelled') return;
  const faults = problemMessages(problem);
  const [only] = faults;
  if (only !== undefined && faults.length === 1) showToast({ tone: 'bad', title: only });
  else showToast({ tone: 'bad', title: problemText(problem), ...(faults.length > 0 ? { lines: faults } : {}) });
}
