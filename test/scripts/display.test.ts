import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { displayAddress, packageByLibrary, parseMissingLibraries } from '../../scripts/display.mjs';
import { repoPath } from '../../scripts/paths.mjs';

test('a display is searched where DISPLAY points', () => {
  expect(displayAddress(':0')).toEqual({ path: '/tmp/.X11-unix/X0' });
  expect(displayAddress(':99.0')).toEqual({ path: '/tmp/.X11-unix/X99' });
  expect(displayAddress('localhost:10.0')).toEqual({ host: 'localhost', port: 6010 });
  expect(displayAddress('/private/tmp/launch/org.xquartz:0')).toEqual({ path: '/private/tmp/launch/org.xquartz:0' });
});

test('missing libraries are named together with the packages that bring them', () => {
  const ldd = `\tlinux-vdso.so.1 (0x00007ffd)
\tlibnss3.so => not found
\tlibsmime3.so => not found
\tlibgtk-3.so.0 => not found
\tlibffmpeg.so => /opt/libffmpeg.so (0x00007f)`;
  expect(parseMissingLibraries(ldd)).toBe(
    'Electron misses libnss3.so, libsmime3.so, libgtk-3.so.0; on Debian: apt-get install libnss3 libgtk-3-0',
  );
});

test('every package that the .deb depends on for a library of Electron can be named', () => {
  const settings = readFileSync(repoPath('electron-builder.yml'), 'utf8');
  const [, list = ''] = /\n {2}depends:\n((?: {4}- .+\n)+)/.exec(settings) ?? [];
  const packages = [...list.matchAll(/^ {4}- (\S+)/gm)].map(([, name]) => name);
  expect(packages.length).toBeGreaterThan(20);
  // Packages that every Debian has, and those that Electron loads or calls only when it needs them.
  const notLinked = ['libc6', 'libnotify4', 'libsecret-1-0', 'xdg-utils'];
  const known: unknown[] = Object.values(packageByLibrary);
  expect(packages.filter((name) => !known.includes(name))).toEqual(notLinked);
});

test('a missing library without a known package is still named', () => {
  expect(parseMissingLibraries('\tlibodd.so.1 => not found\n')).toBe('Electron misses libodd.so.1');
});

test('without missing libraries there is no message', () => {
  expect(parseMissingLibraries('\tlibc.so.6 => /lib/libc.so.6 (0x0)\n')).toBeUndefined();
});
