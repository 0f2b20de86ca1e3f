/** (G30) Sends held texts without the formatting that the workspace does not accept. */
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { applySyncEdit } from './apply-sync-edit.ts';

/** Sends texts of the open project in simplified form. The resulting events reload the list of held changes without them. */
export const sendSimplified = (hash: string, ids: string[]): Promise<void> =>
  applySyncEdit(hash, () => invoke('sync.sendSimplified', { hash, ids }), t('sync.heldList.sent', { count: ids.length }), [
    t('sync.heldList.wordsKept'),
  ]);
