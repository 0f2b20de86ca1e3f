/** What build/windows/installer.nsh adds to the installer for Windows, compiled by NSIS and run under Wine. Its PATH needs a real PowerShell. */
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repoPath } from '../../scripts/paths.mjs';
import { provideWine } from '../../scripts/wine.mjs';

const canRun = spawnSync('makensis', ['-VERSION']).status === 0 && spawnSync('wine', ['--version']).status === 0;
const leftOut = canRun ? '' : ' (left out: there is no makensis or no wine here; Debian has them in nsis and wine)';

const linkKey = 'HKCU\\Software\\Classes\\taleport';
const runKey = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run';
const approvedKey = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Explorer\\StartupApproved\\Run';
const folder = 'C:\\Tools\\Taleport';

const output = mkdtempSync(join(tmpdir(), 'taleport-installer-'));
const installer = join(output, 'Taleport-Setup.exe');
let env: NodeJS.ProcessEnv = {};
let endWine = async (): Promise<void> => undefined;

/** Into a file: a pipe stays open as long as the services of Wine, which inherit it. */
function runInWine(...args: string[]): { status: number | null; output: string } {
  const file = join(output, 'output.txt');
  const descriptor = openSync(file, 'w');
  const { status } = spawnSync('wine', args, { env, stdio: ['ignore', descriptor, descriptor], timeout: 60_000 });
  closeSync(descriptor);
  return { status, output: readFileSync(file, 'utf8') };
}
/** The values of a key and of those below it, or an error of `reg` if there is no such key. */
const readRegistry = (key: string): string => runInWine('reg', 'query', key, '/s').output;
// Without the last option, which must not be quoted, an uninstaller continues in a copy of itself and returns at once.
const uninstall = (...options: string[]) => runInWine(`${folder}\\uninstall.exe`, '/S', ...options, `_?=${folder}`);

describe.skipIf(!canRun)(`the installer for Windows${leftOut}`, () => {
  beforeAll(async () => {
    const script = join(import.meta.dirname, 'windows-installer.nsi');
    execFileSync('makensis', ['-V2', '-WX', `-DOUTPUT=${installer}`, `-DBUILD_RESOURCES_DIR=${repoPath('build')}`, script]);
    const wine = await provideWine();
    if ('reason' in wine) throw new Error(wine.reason);
    env = { ...process.env, ...wine.environment };
    endWine = wine.end;
    expect(runInWine(installer, '/S').status).toBe(0);
  }, 240_000);
  afterAll(async () => {
    await endWine();
    rmSync(output, { recursive: true });
  }, 60_000);

  test('registers taleport:// links for the program, quoted', () => {
    expect(runInWine('reg', 'query', linkKey, '/v', 'URL Protocol').status).toBe(0);
    expect(readRegistry(`${linkKey}\\shell\\open\\command`)).toContain(`REG_SZ    "${folder}\\Taleport.exe" "%1"`);
  });

  test('keeps links and opening at login while it updates the program', () => {
    for (const key of [runKey, approvedKey]) runInWine('reg', 'add', key, '/v', 'app.taleport', '/d', 'x', '/f');
    expect(uninstall('--updated').status).toBe(0);
    expect(readRegistry(linkKey)).toContain('"%1"');
    expect(readRegistry(runKey)).toContain('app.taleport');
  });

  test('removes both when the program is uninstalled, and nothing of another program', () => {
    runInWine('reg', 'add', runKey, '/v', 'app.other', '/d', 'x', '/f');
    expect(uninstall().status).toBe(0);
    expect(runInWine('reg', 'query', linkKey).status).toBe(1);
    expect(readRegistry(runKey)).toMatch(/Run\s+app\.other\s+REG_SZ\s+x\s*$/);
    expect(readRegistry(approvedKey)).not.toContain('app.taleport');
  });
});
