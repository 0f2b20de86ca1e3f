/** Each message of the catalogue is used, and each key in the sources is in the catalogue. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { messages } from '../../../shared/messages/en/messages.ts';
import { listFiles } from '../../import-graph.ts';
import { root } from '../../root.ts';
import { findKeyExpressions, findTextsReadOnLoad, keysOf, patternOf, readMessageUses } from './message-uses.ts';

const keys: readonly string[] = Object.keys(messages);
const features = new Set(keys.map((key) => key.slice(0, key.indexOf('.'))));
const uses = readMessageUses(features);
const patterns = [...uses.computed.keys()].map(patternOf);
const isUsed = (key: string): boolean => uses.literals.has(key) || patterns.some((pattern) => pattern.test(key));

describe('the messages of the catalogue', () => {
  test('are all used', () => {
    const unused = keys.filter((key) => !isUsed(key));
    expect(unused).toEqual([]);
  });
});

describe('the keys in the sources', () => {
  test('are in the catalogue', () => {
    const unknown = [...uses.literals].filter(([key]) => !keys.includes(key));
    expect(unknown).toEqual([]);
    const matchNothing = [...uses.computed].filter(([key]) => !keys.some((known) => patternOf(key).test(known)));
    expect(matchNothing).toEqual([]);
  });

  test('that are computed name a group of messages, so that a search for the group finds them', () => {
    // The names of fields are a group of their own.
    const broad = [...uses.computed].filter(([key]) => key.split('.').length < 3 && key !== 'fields.*');
    expect(broad).toEqual([]);
  });

  test('of the window become text while a view is drawn, not while a module is loaded: the language can change', () => {
    const read = listFiles('renderer', /\.tsx?$/).flatMap((file) => findTextsReadOnLoad(file, readFileSync(join(root, file), 'utf8')));
    expect(read).toEqual([]);
    expect(findTextsReadOnLoad('example.ts', "const row = { label: t('a.b'), hint: () => t('a.c') };")).toEqual(['a.b']);
  });

  test('are found in calls, in rows and in both branches of a condition', () => {
    const source = `t(isNew ? 'a.new' : 'a.old', { name: 'no key' });
      const row = { label: \`a.rows.\${kind}.of\`, name: 'no key' };
      throw new Problem('no key', message('a.problem'));`;
    const found = findKeyExpressions('example.ts', source).flatMap(({ expression }) => keysOf(expression));
    expect(found.map(({ key }) => key)).toEqual(['a.new', 'a.old', 'a.rows.*.of', 'a.problem']);
    expect(patternOf('a.rows.*.of').test('a.rows.move.of')).toBe(true);
    expect(patternOf('a.rows.*.of').test('a.rows.move.more.of')).toBe(false);
  });
});
