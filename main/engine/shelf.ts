/** Small durable JSON rows that a part keeps beside the projects (shared/shelf.ts), in a table of the same file. */
import type { Shelf } from '../../shared/shelf.ts';
import type { Store } from './store.ts';

const last = '\u{10ffff}';

export const shelfIn = (store: Store, name: string): Shelf => ({
  get(id) {
    const json = store.shelfGet(name, id);
    return json === undefined ? undefined : JSON.parse(json);
  },
  list: (prefix = '') =>
    store.shelfList(name, prefix, `${prefix}${last}`).map(({ id, json }) => ({ id, value: JSON.parse(json) as unknown })),
  put: (entries) => store.shelfWrite([{ shelf: name, put: entries }]),
  remove: (ids) => store.shelfWrite([{ shelf: name, remove: ids }]),
});
