/** Durable JSON rows by id, for data that is not part of a project (targets, manifests, settings). Each call is one transaction. */
export interface KeyValueStore {
  get(id: string): unknown;
  /** All rows, or those whose id starts with `prefix`, by id. */
  list(prefix?: string): { id: string; value: unknown }[];
  /** The rows whose id starts with `prefix`, in pages that take a few milliseconds. What is written between two of them may be missing. */
  listInPages(prefix: string): Iterable<readonly { readonly id: string; readonly value: unknown }[]>;
  put(entries: readonly { id: string; value: unknown }[]): void;
  remove(ids: readonly string[]): void;
}

/** Writes to a key-value store that a caller passes to a commit, so that they are part of its transaction. */
export interface KeyValueWrites {
  readonly store: string;
  readonly put?: readonly { id: string; value: unknown }[];
  readonly remove?: readonly string[];
}
