/** Each planted bug still matches its place in the code; the deep tests show that each is caught. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../root.ts';
import { allNodes, isNode, parseModule } from '../syntax-tree.ts';
import { plant, sourceOf, withPlant } from './plants.ts';
import { servicePlants } from './service-plants.ts';
import { storagePlants } from './storage-plants.ts';
import { syncPlants } from './sync-plants.ts';
import { windowPlants } from './window-plants.ts';

const all = [...servicePlants, ...storagePlants, ...syncPlants, ...windowPlants];

/** The names that a module uses and does not declare anywhere. */
function unknownNames(file: string, source: string): Set<string> {
  const [used, declared] = [new Set<string>(), new Set(Object.getOwnPropertyNames(globalThis))];
  const notUsed = new Set<unknown>();
  for (const node of allNodes(parseModule(file, source))) {
    if (node.computed === false) notUsed.add(node.property ?? node.key);
    for (const { name } of allNodes([node.id, node.param, node.local, ...listOf(node.params)].filter(isNode))) declared.add(String(name));
    if (node.type === 'Identifier' && !notUsed.has(node)) used.add(String(node.name));
  }
  return new Set([...used].filter((name) => !declared.has(name)));
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

describe('planted bugs', () => {
  test.each(all)('"$name": its declaration contains its code exactly once', (each) => {
    expect(withPlant(each, sourceOf(each))).not.toBe(sourceOf(each));
  });

  test.each(all)('"$name": it names nothing that its module does not know, so that its behaviour is caught and not its name', (each) => {
    const known = unknownNames(each.module, sourceOf(each));
    expect([...unknownNames(`planted ${each.module}`, withPlant(each, sourceOf(each)))].filter((name) => !known.has(name))).toEqual([]);
  });

  test('the test that one names is in its file', () => {
    const named = all.flatMap(({ test: name, caughtBy }) => (name === undefined ? [] : [{ name, caughtBy }]));
    const isThere = ({ name, caughtBy }: (typeof named)[number]) => readFileSync(join(root, caughtBy), 'utf8').includes(`'${name}`);
    expect(named.filter((each) => !isThere(each))).toEqual([]);
    expect(named).not.toEqual([]);
  });

  test('each has a name of its own', () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  });

  test('each is caught by a test of the project in which the deep tests look for it', () => {
    const isConformance = ({ caughtBy }: (typeof all)[number]) => caughtBy.startsWith('test/conformance/');
    expect(all.filter(isConformance)).toEqual(servicePlants);
  });

  const source = 'const other = 1;\nexport function area(width: number) {\n  return times(\n    width, // metres\n    2,\n  );\n}\n';
  const inArea = (declaration: string, code: string) => () => withPlant(plant('p', 'c', 'm.ts', declaration, code, 'X'), source);

  test('code is found in any formatting', () => {
    expect(inArea('area', 'times(width, 2)')()).toBe('const other = 1;\nexport function area(width: number) {\n  return X;\n}\n');
  });

  test('a declaration that was renamed, code that changed, and code outside of the declaration throw', () => {
    expect(inArea('volume', 'width')).toThrow('m.ts declares volume 0 times');
    expect(inArea('area', 'height')).toThrow('area of m.ts has "height" 0 times');
    expect(inArea('area', 'width')).toThrow('2 times');
    expect(inArea('other', 'width')).toThrow('0 times');
  });
});
