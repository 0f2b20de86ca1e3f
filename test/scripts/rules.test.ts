import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseRules, rulesFile, specificationFile } from '../../scripts/rules.mjs';

const idsIn = (markdown: string) => parseRules(markdown).map(({ id }) => id);
const leftOut = existsSync(specificationFile) ? '' : ` (left out: no ${specificationFile})`;

describe('the rules of service.md', () => {
  test('rows of tables, sentences and parts of numbered rules each have an id of their own', () => {
    const markdown = [
      '# Spec',
      '## Limits',
      '| Limit | Value |',
      '|---|---|',
      '| Canvas | 40000; wide |',
      '1. One. `a; b` (two; still two)',
      '2. Only one.',
      '### Notes',
      '| Method | Path |',
      '|---|---|',
      '| POST | /{hash}/note |',
      'Rules: a note must lie; it never goes. Then:',
      '- And cannot.',
    ].join('\n');
    expect(idsIn(markdown)).toEqual([
      '[Limits] Canvas',
      '[Limits 1.1]',
      '[Limits 1.2]',
      '[Limits 2]',
      '[Notes] POST /{hash}/note',
      '[Notes 1]',
      '[Notes 2]',
      '[Notes 3]',
    ]);
  });

  test(`rules.json is what the script finds in service.md${leftOut}`, () => {
    const kept = JSON.parse(readFileSync(rulesFile, 'utf8')) as { id: string; text: string }[];
    const found = existsSync(specificationFile) ? parseRules(readFileSync(specificationFile, 'utf8')) : kept;
    expect(kept, 'please run: node scripts/rules.mjs').toEqual(found);
    expect(new Set(kept.map(({ id }) => id)).size).toBe(kept.length);
    expect(kept.length).toBeGreaterThan(400);
  });
});
