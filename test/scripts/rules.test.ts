import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { repoPath } from '../../scripts/paths.mjs';
import { citationsIn, citationsOf, citingFolders, readRules, ruleIdsIn, rulesCitedBy } from '../../scripts/rules.mjs';

const rules = readRules();
const citations = citationsOf(['main', 'renderer', 'scripts', 'shared', 'test']);

describe('the catalogue of rules', () => {
  test('has every id once, and every line that starts a rule can be parsed', () => {
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
    const lines = readdirSync(repoPath('docs', 'rules')).flatMap((name) =>
      name === 'README.md'
        ? []
        : readFileSync(repoPath('docs', 'rules', name), 'utf8')
            .split('\n')
            .filter((line) => line.startsWith('- ')),
    );
    expect(rules.length).toBe(lines.length);
  });

  test('has every rule that code and tests cite', () => {
    const unknown = citations.filter(({ id }) => rulesCitedBy(id, rules).rules.length === 0).map(({ id, file }) => `${file} cites ${id}`);
    expect(unknown).toEqual([]);
  });

  test('names a folder of tests only where a test cites the rule', () => {
    const folders = citingFolders(rules, citations);
    const wrong = rules.flatMap(({ id, tests }) =>
      tests.filter((folder) => !folders.get(id)?.has(folder)).map((folder) => `${id} is not cited in test/${folder}`),
    );
    expect(wrong, 'please run: node scripts/rules.mjs').toEqual([]);
  });
});

describe('citations', () => {
  const sources = (text: string) => citationsIn('sample.ts', text);

  test('are found in comments and strings, not in types and code', () => {
    expect(sources("/** Checked first (G3). */\ntest('[Limits 4.2] a sentence', () => items[Name]);")).toEqual([
      'G3',
      '[Limits 4.2] a sentence',
    ]);
    expect(sources('const cell: [Buffer, string] = read(`[Boards, Elements] ${name}`);')).toEqual(['[Boards]', '[Elements]']);
    expect(sources("row('Notes', 'POST', '/{hash}/note', (story) => story);")).toContain('[Notes] POST /{hash}/note');
    expect(sources("const usage = 'export [HASH] [--out FILE]'; const cell = 'BG12';")).toEqual([]);
  });

  test('mean one rule, all sentences of a group, or a section', () => {
    const cited = (citation: string) => rulesCitedBy(citation, rules).rules.map(({ id }) => id);
    expect(cited('[Limits 4.2] a sentence')).toEqual(['[Limits 4.2]']);
    expect(cited('[Limits 4]')).toEqual(['[Limits 4.1]', '[Limits 4.2]']);
    expect(cited('[Limits] Canvas of every kind')).toEqual(['[Limits] Canvas']);
    expect(cited('[Boards and folders] GET /{hash}/board/{boardID} of a folder')).toEqual([
      '[Boards and folders] GET /{hash}/board/{boardID}',
    ]);
    expect(cited('[Exports] GET, HEAD /{hash}/*')).toHaveLength(4);
    expect(cited('G13')).toEqual(['G13']);
    expect(cited('[nowhere 1]')).toEqual([]);
  });
});

test('a specification gives an id to every row of its tables, sentence and part of a numbered rule', () => {
  const markdown = [
    '# spec',
    '## limits',
    '| Limit | Value |',
    '|---|---|',
    '| Canvas | 40000; wide |',
    '1. One. `a; b` (two; still two)',
    '2. Only one.',
    '### notes',
    '| Method | Path |',
    '|---|---|',
    '| POST | /{hash}/note |',
    'Rules: a note must fit; it never moves. Then:',
    '- And cannot.',
  ].join('\n');
  expect(ruleIdsIn(markdown)).toEqual([
    '[limits] Canvas',
    '[limits 1.1]',
    '[limits 1.2]',
    '[limits 2]',
    '[notes] POST /{hash}/note',
    '[notes 1]',
    '[notes 2]',
    '[notes 3]',
  ]);
});
