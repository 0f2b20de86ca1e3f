/** [Story folder] The text of files: each entry of a mapping is parsed on its own, with the result that the whole document has. */
import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { formatByLibrary, formatYaml, parseYamlFile, parseYamlInSteps, YamlError } from '../../../main/story-folder/yaml-file.ts';
import type { JsonObject } from '../../../shared/json.ts';
import { t } from '../../../shared/messages/english.ts';
import { cases, expectEnough } from '../../rounds.ts';
import { testRunSeed } from '../../seed.ts';
import { createTestEnvironment } from '../../test-environment.ts';
import { everything } from '../exporters/everything.ts';
import { textsOf, withoutHostedComments, writeStory } from './story-files.ts';
import { createPick } from './two-sides.ts';

const faultsOf = (text: string): string[] => {
  try {
    parseYamlFile(text);
    return [];
  } catch (error) {
    if (error instanceof YamlError) return error.faults.map(({ line, fault }) => `${line} ${t(fault)}`);
    throw error;
  }
};

/** The value of the whole document, by the library, with keys as they are written; undefined if it is invalid or no mapping. */
function wholeDocument(text: string): unknown {
  const document = parseDocument(text, { version: '1.2', schema: 'core', strict: true, merge: false, stringKeys: true });
  if (document.errors.length > 0) return undefined;
  const value: unknown = document.contents === null ? {} : document.toJS({ mapAsMap: false });
  return typeof value === 'object' && !Array.isArray(value) ? value : undefined;
}

test.each([
  '',
  '\n\n# nothing\n',
  '---\na: 1\nb: 2\n',
  '# first\n\n---\n# second\na: 1\n# third\nb: 2\n...\n',
  'a: 1\r\nb:\r\n  c: 2\r\n',
  'a: |\n\nb: 1\n',
  'a: |-\n  one\n  b: two\n\n  "c": three\nd: >\n  four\n  five\n',
  'a: |+\n  one\n\n\nb: 1',
  'a: |2\n   one\n  b\nc: 1\n',
  'a:\n- 1\n- b: 2\n  c: 3\n-\n  - 4\nd: 5\n',
  'a: one\n  two: three\n',
  'a: one\n  two\n\n  three\nb: four\n',
  'a: "one\n  two: three\n  "\nb: 1\n',
  'a: "one\nb: two"\n',
  "'a': 1\n\"b\": 2\n'it''s': 3\n",
  '{a: 1,\nb: 2,\n"c": [1,\n2]}\n',
  'a: {\n  b: 1,\n  c: [1, 2]\n  }\nd: 2\n',
  'a: {x: 1,\nb: 2}\nc: 3\n',
  'a: [1,\n  2\nb: 3\n',
  'a: [1, 2\n',
  'a: 1\n---\nb: 2\n',
  'a: 1\n...\nb: 2\n',
  '---\n---\na: 1\n',
  '--- word\na: 1\n',
  '- a\n- b\n',
  'word\n',
  'two\nwords: 1\n',
  'a: 1\n b: 2\n',
  '  a: 1\n  b: 2\n',
  ' a: 1\nb: 2\n',
  'a: b: c\n',
  'a:\n\tb: 1\n',
  'a: 1 # comment\nb:# none\n',
  'a\n',
  ': 1\n',
  '? a\n: 1\n',
  '%YAML 1.2\n---\na: 1\n',
  'a: @b\n',
  '__proto__:\n  x: 1\n__proto__x: 2\n',
  'a: .inf\nb: 0x10\nc: 1e3\nd: null\ne: ~\nf: true\ng: no\nh:\n',
  '00000000-0000-4000-8000-000000000001:\n  x: 1\n12:\n  x: 2\n1.50: x\n',
  // Almost as Taleport writes.
  'a:\n  b: true\n  b: 1\n',
  'a:\n  t: |-\n    one\n\n     two\n\n\nb: x y\n',
  'a: |-\n   one\n  two\n',
  'a: |-\n  one\n   two\nb: 1',
  'a: |-\n\n  one\n',
  'a: |-\n  one\n    \nb: 1\n',
  'a: |-\n  one \nb: 1\n',
  'a: |-\n  one\n # two\nb: 1\n',
  'a: |-\nb: 1\n',
  'a: x\n   y\nb: 1\n',
  'a:\n    b: 1\n',
  'a:\n  b: 1\n   c: 1\n',
  'a:\n\n  b: 1\n   \nc: 2\n',
  'a: -0.50\nb: 007\nc: 1.\nd: -0\ne: 0.30000000000000004\n',
  'a: True\nb: Null\nc: null\nd: x - y\n',
  'a: x. y\nb: x:y\nc: x #y\n',
  'a: 1 \nb:  x\n',
  'true: 1\na: 1\n',
])('%j is read as the whole document is', (text) => {
  const expected = wholeDocument(text);
  if (expected === undefined) return expect(faultsOf(text).length).toBeGreaterThan(0);
  const value = JSON.stringify(parseYamlFile(text).value);
  // Infinity is a text here.
  expect(value).toBe(JSON.stringify(expected).replace('"a":null,"b":16', '"a":"Infinity","b":16'));
});

