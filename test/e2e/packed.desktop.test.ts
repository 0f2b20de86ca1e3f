/** The packed app, with its native module and its worker inside the asar, and in archives, completes the main workflow. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../root.ts';
import { createTempFolder, environment, launchApp, type TestApp } from './app.ts';
import { createGameFolder } from './game-folders.ts';
import { runMainWorkflow } from './main-workflow.ts';
import { openSettings } from './user-steps.ts';

/** Electron's fuses that a release sets; all other fuses of the pack are listed by the test as they are. */
const releaseFuses = {
  RunAsNode: 'off',
  EnableCookieEncryption: 'on',
  EnableNodeOptionsEnvironmentVariable: 'off',
  EnableNodeCliInspectArguments: 'off',
  EnableEmbeddedAsarIntegrityValidation: 'on',
  OnlyLoadAppFromAsar: 'on',
  GrantFileProtocolExtraPrivileges: 'off',
} as const;

/** As they are in the program file. */
async function readFuses(executable: string): Promise<Record<string, string>> {
  const wire: Readonly<Record<number, number>> = await getCurrentFuseWire(executable);
  const names = Object.keys(releaseFuses) as (keyof typeof releaseFuses)[];
  return Object.fromEntries(names.map((name) => [name, wire[FuseV1Options[name]] === FuseState.ENABLE ? 'on' : 'off']));
}

/** Packs the app with the fuses of a release; returns its program file. */
function packRelease(): string {
  const output = execFileSync(process.execPath, [join(root, 'scripts', 'pack.mjs'), 'release'], { cwd: root, encoding: 'utf8' });
  const [, executable] = /^Packed: (.+)$/m.exec(output) ?? [];
  if (executable === undefined) throw new Error(output);
  return executable;
}

/** What the archive may contain: the program, and the one package that is not in its bundles. */
const allowedEntries = [
  /^package\.json$/,
  /^out\/main\/(main|worker|checker|documents|media)\.js$/,
  /^out\/main\/chunks\/[\w.-]+\.js$/,
  /^out\/preload\/preload\.cjs$/,
  /^out\/renderer\/(index\.html|third-party-notices\.txt)$/,
  /^out\/renderer\/assets\/[\w.-]+\.(js|css|png|jpg|svg|woff2|mp3|ogg|zip|json)$/,
  /^node_modules\/better-sqlite3\/(package\.json|LICENSE)$/,
  /^node_modules\/better-sqlite3\/lib\/(methods\/)?[\w-]+\.js$/,
  /^node_modules\/better-sqlite3\/prebuilds\/linux-(x64|arm64)\.node$/,
];

/** The files in the archive, without its folders. */
function listArchive(): string[] {
  const archive = join(process.env.TALEPORT_PACKED ?? '', 'resources', 'app.asar');
  const entries = listPackage(archive, { isPack: false }).map((path) => path.slice(1));
  return entries.filter((path) => !entries.some((other) => other.startsWith(`${path}/`)));
}

describe('the packed app', () => {
  test.runIf(process.env.TALEPORT_PACKED)('contains only what it needs to run', () => {
    const files = listArchive();
    expect(files.filter((path) => !allowedEntries.some((allowed) => allowed.test(path)))).toEqual([]);
    for (const needed of ['out/main/main.js', 'out/main/worker.js', 'out/renderer/index.html', 'out/renderer/third-party-notices.txt'])
      expect(files).toContain(needed);
    // The database for this system only.
    expect(files.filter((path) => path.endsWith('.node'))).toHaveLength(1);
  });

  test.runIf(process.env.TALEPORT_PACKED)('has the fuses of a release; only the flavour for tests can be inspected', async () => {
    const packed = join(process.env.TALEPORT_PACKED ?? '', 'taleport');
    expect(await readFuses(packed)).toEqual({ ...releaseFuses, EnableNodeCliInspectArguments: 'on' });
    expect(await readFuses(packRelease())).toEqual(releaseFuses);
  });

  test.runIf(process.env.TALEPORT_PACKED)('contains the notices of third-party software, and those of Electron and Chromium', () => {
    const folder = process.env.TALEPORT_PACKED ?? '';
    const notices = readFileSync(join(folder, 'third-party-notices.txt'), 'utf8');
    expect(notices).toBe(readFileSync(join(root, 'out', 'renderer', 'third-party-notices.txt'), 'utf8'));
    // Chromium's list is a part of Electron's own distribution.
    expect(readFileSync(join(dirname(join(folder, 'taleport')), 'LICENSES.chromium.html'), 'utf8')).toContain('Chromium');
  });

  test.runIf(process.env.TALEPORT_PACKED)('says why it does not open without a display', () => {
    const folder = process.env.TALEPORT_PACKED ?? '';
    const env = { ...environment(folder), DISPLAY: '', WAYLAND_DISPLAY: '' };
    const { status, stderr } = spawnSync(join(folder, 'taleport'), ['--no-sandbox'], { env, encoding: 'utf8', timeout: 60_000 });
    expect(stderr).toContain('No display found. Start Taleport in a desktop session');
    expect(status).toBe(1);
  });
});

