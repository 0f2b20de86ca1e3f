/** Small durable JSON rows that a part keeps beside the projects (targets, manifests). Each call is one transaction. */
export interface KeyValueStore {
  get(id: string): unknown;
  /** All rows, or those whose id starts with `prefix`, by id. */
  list(prefix?: string): { id: string; value: unknown }[];
  put(entries: readonly { id: string; value: unknown }[]): void;
  remove(ids: readonly string[]): void;
}

/** Rows that a caller lays beside a commit: in the same transaction, all of it or nothing. */
export interface KeyValueWrites {
  readonly store: string;
  readonly put?: readonly { id: string; value: unknown }[];
  readonly remove?: readonly string[];
}
