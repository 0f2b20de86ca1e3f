/** Restores a record as of a version, or its last one, and reports what could not be restored. */

import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { whenVersionArrives } from '../../state/open-project.ts';
import { withErrorToast } from '../../state/send-command.ts';
import { prepareUndoToast } from '../../state/undo-toast.ts';

export async function restoreRecord(which: { readonly hash: string; readonly id: string; readonly version?: number }): Promise<void> {
  const showDone = prepareUndoToast('otherCall');
  const { skipped, newVersion } = await withErrorToast(withBusyIndicator(t('history.progress'), invoke('record.restore', which)));
  await whenVersionArrives(which.hash, newVersion);
  if (skipped.length === 0) showDone(t('history.restored'));
  else
    showDone(
      t('history.restoredInPart'),
      skipped.map((each) => t(each)),
      'warning',
    );
}
