/** The seed of tests with random cases. */

/** TALEPORT_SEED repeats a failed run; on a CI it is constant, so that the result only depends on the change; else it is random. */
export const testRunSeed = (): number =>
  Number(process.env.TALEPORT_SEED ?? (process.env.CI ? 20_261_121 : Math.floor(Math.random() * 1e9)));
