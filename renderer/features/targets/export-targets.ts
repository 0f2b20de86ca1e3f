/** Exports targets now and reports how many files were written, even if there was nothing to write. */

import type { Delivery, Target } from '../../../shared/contracts/targets.ts';
import { Problem } from '../../../shared/problem.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { targetsStore } from '../../state/targets-store.ts';
import { showProblem, showToast } from '../../ui/toast-queue.ts';

/** Exports all enabled targets. */
export async function exportAllTargets(): Promise<void> {
  const enabled = targetsStore.getState().list.filter((target) => target.on);
  // Each that fails shows its own toast.
  const results = await Promise.allSettled(enabled.map(({ id }) => runTarget(id)));
  const deliveries = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  if (deliveries.length > 0 || enabled.length === 0) reportDeliveries(deliveries);
}

export async function exportTarget({ id }: Target): Promise<void> {
  reportDeliveries(await runTarget(id));
}

async function runTarget(id: string): Promise<Delivery[]> {
  try {
    return await withBusyIndicator(t('targets.exporting'), invoke('target.run', { id }));
  } catch (error) {
    closeWithNextExport(id, showProblem(Problem.from(error)));
    throw error;
  }
}

/** The report of a failure is outdated as soon as the target exports again, or no longer exists. */
function closeWithNextExport(id: string, closeToast: () => void): void {
  const readStatus = () => targetsStore.getState().list.find((target) => target.id === id)?.status;
  const failed = readStatus();
  let isBlocked = failed?.state === 'blocked';
  const unsubscribe = targetsStore.subscribe(() => {
    const status = readStatus();
    const isSolved = status?.state === 'upToDate' && (isBlocked || status.lastExport !== failed?.lastExport);
    isBlocked ||= status?.state === 'blocked';
    if (status && !isSolved) return;
    unsubscribe();
    closeToast();
  });
}

function reportDeliveries(deliveries: readonly Delivery[]): void {
  const written = deliveries.reduce((sum, each) => sum + each.written.length, 0);
  const removed = deliveries.reduce((sum, each) => sum + each.removed.length, 0);
  const parts = [
    written > 0 ? t('targets.writtenCount', { count: written }) : '',
    removed > 0 ? t('targets.removedCount', { count: removed }) : '',
  ].filter(Boolean);
  showToast({ tone: 'good', title: parts.length > 0 ? `${parts.join(', ')}.` : t('targets.nothingToWrite') });
}
