/** Each planted bug is caught by the test file that it names, in its own run. */
import { describe, expect, test } from 'vitest';
import { findFailingTests } from './run-with-plant.ts';
import { servicePlants } from './service-plants.ts';
import { storagePlants } from './storage-plants.ts';
import { syncPlants } from './sync-plants.ts';
import { windowPlants } from './window-plants.ts';

describe.concurrent('the conformance suite catches', () => {
  test.each(servicePlants)('"$name"', async (plant) => {
    const failed = await findFailingTests('conformance', plant);
    expect(failed.filter(({ rules }) => rules.length > 0)).not.toEqual([]);
  });
});

// Some bugs of sync are caught by few random cases.
describe.concurrent.each([
  ['sync', syncPlants, 3],
  ['targets and of the window', windowPlants, undefined],
  ['the stored data', storagePlants, undefined],
])('the tests of %s catch', (_, plants, rounds) => {
  test.each(plants)('"$name"', async (plant) => {
    expect(await findFailingTests('unit', plant, rounds)).not.toEqual([]);
  });
});

test('after a run with a plant, the same file has no failing test without it', async () => {
  const [plant] = syncPlants;
  if (!plant) throw new Error('There is no plant.');
  expect(await findFailingTests('unit', plant)).not.toEqual([]);
  expect((await findFailingTests('unit', { ...plant, name: 'none' })).map(({ fullName }) => fullName)).toEqual([]);
});
