/** A database that another process has opened is no longer written by the one before it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createKeyValueStore, openProjectDatabase } from '../../../../main/engine/storage/project-store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'taleport-writer-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('[Store] a process whose database another one has opened gets an error, and its write is refused', () => {
  const onReplaced = vi.fn();
  const first = openProjectDatabase(folder, () => undefined, { onReplaced });
  const values = createKeyValueStore(first, 'test');
  values.put([{ id: 'a', value: 1 }]);
  expect(onReplaced).not.toHaveBeenCalled();
  const second = openProjectDatabase(folder, () => undefined);
  expect(() => values.put([{ id: 'a', value: 2 }])).toThrow(/Restart Taleport/);
  expect(onReplaced).toHaveBeenCalledOnce();
  expect(createKeyValueStore(second, 'test').list('a')).toEqual([{ id: 'a', value: 1 }]);
  for (const store of [second, first]) store.close();
});
