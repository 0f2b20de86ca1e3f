/** What the packages for Debian and Fedora run as root. The commands of the system are scripts of the tests, which write down how they were called. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { repoPath } from '../../scripts/paths.mjs';

let root = '';
let profile = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'taleport-package-'));
  for (const folder of ['bin', 'opt/Taleport/resources', 'etc/apparmor.d']) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'opt/Taleport/resources/apparmor-profile'), 'profile');
  profile = join(root, 'etc/apparmor.d/taleport');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const commands = [
  'chown',
  'chmod',
  'apparmor_status',
  'apparmor_parser',
  'update-mime-database',
  'update-desktop-database',
  'gtk-update-icon-cache',
];

/** All calls succeed, except those of the named commands. */
function runPackageScript(name: 'after-install' | 'after-remove', args: readonly string[], failing: readonly string[] = []): string[] {
  const log = join(root, 'calls');
  for (const command of commands)
    writeFileSync(join(root, 'bin', command), `#!/bin/sh\necho "${command} $*" >> '${log}'\nexit ${failing.includes(command) ? 1 : 0}\n`, {
      mode: 0o755,
    });
  const text = readFileSync(repoPath('build', 'linux', `${name}.sh`), 'utf8')
    .replaceAll(/\$\{sanitizedProductName\}/g, 'Taleport')
    .replaceAll(/\$\{executable\}/g, 'taleport')
    .replaceAll(/(?<=')\/(?=opt|etc)/g, `${root}/`)
    .replaceAll('/usr/bin/ischroot', `${root}/bin/ischroot`);
  const { status, stderr } = spawnSync('/bin/sh', ['-c', text, name, ...args], {
    env: { PATH: `${join(root, 'bin')}:/bin:/usr/bin` },
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const calls = existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : [];
  rmSync(log, { force: true });
  return calls.map((call) => call.replaceAll(root, ''));
}

const load = 'apparmor_parser --replace --write-cache --skip-read-cache /etc/apparmor.d/taleport';

describe.runIf(process.platform === 'linux')('after the installation', () => {
  test('the helper of the sandbox is setuid root, and the profile is loaded', () => {
    const calls = runPackageScript('after-install', ['configure']);
    expect(calls.slice(0, 2)).toEqual(['chown root:root /opt/Taleport/chrome-sandbox', 'chmod 4755 /opt/Taleport/chrome-sandbox']);
    expect(calls).toContain(load);
    expect(readFileSync(profile, 'utf8')).toBe('profile');
    expect(calls).toContain('update-mime-database /usr/share/mime');
    expect(calls).toContain('update-desktop-database -q /usr/share/applications');
  });

  test.each(['apparmor_status', 'apparmor_parser'])('there is no profile where %s fails, and that is no error', (command) => {
    expect(runPackageScript('after-install', ['configure'], [command])).not.toContain(load);
    expect(existsSync(profile)).toBe(false);
  });

  test('while an image is made, the profile is installed but not loaded into the kernel', () => {
    writeFileSync(join(root, 'bin', 'ischroot'), '#!/bin/sh\n', { mode: 0o755 });
    expect(runPackageScript('after-install', ['configure'])).not.toContain(load);
    expect(existsSync(profile)).toBe(true);
  });

  test('databases of the desktop that cannot be updated are no error', () => {
    runPackageScript('after-install', ['configure'], ['update-mime-database', 'update-desktop-database']);
  });
});

describe.runIf(process.platform === 'linux')('after the removal', () => {
  test.each([['remove'], ['purge'], ['0']])('(%s) the profile is unloaded and removed', (argument) => {
    writeFileSync(profile, 'profile');
    expect(runPackageScript('after-remove', [argument])).toContain('apparmor_parser --remove /etc/apparmor.d/taleport');
    expect(existsSync(profile)).toBe(false);
  });

  test.each([['upgrade'], ['1']])('(%s) an upgrade changes nothing', (argument) => {
    writeFileSync(profile, 'profile');
    expect(runPackageScript('after-remove', [argument])).toEqual([]);
    expect(existsSync(profile)).toBe(true);
  });
});
