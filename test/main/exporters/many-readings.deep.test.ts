/** Random stories read as the engines' importers read them, 600 a round. The unit tests read 1,000 others. */
import { expect, test } from 'vitest';
import { cases } from '../../rounds.ts';
import { exportAndReadStories } from './reading-rounds.ts';

const count = cases(600);

test(`[Exports] ${count.toLocaleString('en')} random stories: an importer throws on exactly those with errors`, {
  timeout: 240_000 + 30 * count,
}, () => {
  const { sound, faulty } = exportAndReadStories(count);
  expect(sound + faulty).toBe(count);
  expect(Math.min(sound, faulty)).toBeGreaterThan(count / 5);
});
