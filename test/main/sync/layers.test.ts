/** The layers of main/sync: a folder imports only itself and lower layers, including type and lazy imports. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../root.ts';

const syncFolder = join(root, 'main/sync');
const layers = ['plan', 'protocol', 'store', 'client', 'project', 'scheduler', 'presenter', 'service', 'calls.ts'];
const files = readdirSync(syncFolder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replaceAll('\\', '/'));

/** Relative import statements and lazy imports. */
const importPattern = /^(?:import|export)\b[^'";]*?\bfrom\s+'(\.[^']+)'|^import\s+'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'\s*\)/gm;

function importsOf(file: string): string[] {
  const found = readFileSync(join(syncFolder, file), 'utf8').matchAll(importPattern);
  return [...found]
    .map(([, named, bare, lazy]) => named ?? bare ?? lazy ?? '')
    .map((path) => relative(syncFolder, resolve(syncFolder, dirname(file), path)).replaceAll('\\', '/'))
    .filter((path) => !path.startsWith('..'));
}

const layerOf = (file: string): number => layers.indexOf(file.split('/')[0] ?? '');

describe('the layers of sync', () => {
  test('every file belongs to a layer', () => {
    expect(files.filter((file) => layerOf(file) < 0)).toEqual([]);
    expect(layers.filter((layer) => !files.some((file) => file === layer || file.startsWith(`${layer}/`)))).toEqual([]);
  });

  test('no file imports a higher layer', () => {
    const upward = files.flatMap((file) =>
      importsOf(file).flatMap((path) => (layerOf(path) > layerOf(file) ? [`${file} imports ${path}`] : [])),
    );
    expect(upward).toEqual([]);
  });

  test('there are no import cycles', () => {
    const imports = new Map(files.map((file) => [file, importsOf(file)]));
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (file: string, path: readonly string[]): void => {
      const at = path.indexOf(file);
      if (at >= 0) cycles.push([...path.slice(at), file].join(' → '));
      if (at >= 0 || done.has(file)) return;
      for (const next of imports.get(posix.normalize(file)) ?? []) visit(next, [...path, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);
    expect(cycles).toEqual([]);
  });
});
