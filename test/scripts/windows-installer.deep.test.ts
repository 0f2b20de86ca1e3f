/**
 * The installer for Windows, as electron-builder makes it of its own template, electron-builder.yml and build/windows, installed and uninstalled under
 * Wine. docs/systems.md says what stands in for something else: the program is a stand-in, some plug-ins are empty, and all is for 64 bits, as the
 * Wine of the tests is.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { electronBuilderProgram, repoPath } from '../../scripts/paths.mjs';
import { provideWine, wineCommand } from '../../scripts/wine.mjs';

const missing = [['makensis', '-VERSION'], ['wine', '--version'], ['7za'], ['gcc', '--version'], ['ld', '--version']].filter(
  ([command = '', ...args]) => spawnSync(command, args).status !== 0,
);
const leftOut = missing.length > 0 ? ` (left out: there is no ${missing[0]?.[0]} here)` : '';

/** Derived from the appId. Updates find the version before by it, so it must not change. */
const id = '92b28508-e0f0-5bac-8a62-616ac3fac515';
const runKey = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run';
const approvedKey = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Explorer\\StartupApproved\\Run';
const uninstallKey = (root: string): string => `${root}\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\${id}`;

const output = mkdtempSync(join(tmpdir(), 'taleport-installer-'));
const app = join(output, 'app');
const version: string = JSON.parse(readFileSync(repoPath('package.json'), 'utf8')).version;
const installer = join(output, 'dist', `Taleport-Setup-${version}-x64.exe`);
let env: NodeJS.ProcessEnv = {};
let endWine = async (): Promise<void> => undefined;
let drive = '';
let home = '';
let userFolder = '';

/** Into a file: a pipe stays open as long as the services of Wine, which inherit it. */
function runIntoFile(command: string, args: readonly string[]): { status: number | null; output: string } {
  const file = join(output, 'output.txt');
  const descriptor = openSync(file, 'w');
  const { status } = spawnSync(command, args, { env, cwd: repoPath(), stdio: ['ignore', descriptor, descriptor], timeout: 300_000 });
  closeSync(descriptor);
  return { status, output: readFileSync(file, 'utf8') };
}
const runInWine = (...args: string[]) => runIntoFile(...wineCommand(...args));
/** The values of a key and of those below it, or an error of `reg` if there is no such key. */
const readRegistry = (key: string): string => runInWine('reg', 'query', key, '/s').output;
const hasKey = (key: string): boolean => runInWine('reg', 'query', key).status === 0;
/**
 * The uninstaller continues in a copy of itself: removing the key is the last thing that it does. The folder disappears when its last
 * handle is closed, which on a busy machine happens after its processes have ended.
 */
async function uninstall(folder: string, root: string, ...options: string[]): Promise<void> {
  expect(runInWine(join(folder, 'Uninstall Taleport.exe'), '/S', ...options).status).toBe(0);
  await expect.poll(() => hasKey(uninstallKey(root)), { timeout: 60_000, interval: 500 }).toBe(false);
  await expect.poll(() => existsSync(folder), { timeout: 10_000 }).toBe(false);
}

/** Where electron-builder looks for NSIS: the one of this system, with what it misses. */
function writeTools(): string {
  const tools = join(output, 'nsis');
  const plugIns = join(tools, 'plugins');
  mkdirSync(plugIns, { recursive: true });
  const sources = join(import.meta.dirname, 'windows-installer');
  const object = join(output, 'WinShell.o');
  const library = join(plugIns, 'WinShell.dll');
  execFileSync('gcc', ['-c', '-ffreestanding', '-fno-ident', '-mabi=ms', '-O1', '-o', object, join(sources, 'WinShell.c')]);
  execFileSync('ld', [
    '-mi386pep',
    '--oformat=pei-x86-64',
    '-shared',
    '-eDllMain',
    '--export-all-symbols',
    '--strip-all',
    object,
    '-o',
    library,
  ]);
  copyFileSync(library, join(tools, 'elevate.exe'));
  // The program is packed by NSIS itself, because the plug-in Nsis7z is missing. An unused label, which only 32 bits need, is not an error.
  writeFileSync(
    join(tools, 'makensis'),
    `#!/bin/sh
exec makensis '-XTarget amd64-unicode' '-X!pragma warning disable 6012' '-X!addplugindir /amd64-unicode "${plugIns}"' \\
  '-X!include "${join(sources, 'plug-ins.nsh')}"' '-DAPP_BUILD_DIR=${app}' "$@"
`,
    { mode: 0o755 },
  );
  return tools;
}

