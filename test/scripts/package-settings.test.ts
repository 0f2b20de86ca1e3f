/** What electron-builder.yml and the installer for Windows have to agree on with the program. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { repoPath } from '../../scripts/paths.mjs';
import { languageOptions } from '../../shared/messages/languages.ts';
import { appImageName } from '../main/desktop/updates/update-server.ts';

const read = (...path: string[]): string => readFileSync(repoPath(...path), 'utf8');
const settings = read('electron-builder.yml');

test('Chromium’s own texts are packed in every language of the window', () => {
  const [, list = ''] = /^electronLanguages: \[(.+)\]$/m.exec(settings) ?? [];
  expect(list.split(', ')).toEqual(expect.arrayContaining(languageOptions.map(({ id }) => id)));
});

test('the file name of the AppImage has no version, since electron-updater would rename the file', () => {
  const [, name = ''] = /^appImage:\n {2}artifactName: (\S+)/m.exec(settings) ?? [];
  const fileName = name.replace(/\$\{arch\}/, 'x86_64').replace(/\$\{ext\}/, 'AppImage');
  expect(fileName).toBe(appImageName);
  expect(fileName).not.toMatch(/\d+\.\d+\.\d+/);
});

test('prereleases write the feeds that are signed and read', () => {
  expect(settings).toMatch(/^detectUpdateChannel: false$/m);
});

test('the installer for Windows mends the file type that electron-builder registers', () => {
  const [, extension = '', name = ''] = /^fileAssociations:\n {2}- ext: (.+)\n {4}name: (.+)$/m.exec(settings) ?? [];
  const script = read('build', 'windows', 'installer.nsh');
  expect(script).toContain(`WriteRegStr SHELL_CONTEXT "Software\\Classes\\${name}\\shell\\open\\command"`);
  expect(script).toContain(`DeleteRegKey SHELL_CONTEXT "Software\\Classes\\.${extension}"`);
});

test('the uninstaller for Windows removes the login item under the id of the program', () => {
  const [, id = ''] = /setAppUserModelId\('(.+)'\)/.exec(read('main', 'desktop', 'start-desktop.ts')) ?? [];
  const removed = [...read('build', 'windows', 'installer.nsh').matchAll(/^ {2}DeleteRegValue HKCU "\S+" "(.+)"$/gm)].map(
    ([, name]) => name,
  );
  expect(removed).toEqual([id, id]);
  expect(settings).toMatch(new RegExp(`^appId: ${id}$`, 'm'));
});