const archives = process.env.TALEPORT_ARCHIVES?.split(':') ?? [];
const unpackers: Record<string, (file: string, folder: string) => [string, ...string[]]> = {
  '.tar.xz': (file, folder) => ['tar', '-xJf', file, '-C', folder, '--strip-components=1'],
  '.zip': (file, folder) => ['7za', 'x', `-o${folder}`, file],
};
/** What a command of the program in `folder` prints for `--version`, where there is no display. */
function commandOutput(command: string, folder: string): string {
  const env = { ...environment(folder), DISPLAY: '', WAYLAND_DISPLAY: '' };
  return execFileSync(command, ['--no-sandbox', '--version'], { env, encoding: 'utf8' });
}
const archiveNamed = (extension: string): string => archives.find((file) => file.endsWith(extension)) ?? '';

describe.runIf(process.env.TALEPORT_ARCHIVES)('the archives', () => {
  const folders = new Map<string, string>();
  beforeAll(() => {
    for (const extension of Object.keys(unpackers)) folders.set(extension, createTempFolder('archive'));
  });
  afterAll(() => {
    for (const folder of folders.values()) rmSync(folder, { recursive: true });
  });

  // Those of a release are compressed better.
  test.each(Object.keys(unpackers))('%s is below 110 MB', (extension) => {
    expect(statSync(archiveNamed(extension)).size).toBeLessThan(110e6);
  });

  test.each(Object.entries(unpackers))('the program in %s is the command line, without a display', (extension, unpack) => {
    const folder = folders.get(extension) ?? '';
    const [command, ...args] = unpack(archiveNamed(extension), folder);
    execFileSync(command, args, { stdio: 'ignore' });
    expect(commandOutput(join(folder, 'taleport'), folder)).toMatch(/^Taleport \d/);
  });

  describe('the program in .tar.xz', () => {
    let folder = '';
    let home = '';
    let app: TestApp;
    beforeAll(async () => {
      folder = folders.get('.tar.xz') ?? '';
      home = createTempFolder('home');
      const env = { HOME: home, XDG_CONFIG_HOME: join(home, '.config') };
      app = await launchApp({ packed: folder, env });
    });
    afterAll(async () => {
      await app?.close();
      rmSync(home, { recursive: true });
    });

    test('is opened at login, and installs its command, by Settings › System', async () => {
      await openSettings(app, 'System');
      const settings = app.page.getByRole('dialog', { name: 'Settings' });
      const entry = join(home, '.config', 'autostart', 'taleport.desktop');
      const atLogin = settings.getByText('Open Taleport when you log in');
      await atLogin.click();
      await expect.poll(() => existsSync(entry)).toBe(true);
      expect(readFileSync(entry, 'utf8')).toContain(`\nExec="${join(folder, 'taleport')}"\n`);
      await expect.poll(() => settings.getByRole('switch').isChecked()).toBe(true);
      await atLogin.click();
      await expect.poll(() => existsSync(entry)).toBe(false);
      await settings.getByRole('button', { name: 'Install command-line tool' }).click();
      const tool = join(home, '.local', 'bin', 'taleport');
      await settings.getByText(`Installed in ${tool}`).waitFor();
      expect(commandOutput(tool, folder)).toMatch(/^Taleport \d/);
      await app.page.keyboard.press('Escape');
      await settings.waitFor({ state: 'detached' });
    });

    test('completes the main workflow', async () => {
      const game = createGameFolder('godot');
      await runMainWorkflow(app, game, 'godot');
      rmSync(game.folder, { recursive: true });
    });
  });
});
