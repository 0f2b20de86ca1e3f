/**
 * The Debian package, as a user meets it: installed by apt, started from the menu by an ordinary user in Chromium's sandbox, used, upgraded and
 * removed. `npm run test:deep` builds it of this version and of the next one (TALEPORT_DEBS).
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../root.ts';
import { createTempFolder, launchApp } from './app.ts';
import { createGameFolder } from './game-folders.ts';
import { runMainWorkflow } from './main-workflow.ts';

const [firstDeb = '', secondDeb = ''] = process.env.TALEPORT_DEBS?.split(':') ?? [];
const [firstVersion, secondVersion] = [firstDeb, secondDeb].map((file) => /_(\d+\.\d+\.\d+)_/.exec(file)?.[1]);
/** Named after this run, because an interrupted run may have left its own user. */
const user = `taleport-${process.pid}`;
const program = '/opt/Taleport/taleport';
const desktopEntry = '/usr/share/applications/taleport.desktop';
const mimeType = 'application/vnd.taleport.project+zip';

/** As root the tests only install, remove, and become the other user. */
const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
const run = (command: readonly string[]): string => {
  const [file = '', ...args] = command;
  // What installs and adds users is in folders that not every PATH contains.
  const PATH = `${process.env.PATH}:/usr/sbin:/sbin`;
  return execFileSync(file, args, { encoding: 'utf8', timeout: 120_000, env: { ...process.env, PATH, DEBIAN_FRONTEND: 'noninteractive' } });
};
const asRoot = (...command: string[]): string => run([...sudo, ...command]);
/** Waits while another program installs: a new machine may do so by itself. */
const apt = (...command: string[]): string => asRoot('apt-get', '-o', 'DPkg::Lock::Timeout=90', '-y', '-qq', ...command);

/** The program that is installed has the database that fits the Electron it was packed with. */
const binding = '/opt/Taleport/resources/app.asar.unpacked/node_modules/better-sqlite3/prebuilds/linux-x64.node';
let home = '';
let shared = '';
let story = '';
/** A command by the ordinary user, with nothing of this process's environment. */
const asUserCommand = (env: Readonly<Record<string, string>>, ...command: string[]): string[] => [
  ...sudo,
  ...['setpriv', '--reuid', user, '--regid', user, '--init-groups', 'env', '-i', '-C', home],
  ...Object.entries({
    HOME: home,
    PATH: '/usr/bin:/bin',
    LANG: 'C.UTF-8',
    ...(process.env.TALEPORT_SQLITE_BINDING ? { TALEPORT_SQLITE_BINDING: binding } : {}),
    ...env,
  }).map(([name, value]) => `${name}=${value}`),
  ...command,
];
const asUser = (...command: string[]): string => run(asUserCommand({}, ...command));
/** Opens the menu entry as the desktop does, with files if there are any. Without pipes: the program, which continues to run, would inherit them. */
function launchEntry(...files: string[]): void {
  const [command = '', ...args] = asUserCommand({ DISPLAY: process.env.DISPLAY ?? '' }, 'gio', 'launch', desktopEntry, ...files);
  execFileSync(command, args, { stdio: 'ignore', timeout: 60_000 });
}
const projectNames = (): string[] => JSON.parse(asUser('taleport', 'projects', '--json')).map(({ name }: { name: string }) => name);

function installedVersion(): string | undefined {
  const status = run(['dpkg', '--status', 'taleport']);
  return status.includes('\nStatus: install ok installed\n') ? /^Version: (.+)$/m.exec(status)?.[1] : undefined;
}

interface RunningProcess {
  readonly id: number;
  readonly type: string;
  readonly args: readonly string[];
  readonly seccomp: string;
  /** How many process namespaces it is in: 1 outside of a sandbox. */
  readonly namespaces: number;
}

