/** Brings a record back as it was at a version, or as it was last. What could not come back with it is told. */

import { historyMessages } from '../../messages/en/history.ts';
import { invoke } from '../../platform/bridge.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { undo, withErrorToast } from '../../state/send-command.ts';
import { showToast } from '../../ui/toast-queue.ts';

export async function restoreRecord(which: { readonly hash: string; readonly id: string; readonly version?: number }): Promise<void> {
  const { skipped } = await withErrorToast(withBusyIndicator(historyMessages.restore, invoke('record.restore', which)));
  showToast({
    tone: skipped.length === 0 ? 'good' : 'warning',
    title: skipped.length === 0 ? historyMessages.restored : historyMessages.restoredInPart,
    lines: skipped,
    action: { label: historyMessages.undo, run: () => void undo() },
  });
}
