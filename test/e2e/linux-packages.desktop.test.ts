/**
 * The .rpm, installed by rpm into a folder of its own, and the AppImage, which a script starts instead of its runtime (docs/systems.md).
 * `npm run test:deep` builds them (TALEPORT_ARCHIVES).
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTempFolder, environment, launchApp, type TestApp } from './app.ts';
import { openSettings } from './user-steps.ts';

const packages = process.env.TALEPORT_ARCHIVES?.split(':') ?? [];
const packageNamed = (extension: string): string => packages.find((file) => file.endsWith(extension)) ?? '';
const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
/** What `--version` prints where there is no display. */
function printedVersion(program: string, packed?: string): string {
  const env = { ...environment(packed), DISPLAY: '', WAYLAND_DISPLAY: '' };
  return execFileSync(program, ['--no-sandbox', '--version'], { env, encoding: 'utf8' });
}

describe.runIf(process.env.TALEPORT_ARCHIVES)('the .rpm', () => {
  const file = packageNamed('.rpm');
  let root = '';
  const asRoot = (...command: string[]): string => {
    const [name = '', ...args] = [...(process.getuid?.() === 0 ? [] : ['sudo', '-n']), ...command];
    return run(name, ...args);
  };
  /** Only root may change its root folder. */
  const rpm = (...args: string[]): string => asRoot('rpm', '--root', root, ...args);
  beforeAll(() => {
    root = createTempFolder('rpm');
    // Nothing that it depends on is in that folder, nor a shell for its scripts.
    rpm('--install', '--nodeps', '--noscripts', file);
  });
  afterAll(() => void asRoot('rm', '-r', root));

  test('requires the libraries that the program is linked against', () => {
    const required = run('rpm', '--query', '--requires', '--package', file).split('\n');
    const linked = [...run('objdump', '-p', join(root, 'opt/Taleport/taleport')).matchAll(/^ +NEEDED +(\S+)$/gm)].map(([, name]) => name);
    expect(linked.length).toBeGreaterThan(20);
    // Its own library, and those of the C library.
    const present = /^(libffmpeg|libdl|libpthread|libm|libc|libgcc_s|ld-linux.*)\.so/;
    expect(linked.filter((name = '') => !present.test(name) && !required.includes(`${name}()(64bit)`))).toEqual([]);
    expect(required).toContain('libc.so.6(GLIBC_2.28)(64bit)');
  });

  test('is for the processor, as rpm calls it', () => {
    expect(run('rpm', '--query', '--package', '--queryformat', '%{ARCH}', file)).toBe(process.arch === 'arm64' ? 'aarch64' : 'x86_64');
  });

  test('contains the program, its menu entry, icons and file type for everybody, and scripts to set up the sandbox', () => {
    for (const path of [
      '/usr/share/applications/taleport.desktop',
      '/usr/share/mime/packages/taleport.xml',
      '/usr/share/icons/hicolor/256x256/apps/taleport.png',
    ])
      expect(statSync(join(root, path)).mode & 0o777, path).toBe(0o644);
    for (const path of ['/usr/bin/taleport', '/opt/Taleport/taleport', '/opt/Taleport'])
      expect(statSync(join(root, path)).mode & 0o777, path).toBe(0o755);
    expect(new Set(run('rpm', '--query', '--package', '--queryformat', '[%{FILEUSERNAME}\\n]', file).trim().split('\n'))).toEqual(
      new Set(['root']),
    );
    const scripts = run('rpm', '--query', '--package', '--scripts', file);
    const [, install = '', remove = ''] = /^postinstall scriptlet(.+)^postuninstall scriptlet(.+)/ms.exec(scripts) ?? [];
    expect(install).toContain('chmod 4755 "$app/chrome-sandbox"');
    expect(remove).toContain('rm -f "$profile"');
  });

  test('installs the command line, and is removed completely', () => {
    const folder = join(root, 'opt/Taleport');
    expect(printedVersion(join(folder, 'taleport'), folder)).toMatch(/^Taleport \d/);
    rpm('--erase', '--noscripts', 'taleport');
    for (const path of ['opt/Taleport', 'usr/bin/taleport', 'usr/share/applications/taleport.desktop'])
      expect(existsSync(join(root, path)), path).toBe(false);
  });
});

describe.runIf(process.env.TALEPORT_ARCHIVES)('the AppImage', () => {
  const file = packageNamed('.AppImage');
  let home = '';
  let app: TestApp;
  beforeAll(async () => {
    home = createTempFolder('home');
    const env = { HOME: home, XDG_CONFIG_HOME: join(home, '.config') };
    app = await launchApp({ program: file, switches: ['--no-sandbox'], env });
  });
  afterAll(async () => {
    await app?.close();
    rmSync(home, { recursive: true });
  });

  // Compressed as in a release, unlike the other packages of the tests.
  test('is below 110 MB', () => {
    expect(statSync(file).size).toBeLessThan(110e6);
  });

  test('is the command line, without a display', () => {
    expect(printedVersion(file)).toMatch(/^Taleport \d/);
  });

  test('opens at login as the file that it is, and not from where its contents are at the moment', async () => {
    await openSettings(app, 'System');
    await app.page.getByRole('dialog', { name: 'Settings' }).getByText('Open Taleport when you log in').click();
    const entry = join(home, '.config', 'autostart', 'taleport.desktop');
    await expect.poll(() => existsSync(entry)).toBe(true);
    expect(readFileSync(entry, 'utf8')).toContain(`\nExec="${file}"\n`);
  });
});
