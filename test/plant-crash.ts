/**
 * Plants a crash in a process and its threads, by a module that Node or Electron loads first (`--require`): the process kills itself when it opens
 * or creates something whose path contains `deadly`, or has read bytes that contain it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes the module into the folder and returns its path. */
export function plantCrash(folder: string, deadly: string): string {
  const file = join(folder, 'plant.cjs');
  writeFileSync(
    file,
    `const { promises } = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const deadly = ${JSON.stringify(deadly)};
const dieOver = (content) => content.includes(deadly) && process.kill(process.pid, 'SIGKILL');
for (const name of ['open', 'mkdir']) {
  const real = promises[name];
  promises[name] = (path, ...rest) => {
    dieOver(String(path));
    return real(path, ...rest);
  };
}
const concat = Buffer.concat;
Buffer.concat = (...input) => {
  const bytes = concat(...input);
  dieOver(bytes);
  return bytes;
};
syncBuiltinESMExports();
`,
  );
  return file;
}
