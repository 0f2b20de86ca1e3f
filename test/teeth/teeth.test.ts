/** The conformance suite catches each of the wrong behaviours that are planted into the service, one at a time. */
import { describe, expect, test } from 'vitest';
import { failures } from './caught.ts';
import { plants, sourceOf, withPlant } from './plants.ts';

describe('teeth of the conformance suite', () => {
  test.each(plants)('"$name": its text is really there, once', (plant) => {
    expect(withPlant(plant, sourceOf(plant))).not.toBe(sourceOf(plant));
  });

  test('there are at least twenty, each with a name of its own', () => {
    expect(new Set(plants.map(({ name }) => name)).size).toBe(plants.length);
    expect(plants.length).toBeGreaterThanOrEqual(20);
  });

  describe.concurrent('each is caught', () => {
    test.each(plants)('"$name"', async ({ name, caughtBy }) => {
      const failed = await failures('conformance', `test/conformance/${caughtBy}.test.ts`, name);
      expect(failed.filter(({ meta }) => (meta?.rules ?? []).length > 0)).not.toEqual([]);
    });
  });
});
