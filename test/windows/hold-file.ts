/** Another program that has a file open and does not share it, as editors, virus scanners and backup programs do on Windows. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

/** UV_FS_O_EXLOCK of libuv: opens a file on Windows without sharing it. */
const exclusive = 0x10000000;

/** Resolves when the file is held; call the result to release it. */
export async function holdFile(file: string): Promise<() => Promise<void>> {
  const script = `require('node:fs').openSync(${JSON.stringify(file)}, require('node:fs').constants.O_RDWR | ${exclusive});
    console.log('held');
    setInterval(() => undefined, 1e6);`;
  const child = spawn(process.execPath, ['--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const release = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    await once(child, 'exit');
  };
  onTestFinished(release);
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => {
      throw new Error(`${file} could not be held.`);
    }),
  ]);
  return release;
}
