/** The long look: 10,000 random stories read as the importers read them. The unit tests read 1,000 others. */
import { expect, test } from 'vitest';
import { readRounds } from './reading-rounds.ts';

test('[Exports] 10,000 random stories: none that the check lets through makes an importer throw, and every other does', () => {
  const { sound, faulty } = readRounds(10_000, 20_261_121);
  expect(sound + faulty).toBe(10_000);
  expect(Math.min(sound, faulty)).toBeGreaterThan(2000);
});
