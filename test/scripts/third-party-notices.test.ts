/** Which licences may be shipped, whose package a module is, and that no package of the app is without a text that can be shipped. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isShippable, packageFolderOf, readNotices, renderNotices } from '../../scripts/third-party-notices.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'taleport-notices-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function createPackage(name: string, manifest: Readonly<Record<string, unknown>>, files: Readonly<Record<string, string>> = {}): string {
  const place = join(folder, 'node_modules', name);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), JSON.stringify({ name, version: '1.0.0', ...manifest }));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(place, file), text);
  return place;
}

test.each([
  'MIT',
  'ISC',
  'Apache-2.0',
  '(MIT OR GPL-3.0-or-later)',
  'MIT AND (ISC OR AGPL-3.0-only)',
  'GPL-2.0-only OR MIT AND ISC',
  'Python-2.0',
])('%s may be shipped', (license) => expect(isShippable(license)).toBe(true));

test.each([
  'GPL-3.0-only',
  'AGPL-3.0-or-later',
  'LGPL-2.1-only',
  'MIT AND GPL-2.0-only',
  'GPL-2.0-only WITH Classpath-exception-2.0',
  'UNLICENSED',
  'SEE LICENSE IN LICENSE.md',
  'Custom',
  '(MIT',
  'MIT ISC',
  '',
])('%j may not be shipped', (license) => expect(isShippable(license)).toBe(false));

describe('whose package a module is', () => {
  test.each([
    ['/app/node_modules/zod/v4/index.js', '/app/node_modules/zod'],
    ['/app/node_modules/@tiptap/core/dist/index.js?v=1', '/app/node_modules/@tiptap/core'],
    ['/app/node_modules/@xyflow/react/node_modules/zustand/index.mjs', '/app/node_modules/@xyflow/react/node_modules/zustand'],
    ['\0/app/node_modules/papaparse/papaparse.js?commonjs-proxy', '/app/node_modules/papaparse'],
    ['C:\\app\\node_modules\\diff\\index.mjs', 'C:/app/node_modules/diff'],
    ['/app/renderer/main.tsx', undefined],
  ])('%j', (id, expected) => expect(packageFolderOf(id)).toBe(expected));
});

describe('the notices', () => {
  test('contain each package once, by name, with all of its texts', () => {
    const zebra = createPackage('zebra', { license: 'MIT' }, { LICENSE: 'Text of zebra\r\n', 'NOTICE.txt': 'Notice of zebra' });
    const apple = createPackage('@scope/apple', { licenses: [{ type: 'ISC' }] }, { 'license.md': 'Text of apple' });
    const notices = readNotices([zebra, apple, zebra]);
    expect(notices).toEqual([
      { name: '@scope/apple', version: '1.0.0', license: 'ISC', text: 'Text of apple' },
      { name: 'zebra', version: '1.0.0', license: 'MIT', text: 'Text of zebra\n\nNotice of zebra' },
    ]);
    expect(renderNotices(notices)).toContain('zebra 1.0.0 (MIT)\n');
  });

  test('all packages that cannot be shipped are named, and why', () => {
    const strict = createPackage('strict', { license: 'GPL-3.0-only' }, { LICENSE: 'Text' });
    const silent = createPackage('silent', {}, { LICENSE: 'Text' });
    const bare = createPackage('bare', { license: 'MIT' });
    expect(() => readNotices([strict, silent, bare])).toThrow(
      /^strict 1\.0\.0 .*"GPL-3\.0-only".*\nsilent 1\.0\.0 .*not stated.*\nbare 1\.0\.0 contains no licence text/,
    );
  });
});
