/** Restores a record as of a version, or its last one, and reports what could not be restored. */

import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { undo, withErrorToast } from '../../state/send-command.ts';
import { showToast } from '../../ui/toast-queue.ts';

export async function restoreRecord(which: { readonly hash: string; readonly id: string; readonly version?: number }): Promise<void> {
  const { skipped } = await withErrorToast(withBusyIndicator(t('history.restore'), invoke('record.restore', which)));
  showToast({
    tone: skipped.length === 0 ? 'good' : 'warning',
    title: skipped.length === 0 ? t('history.restored') : t('history.restoredInPart'),
    lines: skipped.map((each) => t(each)),
    action: { label: t('history.undo'), run: () => void undo() },
  });
}
