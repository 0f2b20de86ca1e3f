// Virtual displays for the desktop tests on Linux if there is none: Xvfb, ended by its process id.
import { runProcess, startProcess } from './run-process.mjs';

/**
 * @returns {Promise<{ display: string, end: () => void } | { reason: string }>} `display` is a value for DISPLAY
 */
export async function startXvfb() {
  if ((await runProcess('Xvfb', ['-help'], { quiet: true })).code === 127) return { reason: 'there is no display and no Xvfb' };
  const child = startProcess('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp', '-noreset'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  return new Promise((resolve) => {
    child.stdio[3]?.once('data', (number) => resolve({ display: `:${String(number).trim()}`, end: () => child.kill() }));
    child.once('error', (error) => resolve({ reason: error.message }));
    child.once('close', () => resolve({ reason: 'Xvfb ended at once' }));
  });
}

/**
 * @param {number} count
 * @returns {Promise<{ display: string, end: () => void }[] | { reason: string }>} all of them, or none
 */
export async function startScreens(count) {
  /** @type {{ display: string, end: () => void }[]} */
  const screens = [];
  while (screens.length < count) {
    const screen = await startXvfb();
    if ('reason' in screen) {
      for (const started of screens) started.end();
      return screen;
    }
    screens.push(screen);
  }
  return screens;
}
