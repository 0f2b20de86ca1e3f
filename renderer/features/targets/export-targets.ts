/** Exports targets now and reports how many files were written, even if there was nothing to write. */

import type { Delivery, Target } from '../../../shared/contracts/targets.ts';
import { Problem } from '../../../shared/problem.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { listTargets, targetsStore } from '../../state/targets-store.ts';
import { showProblem, showToast } from '../../ui/toast-queue.ts';

/** Exports all enabled targets. */
export async function exportAllTargets(): Promise<void> {
  const enabled = listTargets().filter((target) => target.on);
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
    reportFailure(id, Problem.from(error));
    throw error;
  }
}

/** The failure is reported until its cause is gone: the target exports again, is no longer blocked or switched on, or no longer exists. */
function reportFailure(id: string, problem: Problem): void {
  const readTarget = () => listTargets().find((target) => target.id === id);
  const lastExport = readTarget()?.status.lastExport;
  // The event that blocks the target may arrive after the failure.
  let wasBlocked = readTarget()?.status.state === 'blocked';
  const unsubscribe = targetsStore.subscribe(() => {
    const target = readTarget();
    const state = target?.on ? target.status.state : 'off';
    const isUpToDate = state === 'upToDate' && (wasBlocked || target?.status.lastExport !== lastExport);
    if (state === 'off' || isUpToDate || (wasBlocked && state === 'changedByOthers')) closeToast();
    wasBlocked ||= state === 'blocked';
  });
  const closeToast = showProblem(problem, unsubscribe);
}

function reportDeliveries(deliveries: readonly Delivery[]): void {
  const written = deliveries.reduce((sum, each) => sum + each.written.length, 0);
  const removed = deliveries.reduce((sum, each) => sum + each.removed.length, 0);
  showToast({ tone: 'good', title: exportSummary(written, removed) });
}

function exportSummary(written: number, removed: number): string {
  if (written > 0 && removed > 0) return t('targets.writtenAndRemovedCount', { written, removed });
  if (removed > 0) return t('targets.removedCount', { count: removed });
  return written > 0 ? t('targets.writtenCount', { count: written }) : t('targets.nothingToWrite');
}
