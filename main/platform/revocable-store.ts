/** For jobs on the disks of users, which may not respond: a job may still run when what it belongs to has been closed or removed. */
import type { KeyValueStore } from '../../shared/contracts/key-value-store.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';

/** Reading always works; after `revoke`, writing throws a Problem `busy`. */
export interface RevocableStore extends KeyValueStore {
  revoke(): void;
  /** Throws like writing: for what is written in a transaction with rows of others. */
  assertWritable(): void;
}

export function createRevocableStore(store: KeyValueStore): RevocableStore {
  let isRevoked = false;
  const assertWritable = (): void => {
    if (isRevoked) throw new Problem('busy', message('targets.problem.closed'));
  };
  return {
    assertWritable,
    get: (id) => store.get(id),
    list: (prefix) => store.list(prefix),
    listInPages: (prefix) => store.listInPages(prefix),
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
