/** Conflicts that only one plan finds, because the merge uses the value of the folder: only the conflict contains the other one, so it is stored. */
import type { KeyValueStore, KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import type { MergeConflict } from '../../sync/plan/merge-conflict.ts';
import { mergeConflictSchema } from '../../sync/store/sync-store.ts';
import { folderStoreName } from './agreed-story.ts';

export class StoredConflicts {
  readonly #prefix: string;
  readonly #conflicts = new Map<string, MergeConflict>();

  constructor(store: KeyValueStore, hash: string) {
    this.#prefix = `conflict/${hash}/`;
    for (const { value } of store.list(this.#prefix)) {
      const { data } = mergeConflictSchema.safeParse(value);
      if (data) this.#conflicts.set(data.id, data);
    }
  }

  list(): MergeConflict[] {
    return [...this.#conflicts.values()];
  }

  /** The rows for the transaction that makes the change; `add` must follow it. */
  rowsWith(conflicts: readonly MergeConflict[]): KeyValueWrites {
    return { store: folderStoreName, put: conflicts.map((conflict) => ({ id: this.#prefix + conflict.id, value: conflict })) };
  }

  add(conflicts: readonly MergeConflict[]): void {
    for (const conflict of conflicts) this.#conflicts.set(conflict.id, conflict);
  }

  /** The rows for the transaction that makes the change; `remove` must follow it. */
  rowsWithout(conflicts: readonly MergeConflict[]): KeyValueWrites {
    return { store: folderStoreName, remove: conflicts.map(({ id }) => this.#prefix + id) };
  }

  remove(conflicts: readonly MergeConflict[]): void {
    for (const { id } of conflicts) this.#conflicts.delete(id);
  }
}