test('any change of a file is valid or not as in the whole document, with the same values', () => {
  const { random } = createTestEnvironment(testRunSeed());
  const texts = [...textsOf(writeStory(withoutHostedComments(everything().project())).files)].filter(([path]) => path.endsWith('.yaml'));
  const parts = [
    '\n',
    '\n\n',
    ' ',
    '  ',
    ':',
    ': ',
    '- ',
    '"',
    "'",
    '|',
    '#',
    '{',
    '}',
    '[',
    ']',
    ',',
    '...\n',
    '---\n',
    'x',
    'b: 1\n',
    '\r\n',
    '\t',
  ];
  const pick = (count: number): number => Math.floor(random() * count);
  const drawn = cases(600);
  let valid = 0;
  for (let number = 0; number < drawn; number++) {
    let text = texts[pick(texts.length)]?.[1] ?? '';
    for (let change = pick(3); change >= 0; change--) {
      const at = pick(text.length + 1);
      text = text.slice(0, at) + (parts[pick(parts.length)] ?? '') + text.slice(at + (pick(2) === 0 ? 0 : pick(30)));
    }
    const expected = wholeDocument(text);
    const faults = faultsOf(text);
    if (expected === undefined) expect(faults, text).not.toEqual([]);
    else if (faults.length === 0) {
      valid++;
      expect(parseYamlFile(text).value, text).toEqual(expected);
    } else expect(faults.join(), text).toMatch(/alias or tag|isn’t text|occurs twice|begin in the same column/);
  }
  expectEnough(valid, drawn, 0.2);
});

test('lines are those of the file, in the last entry as in the first', () => {
  const text = '# one\na:\n  b: 1\n\nc: |\n  x\n  y\n\n\nd:\n  - 1\n  e: 2\nf: 1\nf: 2\n';
  expect(faultsOf(text).map((fault) => fault.split(' ')[0])).toEqual(['12', '14']);
  const entries = [...parseYamlFile(text.replace('  e: 2\n', '').replace('f: 2\n', '')).entries];
  expect(entries.map(([key, { line }]) => [key, line])).toEqual([
    ['a', 2],
    ['c', 5],
    ['d', 10],
    ['f', 12],
  ]);
});

test('each entry is a step of its own, and a long one is refused before it becomes a tree', () => {
  const block = (id: number): string => `id-${id}:\n  kind: variable\n  name: v${id}\n`;
  const steps = [...parseYamlInSteps(Array.from({ length: 1000 }, (_, id) => block(id)).join('\n'))];
  expect(steps.length).toBeGreaterThan(1000);
  const long = {
    values: `a:\n${'  - 1\n'.repeat(51_000)}`,
    lines: `a: |\n${'  x\n'.repeat(260_000)}`,
    escapes: `a: "${'\\n'.repeat(2 ** 21)}.\n"`,
  };
  for (const [name, text] of Object.entries(long)) expect(faultsOf(text).join(), name).toMatch(/^\d+ is too long$/);
  expect(faultsOf(`a: ${'['.repeat(200)}`).join()).toMatch(/^1 is nested too deeply$/);
  expect(faultsOf('b:\n- x\n'.repeat(200))).toHaveLength(100);
});

test('texts are those of the library, also where it is not asked', () => {
  const pieces = [
    'a',
    '<p>',
    '</p>',
    '\n',
    ' ',
    '  ',
    '\t',
    ':',
    ': ',
    '#',
    ' #',
    '-',
    '- ',
    '0',
    '1e5',
    '.',
    '😀',
    'ä',
    '\u2028',
    '\u00a0',
    '\r',
    '"',
    "'",
    '{',
    '|',
    '%',
    '\ufeff',
  ];
  const words = [
    'true',
    'null',
    'No',
    '~',
    '',
    '-',
    '0x1f',
    '.inf',
    'gold',
    '08d12dfd-0000-4000-8000-000000000013',
    '12345678-0000-4000-8000-000000000013',
    '---',
    '...',
  ];
  const pick = createPick(testRunSeed());
  const text = (): string =>
    pick(3) === 0 ? (words[pick(words.length)] ?? '') : Array.from({ length: pick(6) }, () => pieces[pick(pieces.length)]).join('');
  const value = (depth: number): unknown => {
    const kind = pick(depth > 2 ? 5 : 8);
    if (kind === 0) return [0, -0, 1.5, 1e21, -7, 12_345_678][pick(6)];
    if (kind === 1) return [true, false, null][pick(3)];
    if (kind < 5) return text();
    return kind === 5 ? Array.from({ length: pick(3) }, () => value(depth + 1)) : mapping(depth + 1);
  };
  const mapping = (depth: number): JsonObject => Object.fromEntries(Array.from({ length: pick(4) }, () => [text(), value(depth)]));
  for (let number = 0; number < cases(2000); number++) {
    const each = mapping(0);
    expect(formatYaml(each)).toBe(formatByLibrary(each));
  }
});
