/** A key-value store in memory. Rows are stored as JSON, like those of the real store. */
import type { KeyValueStore } from '../shared/contracts/key-value-store.ts';

export function createMemoryKeyValueStore(): KeyValueStore {
  const rows = new Map<string, string>();
  const parse = (json: string): unknown => JSON.parse(json);
  const list = (prefix = '') =>
    [...rows.keys()]
      .filter((id) => id.startsWith(prefix))
      .sort()
      .map((id) => ({ id, value: parse(rows.get(id) ?? 'null') }));
  return {
    get: (id) => {
      const json = rows.get(id);
      return json === undefined ? undefined : parse(json);
    },
    list,
    listInPages: (prefix) => [list(prefix)],
    put: (entries) => {
      for (const { id, value } of entries) rows.set(id, JSON.stringify(value));
    },
    remove: (ids) => {
      for (const id of ids) rows.delete(id);
    },
  };
}
