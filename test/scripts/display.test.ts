import { expect, test } from 'vitest';
import { displayAddress, parseMissingLibraries } from '../../scripts/display.mjs';

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

test('a missing library without a known package is still named', () => {
  expect(parseMissingLibraries('\tlibodd.so.1 => not found\n')).toBe('Electron misses libodd.so.1');
});

test('without missing libraries there is no message', () => {
  expect(parseMissingLibraries('\tlibc.so.6 => /lib/libc.so.6 (0x0)\n')).toBeUndefined();
});
