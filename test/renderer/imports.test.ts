/** What the window loads: it parses no records, so zod and the schemas are never part of it (docs/adr/0104). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readImportGraph } from '../import-graph.ts';
import { root } from '../root.ts';

const statements =
  /^(?:import|export)\s+(type\s+)?([^'";]*?)\s*from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)|new URL\('([^']+)', import/gm;

/** The modules that a file loads when it runs; imports of types alone are left out. */
function* loadedBy(source: string): Generator<string> {
  for (const [, typeOnly, names = '', from, bare, lazy, worker] of source.matchAll(statements)) {
    const path = from ?? bare ?? lazy ?? worker;
    const parts = names
      .replace(/[{}]/g, '')
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean);
    const isTypesAlone = typeOnly !== undefined || (names.startsWith('{') && parts.every((name) => name.startsWith('type ')));
    if (path !== undefined && !isTypesAlone) yield path;
  }
}

/** Every module below the renderer and what it loads, with the file that loads it first. */
function loadedModules(): { readonly own: ReadonlySet<string>; readonly packages: ReadonlyMap<string, string> } {
  const own = new Set(
    readdirSync(join(root, 'renderer'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => join(root, 'renderer', file)),
  );
  const packages = new Map<string, string>();
  for (const file of own)
    for (const path of loadedBy(readFileSync(file, 'utf8'))) {
      const target = resolve(dirname(file), path);
      if (!path.startsWith('.')) packages.set(path, packages.get(path) ?? file);
      else if (/\.tsx?$/.test(target) && existsSync(target)) own.add(target);
    }
  return { own, packages };
}

test('the window never loads zod, nor the schemas of the kinds', () => {
  const { own, packages } = loadedModules();
  expect(own.size).toBeGreaterThan(300);
  expect(packages.has('react')).toBe(true);
  expect([...packages].filter(([name]) => name === 'zod' || name.startsWith('zod/'))).toEqual([]);
  expect(own.has(join(root, 'shared/model/kinds/kinds.ts'))).toBe(true);
  expect(own.has(join(root, 'shared/model/kinds/kind-schemas.ts'))).toBe(false);
});

/** Messages are loaded by languages (renderer/messages), and whole frames and workers are not modules of the window. */
test('code is loaded later in one way: by lazyCode and lazyComponent', () => {
  const lazily = [...readImportGraph(['renderer']).keys()].flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    return [...source.matchAll(/\bimport\('/g)].map(({ index }) => ({ file, before: source.slice(0, index) }));
  });
  expect(lazily.length).toBeGreaterThan(50);
  const isByRule = (before: string) => /\blazyCode\(\(\) => $|\blazy(?:Code|Component)\(\s*async \(\) => \(await $/.test(before);
  // The workspace is loaded together with its panes.
  expect(lazily.filter(({ before }) => !isByRule(before)).map(({ file }) => file)).toEqual(['renderer/app/app.tsx']);
});
