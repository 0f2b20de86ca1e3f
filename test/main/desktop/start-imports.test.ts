/**
 * What the main thread loads before the window opens. Schemas (zod) take long to create, and the database and the updater are loaded when
 * they are needed.
 */
import { expect, test } from 'vitest';
import { readImportGraph } from '../../import-graph.ts';

const graph = readImportGraph(['shared', 'main']);

/** The files that are loaded with these, and the packages that they import. */
function loadedWith(...files: readonly string[]): { readonly seen: ReadonlySet<string>; readonly packages: ReadonlySet<string> } {
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
  for (const file of files) visit(file);
  return { seen, packages };
}

test('the desktop starts with few packages; all others are loaded later', () => {
  const { seen, packages } = loadedWith('main/main.ts');
  expect(seen.size).toBeGreaterThan(50);
  expect([...packages].sort()).toEqual(['electron', 'electron-log/node', 'intl-messageformat']);
});

test('the first call of the window loads the schemas of the calls that the desktop answers, and no others', () => {
  const later = (graph.get('main/desktop/window/ipc.ts') ?? []).filter(({ isLazy, isTypeOnly }) => isLazy && !isTypeOnly);
  const { seen } = loadedWith(...later.map(({ to }) => to));
  expect([...seen].filter((file) => /^shared\/contracts\/ipc\/.*calls\.ts$/.test(file))).toEqual(['shared/contracts/ipc/desktop-calls.ts']);
  expect([...seen].filter((file) => file.startsWith('main/'))).toEqual([]);
});
