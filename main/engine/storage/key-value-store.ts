/** Small durable JSON rows that a part keeps beside the projects (shared/contracts/key-value-store.ts), in a table of the same file. */
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import type { ProjectStore } from './project-store.ts';

const lastCodePoint = '\u{10ffff}';

export const createKeyValueStore = (store: ProjectStore, name: string): KeyValueStore => ({
  get(id) {
    const json = store.readValue(name, id);
    return json === undefined ? undefined : JSON.parse(json);
  },
  list: (prefix = '') =>
    store.listValues(name, prefix, `${prefix}${lastCodePoint}`).map(({ id, json }) => ({ id, value: JSON.parse(json) as unknown })),
  put: (entries) => store.writeRows([{ store: name, put: entries }]),
  remove: (ids) => store.writeRows([{ store: name, remove: ids }]),
});
