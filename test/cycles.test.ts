/**
 * No file may import itself by way of others: read one file, and all it stands on is below it. What is loaded later does not count; types do in
 * shared and main. In the renderer they do not, since a screen's actions are named where the list of all actions is.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const statement = /^(?:import|export)\s+(?!type\b)(?:([^;'"]*?)\s+from\s+)?'(\.[^']+\.tsx?)'/gm;
const anyStatement = /^(?:import|export)\s+(?:type\s+)?(?:([^;'"]*?)\s+from\s+)?'(\.[^']+\.tsx?)'/gm;
const onlyTypes = /^\{(?:\s*type\s+[\w\s]+,?)+\s*\}$/;

function importsOf(file: string, { types = false } = {}): string[] {
  return [...readFileSync(join(root, file), 'utf8').matchAll(types ? anyStatement : statement)]
    .filter(([, names = '']) => types || !onlyTypes.test(names))
    .map(([, , path = '']) => posix.join(posix.dirname(file), path));
}

const files = ['shared', 'main', 'renderer'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name))),
);

/** The first way from a file back to itself that a walk in depth meets from each file it has not seen. */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (file: string, way: readonly string[]): void => {
    const from = way.indexOf(file);
    if (from >= 0) found.push([...way.slice(from), file].join(' → '));
    if (from >= 0 || done.has(file)) return;
    for (const next of graph.get(file) ?? []) walk(next, [...way, file]);
    done.add(file);
  };
  for (const file of graph.keys()) walk(file, []);
  return found;
}

test('no file imports itself by way of others', () => {
  expect(circles(new Map(files.map((file) => [file, importsOf(file)])))).toEqual([]);
});

test('in shared and main not even by types', () => {
  const inner = files.filter((file) => !file.startsWith('renderer'));
  expect(circles(new Map(inner.map((file) => [file, importsOf(file, { types: true })])))).toEqual([]);
});

test('a circle is found and named', () => {
  const graph = { a: ['b', 'd'], b: ['c'], c: ['a'], d: ['c'] };
  expect(circles(new Map(Object.entries(graph)))).toEqual(['a → b → c → a']);
});