/** The processes of the installed program. One that ends meanwhile is left out. */
function runningProcesses(): RunningProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        if (readlinkSync(`/proc/${name}/exe`) !== program) return [];
        // A process that was forked writes its arguments as one.
        const args = readFileSync(`/proc/${name}/cmdline`, 'utf8').split(/[\0 ]/);
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        const [, seccomp = ''] = /^Seccomp:\s+(\d)/m.exec(status) ?? [];
        const [, ids = ''] = /^NSpid:\s+(.+)$/m.exec(status) ?? [];
        const type = args.find((argument) => argument.startsWith('--type='))?.slice('--type='.length) ?? 'main';
        return [{ id: Number(name), type, args, seccomp, namespaces: ids.split(/\s+/).length }];
      } catch {
        return [];
      }
    });
}

/** Lists the windows of the display with their titles and classes. */
const windows = (): string => run(['xwininfo', '-root', '-tree']);

async function endProgram(): Promise<void> {
  const main = runningProcesses().find(({ type }) => type === 'main');
  if (main) asRoot('kill', '-TERM', String(main.id));
  await expect.poll(runningProcesses).toEqual([]);
}

describe.runIf(process.env.TALEPORT_DEBS)('the Debian package', () => {
  beforeAll(() => {
    asRoot('useradd', '--create-home', '--user-group', user);
    shared = createTempFolder('deb');
    chmodSync(shared, 0o755);
    story = join(shared, 'sample.json');
    writeFileSync(story, readFileSync(join(root, 'samples', 'sample.json')));
    [, home = ''] = /^(?:[^:]*:){5}([^:]*):/.exec(run(['getent', 'passwd', user])) ?? [];
  });
  afterAll(() => {
    asRoot('dpkg', '--purge', 'taleport');
    asRoot('userdel', '--remove', user);
    rmSync(shared, { recursive: true });
  });

  // A program that a test has left running must not disturb the next test.
  afterEach(endProgram);

  test('is installed by apt, with what it depends on', () => {
    apt('install', '--no-install-recommends', firstDeb);
    expect(installedVersion()).toBe(firstVersion);
    // A release is compressed better, and so is smaller.
    expect(statSync(firstDeb).size).toBeLessThan(110e6);
    // Every library is found, and the files on the disk are those of the package.
    expect(run(['ldd', program])).not.toContain('not found');
    expect(run(['dpkg', '--verify', 'taleport']).replace(/^.* \/opt\/Taleport\/chrome-sandbox\n/m, '')).toBe('');
  });

  test('is in the menu with its icon, and opens its files and links', () => {
    run(['desktop-file-validate', desktopEntry]);
    const entry = readFileSync(desktopEntry, 'utf8');
    expect(entry).toMatch(/^Exec=\/opt\/Taleport\/taleport %U$/m);
    expect(entry).toContain(`MimeType=${mimeType};x-scheme-handler/taleport;`);
    for (const size of [16, 32, 48, 64, 128, 256, 512])
      expect(existsSync(`/usr/share/icons/hicolor/${size}x${size}/apps/taleport.png`)).toBe(true);
    const file = join(shared, 'story.taleport');
    writeFileSync(file, 'PK');
    expect(asUser('gio', 'info', '-a', 'standard::fast-content-type', file)).toContain(mimeType);
    expect(asUser('gio', 'mime', mimeType)).toContain('taleport.desktop');
    expect(asUser('gio', 'mime', 'x-scheme-handler/taleport')).toContain('taleport.desktop');
  });

  test('brings a profile for AppArmor, which Ubuntu asks for before it allows user namespaces', () => {
    const profile = readFileSync('/opt/Taleport/resources/apparmor-profile', 'utf8');
    expect(profile).toContain(`profile "taleport" "${program}" flags=(unconfined) {\n  userns,`);
  });

  test('`taleport` on the PATH is the command line, without a display', () => {
    expect(asUser('taleport', '--version')).toBe(`Taleport ${firstVersion}\n`);
    expect(JSON.parse(asUser('taleport', 'import', story, '--name', 'By hand', '--json'))).toMatchObject({ name: 'By hand' });
    expect(projectNames()).toEqual(['By hand']);
  });

  test('opens a .taleport file by its menu entry: when it starts, and while it runs', async () => {
    const file = join(home, 'Moved.taleport');
    const [{ hash }] = JSON.parse(asUser('taleport', 'projects', '--json'));
    asUser('taleport', 'export', hash, '--format', 'taleport', '--out', file);
    const openFile = () => launchEntry(file);
    openFile();
    await expect.poll(projectNames).toHaveLength(2);
    await expect.poll(windows).toMatch(/"Taleport": \("taleport" "taleport"\)/i);
    const [{ id } = { id: 0 }] = runningProcesses().filter(({ type }) => type === 'main');
    openFile();
    await expect.poll(projectNames).toHaveLength(3);
    // The first process has opened it; the second one has ended.
    await expect.poll(() => runningProcesses().filter(({ type }) => type === 'main')).toMatchObject([{ id }]);
  });

  test('starts from the menu as an ordinary user, in Chromium’s sandbox', async () => {
    launchEntry();
    // The class by which a desktop finds the entry, and with it the icon, of a window.
    await expect.poll(windows).toMatch(/"Taleport": \("taleport" "taleport"\)/i);
    // A process enters the sandbox after it has started, before it reads anything of a page.
    const renderers = () => runningProcesses().filter(({ type }) => type === 'renderer');
    await expect.poll(() => renderers().map(({ seccomp }) => seccomp)).toEqual(['2']);
    for (const { namespaces } of renderers()) expect(namespaces).toBeGreaterThan(1);
    expect(runningProcesses().flatMap(({ args }) => args)).not.toContain('--no-sandbox');
  });

  test('completes the main workflow as an ordinary user, in the sandbox', async () => {
    const game = createGameFolder('godot');
    const launcher = join(shared, 'taleport');
    const command = asUserCommand({ DISPLAY: process.env.DISPLAY ?? '' }, 'taleport');
    writeFileSync(launcher, `#!/bin/sh\nexec ${command.map((word) => `'${word}'`).join(' ')} "$@"\n`, { mode: 0o755 });
    asRoot('chown', '-R', `${user}:`, game.folder);
    asRoot('chmod', 'a+rx', game.folder);
    const app = await launchApp({ program: launcher, data: join(home, '.config', 'Taleport') });
    try {
      await runMainWorkflow(app, game, 'godot', story);
    } finally {
      await app.quit();
      asRoot('rm', '-r', game.folder);
    }
  });

  test('is upgraded by a higher version, with the projects that there are, and a backup before its first start', () => {
    const before = projectNames();
    expect(before.length).toBe(4);
    apt('install', '--no-install-recommends', secondDeb);
    expect(secondVersion).not.toBe(firstVersion);
    expect(installedVersion()).toBe(secondVersion);
    expect(asUser('taleport', '--version')).toBe(`Taleport ${secondVersion}\n`);
    expect(projectNames()).toEqual(before);
    // Before it, there may be one of a start.
    const [newest, ...others]: { reason: string }[] = JSON.parse(asUser('taleport', 'backups', '--json'));
    expect(newest).toMatchObject({ reason: 'beforeUpgrade' });
    expect(others.filter(({ reason }) => reason !== 'start')).toEqual([]);
  });

  test('is removed completely, and what the user has written stays', () => {
    apt('purge', 'taleport');
    for (const path of [
      '/opt/Taleport',
      '/usr/bin/taleport',
      desktopEntry,
      '/usr/share/mime/packages/taleport.xml',
      '/etc/apparmor.d/taleport',
    ])
      expect(existsSync(path)).toBe(false);
    expect(asUser('gio', 'mime', mimeType)).not.toContain('taleport.desktop');
    expect(run([...sudo, 'ls', join(home, '.config', 'Taleport')])).toContain('taleport.sqlite');
  });
});
