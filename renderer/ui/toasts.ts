/** What the program says in passing. Good news leaves by itself; what is wrong stays until it is read. */
import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components';
import type { Problem } from '../../shared/problem.ts';
import { faultsOf } from './faults.ts';

export interface Telling {
  readonly tone: 'good' | 'plain' | 'warning' | 'bad';
  readonly title: string;
  readonly lines?: readonly string[];
  readonly action?: { readonly label: string; readonly run: () => void };
}

export const toasts = new ToastQueue<Telling>({ maxVisibleToasts: 4 });

export function tell(telling: Telling): void {
  const again = toasts.visibleToasts.find(
    ({ content }) => content.title === telling.title && content.lines?.join() === telling.lines?.join(),
  );
  if (again) toasts.close(again.key);
  const passing = telling.tone === 'good' || telling.tone === 'plain';
  toasts.add(telling, passing ? { timeout: telling.action ? 10_000 : 5_000 } : {});
}

/** A cancelled job is what the writer wanted: nothing is said. */
export function tellProblem(problem: Problem): void {
  if (problem.code === 'cancelled') return;
  const faults = faultsOf(problem);
  const [only] = faults;
  if (only !== undefined && faults.length === 1) tell({ tone: 'bad', title: only });
  else tell({ tone: 'bad', title: problem.message, ...(faults.length > 0 ? { lines: faults } : {}) });
}
