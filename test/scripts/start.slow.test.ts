/** `npm start` where something is missing: it serves the browser, and says why. Electron and `ldd` are scripts of the tests. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { repoPath } from '../../scripts/paths.mjs';

type Running = ChildProcessByStdio<null, Readable, Readable>;

const display = mkdtempSync(join(tmpdir(), 'taleport-display-'));
/** Displays that accept and close connections, which is all that `npm start` checks. */
const displays = { wayland: createServer((socket) => socket.destroy()), 'x:0': createServer((socket) => socket.destroy()) };
let folder = '';
const running: Running[] = [];

beforeAll(async () => {
  for (const [name, server] of Object.entries(displays)) {
    server.listen(join(display, name));
    await once(server, 'listening');
  }
});
afterAll(() => {
  for (const server of Object.values(displays)) server.close();
  rmSync(display, { recursive: true, force: true });
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'taleport-start-'));
});
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  }
  rmSync(folder, { recursive: true, force: true });
});

const script = (name: string, text: string) => writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });

/** Runs `npm start` with an Electron that the test controls. */
function runStart(env: Readonly<Record<string, string>>, ...args: string[]): Running {
  const child = spawn(process.execPath, [repoPath('scripts', 'start.mjs'), '--data', join(folder, 'data'), ...args], {
    env: {
      ...process.env,
      ELECTRON_OVERRIDE_DIST_PATH: folder,
      PATH: `${folder}:${process.env.PATH}`,
      DISPLAY: '',
      WAYLAND_DISPLAY: '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  return child;
}

/** What it has printed when it serves the browser or has ended. */
async function outputOf(child: Running): Promise<string> {
  let output = '';
  const isServing = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('Ctrl+C ends it.')) isServing.resolve();
    });
  await Promise.race([isServing.promise, once(child, 'close')]);
  return output;
}

const withWayland = { WAYLAND_DISPLAY: join(display, 'wayland') };
const withDisplay = { DISPLAY: `${display}/x:0` };

describe.runIf(process.platform === 'linux')('npm start serves the browser, and says why', () => {
  const served = (reason: string) =>
    expect.stringMatching(
      new RegExp(`^Open Taleport in your browser at http://127\\.0\\.0\\.1:\\d+\\S* \\(${reason}\\)\\. Ctrl\\+C ends it\\.$`, 'm'),
    );

  test('without a display', async () => {
    expect(await outputOf(runStart({}, '--port', '0'))).toEqual(served('there is no display'));
  });

  test('with a display that does not answer', async () => {
    const env = { WAYLAND_DISPLAY: join(display, 'gone') };
    expect(await outputOf(runStart(env, '--port', '0'))).toEqual(served('the display \\S+/gone does not answer'));
  });

  test('with a library missing, by the name of its package', async () => {
    script('electron', 'exit 1');
    script('ldd', `printf '\\tlibnss3.so => not found\\n'`);
    const reason = 'Electron misses libnss3\\.so; on Debian: apt-get install libnss3';
    expect(await outputOf(runStart(withDisplay, '--port', '0'))).toEqual(served(reason));
  });

  test('with an Electron that ends at once', async () => {
    script('electron', 'exit 1');
    script('ldd', 'true');
    expect(await outputOf(runStart(withDisplay, '--port', '0'))).toEqual(served('the window could not be opened'));
  });
});

describe.runIf(process.platform === 'linux')('npm start', () => {
  test.each([
    ['X11', withDisplay, false],
    ['Wayland', withWayland, true],
    ['both', { ...withDisplay, ...withWayland }, false],
    ['Wayland and an X11 that does not answer', { ...withWayland, DISPLAY: `${display}/gone:0` }, true],
  ])('tells Electron to use Wayland where X11 is missing: %s', async (_name, env, usesWayland) => {
    script('electron', `echo "$@" > '${join(folder, 'started')}'`);
    script('ldd', 'true');
    await outputOf(runStart(env));
    expect(readFileSync(join(folder, 'started'), 'utf8').includes('--ozone-platform=wayland')).toBe(usesWayland);
  });

  test('opens the window, without Chromium’s sandbox where it runs as root', async () => {
    script('electron', `echo "$@" > '${join(folder, 'started')}'`);
    script('ldd', 'true');
    const child = runStart(withDisplay);
    const output = await outputOf(child);
    expect(child.exitCode).toBe(0);
    expect(existsSync(join(folder, 'started'))).toBe(true);
    const isRoot = process.getuid?.() === 0;
    expect(output.includes('sandbox is off, since it runs as root')).toBe(isRoot);
    if (isRoot) expect(readFileSync(join(folder, 'started'), 'utf8')).toContain('--no-sandbox');
  });

  test('ends where the port is taken, and says so', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo; // a TCP server has no other kind of address
    const child = runStart({}, '--port', String(port));
    expect(await outputOf(child)).toContain(`Port ${port} is in use by another program.`);
    expect(child.exitCode).toBe(1);
    other.close();
  });
});
