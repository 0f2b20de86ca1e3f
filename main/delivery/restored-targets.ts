/** Prepares targets in data that were restored from a backup. */
import type { KeyValueStore } from '../../shared/contracts/key-value-store.ts';
import { targetKeyPrefix, targetRowSchema } from './target-row.ts';

/**
 * Turns all targets off until the user has checked their folders, which may be newer than the backup, belong to the original data folder,
 * or not exist on this computer. Deliveries that were running when the backup was made are not completed.
 */
export function pauseRestoredTargets(store: KeyValueStore): void {
  const put = store.list(targetKeyPrefix).flatMap(({ id, value }) => {
    const row = targetRowSchema.safeParse(value);
    return row.success ? [{ id, value: { ...row.data, settings: { ...row.data.settings, on: false } } }] : [];
  });
  store.put(put);
  store.remove(store.list('journal/').map(({ id }) => id));
}
