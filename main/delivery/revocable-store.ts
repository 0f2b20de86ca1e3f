/** A key-value store for jobs that may still run when they must no longer write. Reading always works; after `revoke`, writing throws. */
import type { KeyValueStore } from '../../shared/contracts/key-value-store.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';

export interface RevocableStore extends KeyValueStore {
  revoke(): void;
}

export function createRevocableStore(store: KeyValueStore): RevocableStore {
  let isRevoked = false;
  const assertWritable = (): void => {
    if (isRevoked) throw new Problem('busy', message('targets.problem.closed'));
  };
  return {
    get: (id) => store.get(id),
    list: (prefix) => store.list(prefix),
    put(entries) {
      assertWritable();
      store.put(entries);
    },
    remove(ids) {
      assertWritable();
      store.remove(ids);
    },
    revoke() {
      isRevoked = true;
    },
  };
}
