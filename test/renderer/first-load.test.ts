/** What the window loads before it draws the list of projects: everything that renderer/main.tsx imports at once, not lazily. */
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { readImportGraph } from '../import-graph.ts';

const graph = readImportGraph(['shared', 'renderer']);

/** Files and packages that are imported from `start`, directly or through others. */
function reachableFrom(start: string): { files: Set<string>; packages: Set<string> } {
  const files = new Set([start]);
  const packages = new Set<string>();
  for (const file of files)
    for (const { to, isPackage, isTypeOnly, isLazy } of graph.get(file) ?? []) {
      if (isTypeOnly || isLazy) continue;
      if (isPackage) packages.add(to);
      else files.add(to);
    }
  return { files, packages };
}

const { files, packages } = reachableFrom('renderer/main.tsx');

test('the first load has no packages but those that draw the list of projects, and fonts', () => {
  expect([...packages].sort()).toEqual([
    '@fontsource-variable/inter',
    '@fontsource-variable/source-code-pro',
    '@fontsource-variable/source-serif-4',
    '@fontsource-variable/source-serif-4/wght-italic.css',
    'intl-messageformat',
    'lucide-react',
    'react',
    'react-aria-components',
    'react-dom',
    'react-dom/client',
    'zustand',
    'zustand/shallow',
    'zustand/traditional',
    'zustand/vanilla',
  ]);
});

test('the first load has neither an editor, nor drafts, nor the parser of rich text', () => {
  expect(files.size).toBeGreaterThan(200);
  const heavyFiles = [...files].filter((file) => /^(?:renderer\/editors|shared\/(?:play|script|layout|diff))\//.test(file));
  // Which names a script accepts is also a rule of the kinds.
  expect(heavyFiles).toEqual(['shared/script/identifiers.ts']);
  expect(files).not.toContain('shared/rich-text/html.ts');
  expect(files).not.toContain('renderer/state/draft-store.ts');
});

test('of the features, the first load has no dialogs', () => {
  const dialogs = [...files].filter((file) => /^renderer\/features\/.*-dialogs?\.tsx$/.test(file)).map((file) => posix.basename(file));
  expect(dialogs).toEqual([]);
});
