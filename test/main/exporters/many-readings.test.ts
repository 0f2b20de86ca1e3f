/**
 * The long look: 10,000 random stories read as the importers read them, the same ones each time (`npm test`, and so CI). The unit tests read 1,000
 * others. For a longer look at ever new ones: TALEPORT_READINGS=100000 vitest run --project processes test/main/exporters/many-readings.test.ts
 */
import { expect, test } from 'vitest';
import { readRounds } from './reading-rounds.ts';

const wanted = Number(process.env.TALEPORT_READINGS ?? 0);
const count = wanted > 0 ? wanted : 10_000;

test(`[Exports] ${count.toLocaleString('en')} random stories: none that the check lets through makes an importer throw, and every other does`, {
  timeout: 240_000 + 30 * count,
}, () => {
  const { sound, faulty } = readRounds(count, wanted > 0 ? undefined : 20_261_121);
  expect(sound + faulty).toBe(count);
  expect(Math.min(sound, faulty)).toBeGreaterThan(count / 5);
});
