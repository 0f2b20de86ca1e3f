import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readArguments } from '../../scripts/build-linux-package.mjs';
import { debianControl } from '../../scripts/debian-package.mjs';
import { rpmArchitecture, rpmSpec } from '../../scripts/rpm-package.mjs';

/** As electron-builder calls fpm. */
const args = [
  ...[
    '-s',
    'dir',
    '--force',
    '-t',
    'deb',
    '-d',
    'libgtk-3-0',
    '-d',
    'libasound2 (>= 1.0.17)',
    '--deb-recommends',
    'gnome-keyring | kwalletmanager',
  ],
  ...['--deb-compression', 'xz', '--architecture', 'amd64', '--after-install', '/tmp/after-install', '--after-remove', '/tmp/after-remove'],
  ...['--description', 'Branching stories\n For games.\n\n And more.', '--version', '1.2.0~beta', '--package', 'dist/taleport.deb'],
  ...['--name', 'taleport', '--maintainer', 'T <dev@taleport.app>', '--url', 'https://taleport.app', '--category', 'devel'],
  ...['--deb-priority', 'optional', 'dist/linux-unpacked/=/opt/Taleport', 'icons/a=b.png=/usr/share/icons/a.png'],
];

test('the control file has the fields in Debian’s form', () => {
  expect(debianControl(readArguments(args))).toBe(
    [
      'Package: taleport',
      'Version: 1.2.0~beta',
      'Architecture: amd64',
      'Maintainer: T <dev@taleport.app>',
      'Depends: libgtk-3-0, libasound2 (>= 1.0.17)',
      'Recommends: gnome-keyring | kwalletmanager',
      'Section: devel',
      'Priority: optional',
      'Homepage: https://taleport.app',
      'Description: Branching stories\n For games.\n .\n And more.\n',
    ].join('\n'),
  );
});

test('files and the place of the package are taken as fpm takes them, and the last of two values counts', () => {
  expect(readArguments([...args, '--deb-compression', 'none'])).toMatchObject({
    paths: [
      { source: 'dist/linux-unpacked/', target: '/opt/Taleport' },
      { source: 'icons/a=b.png', target: '/usr/share/icons/a.png' },
    ],
    values: { 'after-install': '/tmp/after-install', 'after-remove': '/tmp/after-remove', 'deb-compression': 'none' },
    file: 'dist/taleport.deb',
  });
});

test('the spec file has the fields in the form of rpm, in which nothing is built and no macro is expanded', () => {
  const script = join(import.meta.dirname, '..', '..', 'build', 'linux', 'taleport');
  const contents = readArguments([
    ...['-s', 'dir', '-t', 'rpm', '-d', 'libgtk-3.so.0()(64bit)', '-d', 'xdg-utils', '--rpm-os', 'linux', '--rpm-compression', 'none'],
    ...[
      '--directories=/opt/Taleport',
      '--rpm-summary',
      'Stories, 100% yours',
      '--description',
      'Branching %stories',
      '--after-install',
      script,
    ],
    ...[
      '--version',
      '1.2.0~beta',
      '--architecture',
      'x86_64',
      '--package',
      'a.rpm',
      '--name',
      'taleport',
      '--maintainer',
      'T <dev@taleport.app>',
    ],
    ...['--license', 'MIT', '--force', 'dist/linux-unpacked/=/opt/Taleport'],
  ]);
  const spec = rpmSpec(contents, ['%dir "/opt/Taleport"', '"/opt/Taleport/taleport"']);
  expect(spec).toContain(
    'Name: taleport\nVersion: 1.2.0~beta\nRelease: 1\nSummary: Stories, 100%% yours\nLicense: MIT\nPackager: T <dev@taleport.app>',
  );
  expect(spec).toContain('\nRequires: libgtk-3.so.0()(64bit)\nRequires: xdg-utils\n');
  expect(spec).toContain('\n%description\nBranching %%stories\n');
  expect(spec).toMatch(/\n%post\n#!\/bin\/sh\n/);
  expect(spec).toMatch(/\n%files\n%defattr\(-,root,root,-\)\n%dir "\/opt\/Taleport"\n"\/opt\/Taleport\/taleport"\n$/);
  expect(['amd64', 'aarch64'].map(rpmArchitecture)).toEqual(['x86_64', 'aarch64']);
  expect(() => rpmSpec({ ...contents, values: { ...contents.values, 'rpm-compression': 'odd' } }, [])).toThrow('"odd" is not known');
});

test('what it does not know or cannot build is an error and not left out', () => {
  expect(() => readArguments([...args, '--before-install', 'x'])).toThrow('before-install');
  expect(() => readArguments(args.map((each) => (each === 'deb' ? 'pacman' : each)))).toThrow('can be built without fpm');
  expect(() => readArguments([...args, 'a-file'])).toThrow('"a-file" does not name a path and its place');
  expect(() => readArguments(args.filter((each) => each !== '--name' && each !== 'taleport'))).toThrow('a package needs a name');
});
