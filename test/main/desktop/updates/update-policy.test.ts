import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { areUpdatesAllowed, detectPackageKind, policyFileFor } from '../../../../main/desktop/updates/package-kind.ts';

const folder = mkdtempSync(join(tmpdir(), 'taleport-policy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'policy.json');

describe('a policy', () => {
  test.each([
    ['{"updates": "off"}', false],
    ['{"updates": "on"}', true],
    ['{}', true],
    ['{"updates": false}', false],
    ['not JSON', false],
    ['', false],
  ])('%s: updates are allowed: %s', (content, isAllowed) => {
    writeFileSync(file, content);
    expect(areUpdatesAllowed(file, {})).toBe(isAllowed);
  });

  test('without a file, the environment decides', () => {
    const missing = join(folder, 'missing.json');
    expect(areUpdatesAllowed(missing, {})).toBe(true);
    expect(areUpdatesAllowed(missing, { TALEPORT_UPDATES: 'off' })).toBe(false);
  });

  test('its file is where only administrators can write', () => {
    expect(policyFileFor('linux', {})).toBe('/etc/taleport/policy.json');
    expect(policyFileFor('darwin', {})).toBe('/Library/Application Support/Taleport/policy.json');
    expect(policyFileFor('win32', { ProgramData: 'D:\\Data' })).toMatch(/^D:\\Data.Taleport.policy\.json$/);
  });
});

describe('the kind of package', () => {
  test('an AppImage in a folder that the user can write is replaced, other packages for Linux are not', () => {
    const kindOf = (appImage: string, executable: string) =>
      detectPackageKind('linux', { APPIMAGE: appImage, APPDIR: '/tmp/.mount_A' }, executable);
    expect(kindOf(join(folder, 'Taleport.AppImage'), '/tmp/.mount_A/taleport')).toBe('appImage');
    expect(kindOf(join(folder, 'missing', 'Taleport.AppImage'), '/tmp/.mount_A/taleport')).toBe('manual');
    expect(detectPackageKind('linux', {}, '/opt/Taleport/taleport')).toBe('manual');
  });

  test('the variables of another AppImage, from whose terminal Taleport was started, do not count', () => {
    const inherited = { APPIMAGE: join(folder, 'Other.AppImage'), APPDIR: '/tmp/.mount_Other' };
    expect(detectPackageKind('linux', inherited, '/home/me/taleport/taleport')).toBe('manual');
    expect(detectPackageKind('linux', inherited, '/tmp/.mount_OtherOne/taleport')).toBe('manual');
    expect(detectPackageKind('linux', { APPIMAGE: inherited.APPIMAGE }, '/home/me/taleport/taleport')).toBe('manual');
  });

  // Its paths have no backslashes.
  test.runIf(process.platform !== 'win32')(
    'an app for macOS is replaced where the user can write, not on the disk of a .dmg nor where macOS has moved it for this run',
    () => {
      const executableIn = (...place: string[]): string => join(...place, 'Taleport.app', 'Contents', 'MacOS', 'Taleport');
      for (const place of [join(folder, 'Applications'), join(folder, 'AppTranslocation', 'D1F2', 'd')])
        mkdirSync(join(place, 'Taleport.app', 'Contents', 'MacOS'), { recursive: true });
      expect(detectPackageKind('darwin', {}, executableIn(folder, 'Applications'))).toBe('macApp');
      expect(detectPackageKind('darwin', {}, executableIn(folder, 'AppTranslocation', 'D1F2', 'd'))).toBe('manual');
      expect(detectPackageKind('darwin', {}, executableIn(folder, 'not mounted'))).toBe('manual');
    },
  );

  test('on Windows the installer leaves its uninstaller beside the program', () => {
    expect(detectPackageKind('win32', {}, join(folder, 'Taleport.exe'))).toBe('manual');
    writeFileSync(join(folder, 'Uninstall Taleport.exe'), '');
    expect(detectPackageKind('win32', {}, join(folder, 'Taleport.exe'))).toBe('windowsInstaller');
  });
});
