/**
 * How many times a test of random cases repeats its base figure. `npm test` takes 1 round, `npm run test:deep` 4; TALEPORT_ROUNDS sets
 * another number, and `full` the figures that docs/soak.md records (2,040 seeds of sync, 10,200 read exports, 68 kills among edits).
 */
const wanted = process.env.TALEPORT_ROUNDS ?? '1';

export const rounds = wanted === 'full' ? 17 : Number(wanted);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`TALEPORT_ROUNDS is "${wanted}": it must be a whole number or "full".`);
