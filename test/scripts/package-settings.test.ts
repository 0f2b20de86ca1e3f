/** What electron-builder.yml and the installer for Windows have to agree on with the program. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { afterPack, unusedOnWindows } from '../../scripts/after-pack.mjs';
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

test('the installer for Windows corrects the file type that electron-builder registers', () => {
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

test('a package for Windows lacks the compiler for WebGPU, and nothing else of Electron', () => {
  expect(settings).toMatch(/^afterPack: scripts\/after-pack\.mjs$/m);
  const folder = mkdtempSync(join(tmpdir(), 'taleport-pack-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const needed = ['Taleport.exe', 'd3dcompiler_47.dll', 'ffmpeg.dll', 'libEGL.dll', 'vk_swiftshader.dll'];
  for (const name of [...needed, ...unusedOnWindows]) writeFileSync(join(folder, name), '');
  afterPack({ appOutDir: folder, electronPlatformName: 'linux' });
  expect(readdirSync(folder)).toHaveLength(needed.length + 2);
  afterPack({ appOutDir: folder, electronPlatformName: 'win32' });
  expect(readdirSync(folder).sort()).toEqual(needed);
});
