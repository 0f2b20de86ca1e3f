/**
 * Only the process that was the last to open a database may write to it. Normally, the lock of the data folder keeps other processes away.
 * But if the file of that lock was deleted, a process that still has older records in memory must not overwrite those of the newer one. The
 * id of the writer is read in the same transaction as the writes.
 */
import { randomBytes } from 'node:crypto';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import type { prepareStatements } from './project-statements.ts';
import { rowChecksum } from './row-checksum.ts';

const [store, id] = ['session', 'writer'];

/**
 * Must be called before any data is read into memory. Once another process has called this, the returned function calls `onReplaced` and
 * throws a Problem `store`.
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
