import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isStale } from '../../scripts/build.mjs';

let folder: string;
const write = (path: string, second: number) => {
  writeFileSync(join(folder, path), '');
  utimesSync(join(folder, path), second, second);
};
const touch = (path: string, second: number) => utimesSync(join(folder, path), second, second);
const old = () => isStale([join(folder, 'out.js'), join(folder, 'out.html')], [join(folder, 'sources'), join(folder, 'package.json')]);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'taleport-build-'));
  mkdirSync(join(folder, 'sources', 'deep'), { recursive: true });
  write('sources/deep/a.ts', 100);
  write('package.json', 100);
  touch('sources/deep', 100);
  touch('sources', 100);
  write('out.js', 200);
  write('out.html', 200);
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a build newer than all its sources is not repeated', () => expect(old()).toBe(false));

test('a changed source causes a new build', () => {
  touch('sources/deep/a.ts', 300);
  expect(old()).toBe(true);
});

test('a deleted source causes a new build', () => {
  rmSync(join(folder, 'sources/deep/a.ts'));
  expect(old()).toBe(true);
});

test('a missing result causes a new build', () => {
  rmSync(join(folder, 'out.html'));
  expect(old()).toBe(true);
});

test('a result of an older build causes a new one', () => {
  touch('package.json', 250);
  touch('out.js', 300);
  expect(old()).toBe(true);
});
