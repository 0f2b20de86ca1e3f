/** The seed of all random cases: a constant, so that the result of a run depends on nothing but the sources. */
const fixedSeed = 20_261_121;

/** TALEPORT_SEED replaces it: with a new seed in `npm run soak`, with the seed of a failed run to repeat that. */
export const testRunSeed = (): number => readSeed(process.env.TALEPORT_SEED);

/** Positive and below 2 ** 31, as every generator takes it. Throws an error for any other text. */
export function readSeed(text: string | undefined): number {
  if (text === undefined || text === '') return fixedSeed;
  const seed = Number(text);
  if (Number.isInteger(seed) && seed > 0 && seed < 2 ** 31) return seed;
  throw new Error(`TALEPORT_SEED is "${text}": it must be a whole number from 1 to ${2 ** 31 - 1}.`);
}
