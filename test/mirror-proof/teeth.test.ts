/** The tests of the mirror catch each of the wrong behaviours that are planted into it, one at a time. */
import { describe, expect, test } from 'vitest';
import { failures } from '../teeth/caught.ts';
import { sourceOf, withPlant } from '../teeth/plants.ts';
import { mirrorPlants } from './plants.ts';

describe('teeth of the tests of the mirror', () => {
  test.each(mirrorPlants)('"$name": its text is really there, once', (plant) => {
    expect(withPlant(plant, sourceOf(plant))).not.toBe(sourceOf(plant));
  });

  test('there are at least fifteen, each with a name of its own', () => {
    expect(new Set(mirrorPlants.map(({ name }) => name)).size).toBe(mirrorPlants.length);
    expect(mirrorPlants.length).toBeGreaterThanOrEqual(15);
  });

  describe.concurrent('each is caught', () => {
    test.each(mirrorPlants)('"$name"', async ({ name, caughtBy }) => {
      const failed = await failures('unit', `test/main/mirror/${caughtBy}.test.ts`, name, { TALEPORT_ROUNDS: '3' });
      expect(failed.map(({ fullName }) => fullName)).not.toEqual([]);
    });
  });
});
