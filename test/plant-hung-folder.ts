/**
 * A folder whose disk stops responding, in a process and its threads, by a module that Node or Electron loads first (`--require`): while it hangs, every call
 * about a path in it waits for a pipe in a thread of the system, as it would for a server that is gone; a synchronous call keeps its thread.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface HungFolder {
  /** The module to load. */
  readonly module: string;
  readonly hang: () => void;
  /** What waits goes on. */
  readonly resume: () => void;
}

/** The files of the plant are written into `place`. */
export function plantHungFolder(place: string, folder: string): HungFolder {
  const [module, pipe, marker] = ['plant.cjs', 'pipe', 'hangs'].map((name) => join(place, name)) as [string, string, string];
  execFileSync('mkfifo', [pipe]);
  writeFileSync(
    module,
    `const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const [folder, pipe, marker] = ${JSON.stringify([folder, pipe, marker])};
const { existsSync, open, openSync, close, closeSync } = fs;
const hangs = (values) => values.some((value) => typeof value === 'string' && value.startsWith(folder)) && existsSync(marker);
const wait = () => new Promise((resolve) => open(pipe, 'r', (error, file) => (error ? resolve() : close(file, () => resolve()))));
const replace = (functions, by) => {
  for (const [name, real] of Object.entries(functions)) if (typeof real === 'function' && /^[a-z]/.test(name)) functions[name] = by(name, real);
};
replace(fs.promises, (name, real) => async (...values) => {
  if (hangs(values)) await wait();
  return real(...values);
});
replace(fs, (name, real) => {
  if (/^(create|watch|unwatch)/.test(name)) return real;
  const planted = name.endsWith('Sync')
    ? (...values) => {
        if (hangs(values)) closeSync(openSync(pipe, 'r'));
        return real(...values);
      }
    : (...values) => (hangs(values) ? void wait().then(() => real(...values)) : real(...values));
  return Object.assign(planted, real);
});
syncBuiltinESMExports();
`,
  );
  return {
    module,
    hang: () => writeFileSync(marker, ''),
    resume: () => {
      rmSync(marker);
      // Opening a pipe for reading ends when somebody opens it for writing.
      closeSync(openSync(pipe, constants.O_RDWR));
    },
  };
}