function buildInstaller(): void {
  const tools = writeTools();
  mkdirSync(join(app, 'bin'), { recursive: true });
  mkdirSync(join(app, 'resources'));
  writeFileSync(join(app, 'Taleport.exe'), 'a stand-in');
  copyFileSync(repoPath('build', 'windows', 'taleport.cmd'), join(app, 'bin', 'taleport.cmd'));
  const archiver = execFileSync('which', ['7za'], { encoding: 'utf8' }).trim();
  Object.assign(env, {
    ELECTRON_BUILDER_NSIS_DIR: tools,
    ELECTRON_BUILDER_NSIS_RESOURCES_DIR: tools,
    ELECTRON_BUILDER_7ZIP_PATH: archiver,
  });
  const built = runIntoFile(process.execPath, [
    electronBuilderProgram,
    ...['--win', 'nsis', '--x64', '--prepackaged', app, '--publish', 'never', `--config.directories.output=${join(output, 'dist')}`],
    // Debian's NSIS lacks some translations of the pages, and treats any warning as an error.
    ...['--config.compression=store', '--config.nsis.installerLanguages=en_US'],
  ]);
  expect(built.status, built.output).toBe(0);
}

describe.skipIf(missing.length > 0)(`the installer for Windows${leftOut}`, () => {
  beforeAll(async () => {
    const wine = await provideWine();
    if ('reason' in wine) throw new Error(wine.reason);
    env = { ...process.env, ...wine.environment };
    endWine = wine.end;
    buildInstaller();
    drive = join(env.WINEPREFIX ?? '', 'drive_c');
    const profile = runInWine('cmd', '/c', 'echo %USERPROFILE%').output.trim();
    home = join(drive, ...profile.split('\\').slice(1));
    userFolder = join(home, 'AppData', 'Local', 'Programs', 'Taleport');
    // Files that a user has written, and another program that opens at login.
    mkdirSync(join(home, 'AppData', 'Roaming', 'Taleport'), { recursive: true });
    writeFileSync(join(home, 'AppData', 'Roaming', 'Taleport', 'taleport.sqlite'), 'stories');
    runInWine('reg', 'add', runKey, '/v', 'app.other', '/d', 'x', '/f');
    expect(runInWine(installer, '/S').status).toBe(0);
  }, 900_000);
  afterAll(async () => {
    await endWine();
    rmSync(output, { recursive: true });
  });

  const startMenuLink = () => join(home, 'AppData', 'Roaming', 'Microsoft', 'Windows', 'Start Menu', 'Programs', 'Taleport.lnk');
  const desktopLink = () => join(home, 'Desktop', 'Taleport.lnk');

  test('installs for one user by default, with shortcuts and an entry among the installed programs', () => {
    for (const path of [join(userFolder, 'Taleport.exe'), join(userFolder, 'bin', 'taleport.cmd'), startMenuLink(), desktopLink()])
      expect(existsSync(path), path).toBe(true);
    const entry = readRegistry(uninstallKey('HKCU'));
    expect(entry).toMatch(new RegExp(`DisplayName +REG_SZ +Taleport ${version.replaceAll('.', '\\.')}\\r?\\n`));
    expect(entry).toMatch(/QuietUninstallString +REG_SZ +"C:\\.+\\Programs\\Taleport\\Uninstall Taleport\.exe" \/currentuser \/S/);
  });

  test.each([
    ['taleport:// links', 'taleport'],
    ['.taleport files', 'Taleport project'],
  ])('opens %s with the program, in quotes', (_, name) => {
    const command = readRegistry(`HKCU\\Software\\Classes\\${name}\\shell\\open\\command`);
    expect(command).toMatch(/REG_SZ +"C:\\[^"]+\\Programs\\Taleport\\Taleport\.exe" "%1"/);
  });

  test('knows the links as links, and the extension of the files', () => {
    expect(runInWine('reg', 'query', 'HKCU\\Software\\Classes\\taleport', '/v', 'URL Protocol').status).toBe(0);
    expect(readRegistry('HKCU\\Software\\Classes\\.taleport')).toMatch(/REG_SZ +Taleport project/);
  });

  test('brings the command `taleport`, which passes its arguments to the program', () => {
    copyFileSync(env.TALEPORT_WINDOWS_NODE ?? '', join(userFolder, 'Taleport.exe'));
    // Node, which stands in for the program, takes what follows `--` for a script and its arguments.
    const script = join(userFolder, 'print-arguments.cjs');
    writeFileSync(script, 'console.log(process.argv.slice(2).join("|"))');
    const [command = '', scriptPath = ''] = [join(userFolder, 'bin', 'taleport.cmd'), script].map(
      (path) => `C:${path.slice(drive.length)}`,
    );
    const { output } = runInWine('cmd', '/c', command, scriptPath, 'remote', '--url', 'https://workspace.example', '--key-env', 'KEY');
    expect(output.trim()).toBe('remote|--url|https://workspace.example|--key-env|KEY');
  });

  test('an update replaces the program, and keeps links, opening at login and the shortcuts that the user has kept', () => {
    for (const key of [runKey, approvedKey]) runInWine('reg', 'add', key, '/v', 'app.taleport', '/d', 'x', '/f');
    const left = join(userFolder, 'of-the-version-before.dll');
    writeFileSync(left, '');
    rmSync(desktopLink());
    expect(runInWine(installer, '/S', '--updated').status).toBe(0);
    expect(existsSync(left)).toBe(false);
    expect(readFileSync(join(userFolder, 'Taleport.exe'), 'utf8')).toBe('a stand-in');
    expect(existsSync(startMenuLink())).toBe(true);
    expect(existsSync(desktopLink())).toBe(false);
    expect(readRegistry('HKCU\\Software\\Classes\\taleport')).toContain('"%1"');
    expect(readRegistry(runKey)).toContain('app.taleport');
  });

  test('uninstalling removes everything but what the user has written, and nothing of another program', async () => {
    await uninstall(userFolder, 'HKCU', '/currentuser');
    expect(existsSync(startMenuLink())).toBe(false);
    for (const name of ['taleport', '.taleport', 'Taleport project']) expect(hasKey(`HKCU\\Software\\Classes\\${name}`), name).toBe(false);
    expect(hasKey(`HKCU\\Software\\${id}`)).toBe(false);
    expect(readRegistry(runKey)).toMatch(/Run\s+app\.other\s+REG_SZ\s+x\s*$/);
    expect(readRegistry(approvedKey)).not.toContain('app.taleport');
    expect(readFileSync(join(home, 'AppData', 'Roaming', 'Taleport', 'taleport.sqlite'), 'utf8')).toBe('stories');
  });

  test('installs for all users, and uninstalls', async () => {
    const folder = join(drive, 'Program Files', 'Taleport');
    expect(runInWine(installer, '/S', '/allusers').status).toBe(0);
    expect(existsSync(join(folder, 'Taleport.exe'))).toBe(true);
    expect(readRegistry('HKLM\\Software\\Classes\\Taleport project\\shell\\open\\command')).toContain(
      '"C:\\Program Files\\Taleport\\Taleport.exe" "%1"',
    );
    expect(hasKey(uninstallKey('HKCU'))).toBe(false);
    await uninstall(folder, 'HKLM', '/allusers');
    expect(hasKey('HKLM\\Software\\Classes\\taleport')).toBe(false);
  });
});
