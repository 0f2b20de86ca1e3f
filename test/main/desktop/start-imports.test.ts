/**
 * What the main thread loads before the window opens. Schemas (zod) take long to create, and the database and the updater are loaded when
 * they are needed.
 */
import { expect, test } from 'vitest';
import { readImportGraph } from '../../import-graph.ts';

test('the desktop starts with few packages; all others are loaded later', () => {
  const graph = readImportGraph(['shared', 'main']);
  const seen = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { to, isPackage, isTypeOnly, isLazy } of graph.get(file) ?? []) {
      if (isTypeOnly || isLazy) continue;
      if (!isPackage) visit(to);
      else if (!to.startsWith('node:')) packages.add(to);
    }
  };
  visit('main/main.ts');
  expect(seen.size).toBeGreaterThan(50);
  expect([...packages].sort()).toEqual(['electron', 'electron-log/node', 'intl-messageformat']);
});
