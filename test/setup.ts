import { configureGlobal } from 'fast-check';
import { afterAll, vi } from 'vitest';
import { removeFoldersOfFile } from './new-folder.ts';
import { cases } from './rounds.ts';
import { testRunSeed } from './seed.ts';

configureGlobal({ seed: testRunSeed(), numRuns: cases(100) });

// What the command line prints does not depend on the language of the computer.
process.env.TALEPORT_LANG = 'en';

// The unit tests of a worker share its globals and modules: what a file changes in them ends with the file, and so do its folders.
const environment = { ...process.env };
const { resetModules } = vi;
let hasResetModules = false;
vi.resetModules = () => {
  hasResetModules = true;
  return resetModules();
};
afterAll(() => {
  vi.resetModules = resetModules;
  // Those that the file has loaded anew have the state that it gave them.
  if (hasResetModules) resetModules();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  removeFoldersOfFile();
});
