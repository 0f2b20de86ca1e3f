/** Each planted bug is caught by the test file that it names, in its own run. */
import { describe, expect, test } from 'vitest';
import { findFailingTests } from './run-with-plant.ts';
import { servicePlants } from './service-plants.ts';
import { storagePlants } from './storage-plants.ts';
import { syncPlants } from './sync-plants.ts';
import { windowPlants } from './window-plants.ts';

describe.concurrent('the conformance suite catches', () => {
  test.each(servicePlants)('"$name"', async ({ name, caughtBy }) => {
    const failed = await findFailingTests('conformance', caughtBy, name);
    expect(failed.filter(({ meta }) => (meta?.rules ?? []).length > 0)).not.toEqual([]);
  });
});

describe.concurrent('the tests of sync catch', () => {
  test.each(syncPlants)('"$name"', async ({ name, caughtBy }) => {
    const failed = await findFailingTests('unit', caughtBy, name, { TALEPORT_ROUNDS: '3' });
    expect(failed.map(({ fullName }) => fullName)).not.toEqual([]);
  });
});

describe.concurrent('the tests of targets and of the window catch', () => {
  test.each(windowPlants)('"$name"', async ({ name, caughtBy }) => {
    const failed = await findFailingTests('unit', caughtBy, name);
    expect(failed.map(({ fullName }) => fullName)).not.toEqual([]);
  });
});

describe.concurrent('the tests of the stored data catch', () => {
  test.each(storagePlants)('"$name"', async ({ name, caughtBy }) => {
    const failed = await findFailingTests('unit', caughtBy, name);
    expect(failed.map(({ fullName }) => fullName)).not.toEqual([]);
  });
});
