/** `npm ci` prints no warning about Node versions, and the packages get the one that they want. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type LockFile, withoutEngines } from '../../scripts/lock-file.mjs';
import { root } from '../root.ts';

const { satisfies }: { satisfies(version: string, range: string): boolean } = createRequire(import.meta.url)('semver');
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));

test('the lock file names no Node versions for npm to compare with its own (mended by node scripts/lock-file.mjs)', () => {
  const lock: LockFile = readJson('package-lock.json');
  expect(Object.entries(lock.packages).flatMap(([path, { engines }]) => (path !== '' && engines ? [path] : []))).toEqual([]);
  expect(lock.packages['']?.engines).toEqual(readJson('package.json').engines);
});

test('only the Node versions are removed, and not those of this project', () => {
  const engines = { node: '>=20' };
  const packages = { '': { engines, name: 'taleport' }, 'node_modules/a': { engines, version: '1.0.0' } };
  expect(withoutEngines({ packages })).toEqual({ packages: { '': { engines, name: 'taleport' }, 'node_modules/a': { version: '1.0.0' } } });
});

test('the Node that the npm commands use is one that every installed package wants', () => {
  const { packages }: LockFile = readJson('package-lock.json');
  const { version } = readJson('node_modules/node/package.json');
  const manifests = Object.keys(packages).filter((path) => path !== '' && existsSync(join(root, path, 'package.json')));
  const unsatisfied = manifests.flatMap((path) => {
    const wanted: unknown = readJson(join(path, 'package.json')).engines?.node;
    return typeof wanted === 'string' && !satisfies(version, wanted) ? [`${path} wants Node ${wanted}, and this is ${version}`] : [];
  });
  expect(manifests.length).toBeGreaterThan(400);
  expect(unsatisfied).toEqual([]);
});
