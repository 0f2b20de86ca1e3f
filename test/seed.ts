/** Where chance starts in the tests that throw dice. */

/** TALEPORT_SEED for a run that failed; on a CI always the same, so that it judges the change and not the day; else a new one. */
export const testRunSeed = (): number =>
  Number(process.env.TALEPORT_SEED ?? (process.env.CI ? 20_261_121 : Math.floor(Math.random() * 1e9)));
