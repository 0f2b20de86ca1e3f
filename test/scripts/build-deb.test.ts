import { expect, test } from 'vitest';
import { planDeb } from '../../scripts/build-deb.mjs';

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
  expect(planDeb(args).control).toBe(
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

test('files, scripts and compression are taken as fpm takes them, and the last of two values counts', () => {
  expect(planDeb([...args, '--deb-compression', 'none'])).toMatchObject({
    paths: [
      { source: 'dist/linux-unpacked/', target: '/opt/Taleport' },
      { source: 'icons/a=b.png', target: '/usr/share/icons/a.png' },
    ],
    scripts: { postinst: '/tmp/after-install', postrm: '/tmp/after-remove' },
    compression: 'none',
    file: 'dist/taleport.deb',
  });
});

test('what it does not know or cannot build is an error and not left out', () => {
  expect(() => planDeb([...args, '--before-install', 'x'])).toThrow('before-install');
  expect(() => planDeb(args.map((each) => (each === 'deb' ? 'rpm' : each)))).toThrow('only "-s dir -t deb"');
  expect(() => planDeb([...args, 'a-file'])).toThrow('"a-file" does not name a path and its place');
  expect(() => planDeb(args.filter((each) => each !== '--name' && each !== 'taleport'))).toThrow('a package needs a name');
});
