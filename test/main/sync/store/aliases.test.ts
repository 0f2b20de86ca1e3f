/** The ids that a record has had: whoever knows an earlier one still finds the record. */
import { expect, test } from 'vitest';
import { WaitClock } from '../../../../main/platform/wait-clock.ts';
import { SyncStore } from '../../../../main/sync/store/sync-store.ts';
import { createMemoryKeyValueStore } from '../../../memory-key-value-store.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

const openStore = (renamedIds: readonly (readonly [from: string, to: string])[]) => {
  const store = new SyncStore(createMemoryKeyValueStore(), 'hash', new WaitClock(createTestEnvironment()));
  for (const renamed of renamedIds) store.write(store.aliasEntries([renamed]));
  return (id: string) => store.resolveAlias(id);
};

test('a record that was renamed more than once is found by each of its ids', () => {
  const resolve = openStore([
    ['local', 'assigned'],
    ['assigned', '~element:component:1'],
    ['~element:component:1', 'assigned again'],
  ]);
  for (const id of ['local', 'assigned', '~element:component:1', 'assigned again']) expect(resolve(id)).toBe('assigned again');
  expect(resolve('other')).toBe('other');
});

test('a record that gets an earlier id back is found by all of them', () => {
  const resolve = openStore([
    ['local', 'assigned'],
    ['assigned', '~element:component:1'],
    ['~element:component:1', 'assigned'],
  ]);
  for (const id of ['local', 'assigned', '~element:component:1']) expect(resolve(id)).toBe('assigned');
});

test('an id that stays the same needs no row', () => {
  expect(openStore([['same', 'same']])('same')).toBe('same');
});
