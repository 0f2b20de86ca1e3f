// Runs other programs for the scripts. The ids of all children are recorded, so that ending this process ends them too.
import { spawn } from 'node:child_process';

/** The code of a program that was ended because it exceeded its limit. */
export const exceededLimit = 124;

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => endChildren(signal));
}

/** @param {NodeJS.Signals} signal */
function endChildren(signal) {
  const last = () => process.exit(signal === 'SIGINT' ? 130 : 143);
  if (children.size === 0) last();
  for (const child of children) {
    child.once('close', () => children.size === 0 && last());
    child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
  }
  setTimeout(last, 8000).unref();
}

/**
 * Starts a program that ends when this process ends.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function startProcess(command, args, options = {}) {
  const child = spawn(command, args, { stdio: 'inherit', ...options });
  children.add(child);
  child.once('close', () => children.delete(child));
  child.once('error', () => children.delete(child));
  return child;
}

/**
 * Runs a program and waits for its end. With `quiet` its output is collected instead of printed.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, quiet?: boolean, limit?: number, signal?: AbortSignal }} [options] limit in milliseconds; aborting the
 *   signal ends the program at once
 * @returns {Promise<{ code: number, output: string }>} code 127 if the program cannot be started, `exceededLimit` if it did
 */
export function runProcess(command, args, { cwd, env = process.env, quiet = false, limit, signal } = {}) {
  return new Promise((resolve) => {
    const child = startProcess(command, args, {
      cwd,
      env,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      killSignal: 'SIGKILL',
      ...(signal && { signal }),
    });
    let output = '';
    let late = false;
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (output += part));
    const timer =
      limit &&
      setTimeout(() => {
        late = true;
        child.kill('SIGKILL');
      }, limit);
    child.once('error', (error) => resolve({ code: 127, output: error.message }));
    child.once('close', (code) => {
      if (timer) clearTimeout(timer);
      resolve({ code: late ? exceededLimit : (code ?? 1), output });
    });
  });
}

/**
 * @param {string} name
 * @returns {Promise<string | undefined>} the path of a program that is installed; on Windows none is looked for
 */
export async function findCommand(name) {
  if (process.platform === 'win32') return undefined;
  const { code, output } = await runProcess('which', [name], { quiet: true });
  return code === 0 ? output.trim() : undefined;
}

/** @param {string} output of a program; its end says what went wrong */
export const lastLines = (output) => output.trim().split('\n').slice(-15).join('\n');
