/** The scripts of conditions: kept as given, with nothing in them that HTML could run. */
import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { expect, test } from 'vitest';
import { t } from '../../../shared/messages/english.ts';
import { canonicalizeConditionScript } from '../../../shared/rich-text/condition-script.ts';
import { conditionScriptsIn, readHostedExports, skippedSuffix } from '../../hosted-exports.ts';
import { cases, expectEnough } from '../../rounds.ts';

const mention = '<span class="mention-element mention" data-id="e-1" data-label="Get potion" data-type="element">get_potion</span>';

test.each([
  '',
  'have_potion',
  'wanda_health &gt;= 40',
  'a < 3',
  'a <3 or b<= 4',
  'a && not b',
  'a &&not b &amp;&amp; c',
  'name == "O\\\'Hara"',
  `not visits(${mention}) < 2`,
  '  spaced\n  out ',
])('[Exports] stored exactly as given: %j', (script) => {
  expect(canonicalizeConditionScript(script)).toEqual({ ok: true, script });
});

test('[Exports] a < that touches a letter would be a tag to HTML, and becomes &lt;', () => {
  expect(canonicalizeConditionScript('a<b and c>d')).toEqual({ ok: true, script: 'a&lt;b and c>d' });
  expect(canonicalizeConditionScript(`visits(${mention})<limit`)).toEqual({ ok: true, script: `visits(${mention})&lt;limit` });
  expect(canonicalizeConditionScript('hp<img')).toEqual({ ok: true, script: 'hp&lt;img' });
});

test('[G22] the span of a mention is written canonically', () => {
  expect(canonicalizeConditionScript("visits(<SPAN class='mention' data-id=e-1 data-type=element>x</SPAN>)")).toEqual({
    ok: true,
    script: 'visits(<span class="mention" data-id="e-1" data-type="element">x</span>)',
  });
});

test.each([
  ['<script>alert(1)</script>', 'This is a script, not a text: remove <script> at character 1.'],
  ['a == <img src=x onerror=alert(1)>', 'This is a script, not a text: remove <img> at character 6.'],
  ['a </p>', 'This is a script, not a text: remove </p> at character 3.'],
  ['a <!-- b', 'This is a script, not a text: remove <! at character 3.'],
  ['<p>a</p>', 'This is a script, not a text: remove <p> at character 1.'],
  ['visits(<span class="mention" data-id="e" data-type="element">x', 'This is a script, not a text: remove <span> at character 8.'],
  ['visits(<span onclick="x">y</span>)', 'The attribute onclick of <span> at character 8 is not allowed here.'],
  ['a\0', 'The character at position 2 is not allowed here.'],
])('[Exports] rejected: %j', (script, fault) => {
  const read = canonicalizeConditionScript(script);
  expect(read.ok ? 'accepted' : t(read.error)).toBe(fault);
});

test('[Exports] a tag of any length is rejected like a short one, and many comparisons are read', () => {
  const read = canonicalizeConditionScript(`a <span ${'x'.repeat(12_000_000)}>b</span>`);
  expect(read.ok ? 'accepted' : t(read.error)).toBe('This is a script, not a text: remove <span> at character 3.');
  expect(canonicalizeConditionScript('a<b '.repeat(100_000))).toEqual({ ok: true, script: 'a&lt;b '.repeat(100_000) });
});

test('[Exports] an accepted script is parsed the same twice, and a browser finds only text and mentions in it', () => {
  const piece = fc.oneof(
    fc.constantFrom('a', ' ', '<', '>', '&', '&lt;', '<=', '"', "'", '\n', '(', ')', '3', 'and', mention, '&gt', 'é'),
    fc.constantFrom('<b', '/', '!', '<span', '</span>', '<script>', 'onx=1', '<!--'),
  );
  let taken = 0;
  let runs = 0;
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const read = canonicalizeConditionScript(pieces.join(''));
      runs++;
      if (!read.ok) return;
      taken++;
      expect(canonicalizeConditionScript(read.script)).toEqual(read);
      const find = (nodes: DefaultTreeAdapterTypes.ChildNode[]): string[] =>
        nodes.flatMap((node) =>
          'childNodes' in node && node.nodeName !== '#text' ? [node.nodeName, ...find(node.childNodes)] : [node.nodeName],
        );
      for (const name of find(parseFragment(read.script).childNodes)) expect(['#text', 'span']).toContain(name);
    }),
    { numRuns: cases(2000) },
  );
  expectEnough(taken, runs, 0.3);
});

test(`[Exports] every condition script of the real files is stored exactly${skippedSuffix}`, () => {
  const scripts = readHostedExports().flatMap(({ json }) => conditionScriptsIn(json));
  for (const { text } of scripts) expect(canonicalizeConditionScript(text)).toEqual({ ok: true, script: text });
  expect(scripts.length > 10 || skippedSuffix !== '').toBe(true);
});
