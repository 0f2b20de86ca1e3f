/**
 * Only the process that opened a database last writes to it. The lock of the data folder keeps others away; if the file of that lock is deleted, a
 * process that still has older records in memory must not overwrite what the newer one has written. The row is read in the same transaction as the writes.
 */
import { randomBytes } from 'node:crypto';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import type { prepareStatements } from './project-statements.ts';
import { rowChecksum } from './row-checksum.ts';

const [store, id] = ['session', 'writer'];

/**
 * Call before anything is read that is kept in memory. Once another process has called this, the result calls `onReplaced` and throws a Problem `store`.
 */
export function becomeSingleWriter(
  { putValue, readValue }: Pick<ReturnType<typeof prepareStatements>, 'putValue' | 'readValue'>,
  file: string | null,
  onReplaced: () => void,
): () => void {
  const json = JSON.stringify(randomBytes(16).toString('hex'));
  putValue.run(store, id, json, rowChecksum(store, id, json));
  return () => {
    if (readValue.get(store, id)?.json === json) return;
    onReplaced();
    throw new Problem('store', message('problem.store.openedByOther', { file: file ?? '' }));
  };
}
