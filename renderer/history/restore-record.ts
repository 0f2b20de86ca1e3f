/** Brings a record back as it was at a version, or as it was last. What could not come back with it is told. */

import { ask } from '../bridge.ts';
import { during } from '../state/busy.ts';
import { told, undo } from '../state/send.ts';
import { tell } from '../ui/toasts.ts';
import { historyWords } from '../words/en/history.ts';

export async function restoreRecord(which: { readonly hash: string; readonly id: string; readonly version?: number }): Promise<void> {
  const { left } = await told(during(historyWords.restore, ask('record.restore', which)));
  tell({
    tone: left.length === 0 ? 'good' : 'warning',
    title: left.length === 0 ? historyWords.restored : historyWords.restoredInPart,
    lines: left,
    action: { label: historyWords.undo, run: () => void undo() },
  });
}
