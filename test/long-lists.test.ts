/** A list may be as long as a story: its entries never become the arguments of a call, which has room for about 120,000. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { appendAll } from '../shared/lists.ts';
import { referencesOf } from '../shared/model/references.ts';
import { listFiles } from './import-graph.ts';
import { root } from './root.ts';

const length = 150_000;

test('any number of entries is added to a list', () => {
  const list = [0];
  appendAll(
    list,
    Array.from({ length }, (_, at) => at + 1),
  );
  expect([list.length, list.at(-1)]).toEqual([length + 1, length]);
});

test('an attribute with a very long list has all its references', () => {
  const data = Array.from({ length }, (_, at) => ({ id: `entry-${at}`, component: `component-${at}` }));
  const attribute = { kind: 'attribute', id: 'a', rank: 'a0', value: { type: 'component-list', data } } as const;
  expect(referencesOf(attribute)).toHaveLength(length);
});

test.each(['main', 'shared', 'renderer'])('no file in %s adds the entries of a list as arguments', (folder) => {
  const found = listFiles(folder, /\.tsx?$/).filter((file) => /\.(?:push|unshift)\(\s*\.\.\./.test(readFileSync(join(root, file), 'utf8')));
  expect(found).toEqual([]);
});
