/** A key-value store in a JSON file that survives the end of its process at any moment. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import { createMemoryKeyValueStore } from '../../memory-key-value-store.ts';

export function openFileKeyValueStore(file: string): KeyValueStore {
  const rows = createMemoryKeyValueStore();
  if (existsSync(file)) {
    const stored: { id: string; value: unknown }[] = JSON.parse(readFileSync(file, 'utf8'));
    rows.put(stored);
  }
  const save = (): void => {
    writeFileSync(`${file}.new`, JSON.stringify(rows.list()));
    renameSync(`${file}.new`, file);
  };
  return {
    get: rows.get,
    list: rows.list,
    listInPages: rows.listInPages,
    put(entries) {
      rows.put(entries);
      save();
    },
    remove(ids) {
      rows.remove(ids);
      save();
    },
  };
}
