/** The engine dialect, and rich text as plain words. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listScriptSources } from '../../../shared/rich-text/blocks.ts';
import { richTextToPlainText } from '../../../shared/rich-text/plain-text.ts';
import { toEngineDialect } from '../../../shared/script/engine-dialect.ts';
import { readHostedExports, richTextsIn, skippedSuffix } from '../../hosted-exports.ts';
import { cases } from '../../rounds.ts';

const mention = '<span class="mention-element mention" data-id="e" data-label="A &lt;B&gt;" data-type="element">a_b</span>';
const code = (...lines: string[]) => lines.map((line) => `<pre><code>${line}</code></pre>`).join('');

/** The top level that the interpreters' published grammar accepts: paragraphs, quotations of paragraphs and scripts, scripts. */
const accepted =
  /^(?:<p>.*?<\/p>|<pre><code>.*?<\/code><\/pre>|<blockquote>(?:<p>.*?<\/p>|<pre><code>.*?<\/code><\/pre>)*<\/blockquote>)+$/s;

test.each<[string, string | null, string]>([
  ['empty text is an empty paragraph', null, '<p></p>'],
  ['empty text is an empty paragraph', '', '<p></p>'],
  ['blank text is an empty paragraph', ' \n ', '<p> \n </p>'],
  ['b is strong, i is em', '<p><b>a</b><i>b</i><u>c</u></p>', '<p><strong>a</strong><em>b</em><u>c</u></p>'],
  ['a top-level code is a pre code', '<code>x = 1</code>', code('x = 1')],
  ['a code inside a paragraph stays', '<p>a <code class="language-x">b</code></p>', '<p>a <code>b</code></p>'],
  [
    'presentation goes',
    '<p style="margin-left: 20px">a</p><pre data-id="a" spellcheck="false" style="margin-left: 20px"><code class="language-arcscript">x = 1</code></pre>',
    `<p>a</p>${code('x = 1')}`,
  ],
  [
    'links and mentions stay',
    `<p><a href="https://a.b" title="t">a</a> ${mention}</p>`,
    `<p><a href="https://a.b" title="t">a</a> ${mention}</p>`,
  ],
  ['words without a block are a paragraph', 'a <b>b</b><p>c</p> d', '<p>a <strong>b</strong></p><p>c</p><p> d</p>'],
  ['blank text between blocks goes', '<p>a</p>\n<p>b</p>\n', '<p>a</p><p>b</p>'],
  ['one statement a block', '<code>if x\ny = 1\nshow(y)<br>endif</code>', code('if x', 'y = 1', 'show(y)', 'endif')],
  ['a statement over two lines stays one', '<code>x = 1 +\n  2\ny = 3</code>', code('x = 1 +\n  2', 'y = 3')],
  [
    'a mention in a script stays whole',
    `<code>x = 1\nif visits(${mention}) &lt; 2 &amp;&amp; y</code><p>a</p>${code('endif')}`,
    `${code('x = 1', `if visits(${mention}) &lt; 2 &amp;&amp; y`)}<p>a</p>${code('endif')}`,
  ],
  ['a hard space in a script is a space', '<code>x =&nbsp;1</code>', code('x = 1')],
  ['a script that does not parse stays one', '<code>\nx = = 1\ny = 2 </code>', code('x = = 1\ny = 2')],
  ['a script without a word goes', '<pre><code> </code></pre><p>a</p>', '<p>a</p>'],
  [
    'a branch that holds nothing gets an empty paragraph',
    code('if x', 'else', 'endif'),
    `${code('if x')}<p></p>${code('else')}<p></p>${code('endif')}`,
  ],
  [
    'a quotation holds paragraphs, and its scripts stand outside',
    '<blockquote>a<p>b</p><code>x = 1</code></blockquote>',
    `<blockquote><p>a</p><p>b</p></blockquote>${code('x = 1')}`,
  ],
  [
    'a quotation in a quotation is part of it',
    '<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote>',
    '<blockquote><p>a</p><p>b</p></blockquote>',
  ],
  [
    'two quotations stay two',
    '<blockquote><p>a</p></blockquote><blockquote><p>b</p></blockquote>',
    '<blockquote><p>a</p></blockquote><blockquote><p>b</p></blockquote>',
  ],
  [
    'an if inside a quotation is written between its halves',
    `<blockquote><p>a</p>${code('if x')}<p>b</p>${code('endif')}<p>c</p></blockquote>`,
    `<blockquote><p>a</p></blockquote>${code('if x')}<blockquote><p>b</p></blockquote>${code('endif')}<blockquote><p>c</p></blockquote>`,
  ],
  ['a list is a paragraph an item', '<ul><li>a</li><li><p>b</p><p>c</p></li></ul>', '<p>• a</p><p>• b</p><p>c</p>'],
  ['a numbered list keeps its numbers', '<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>', '<p>1. a</p><p>• b</p><p>2. c</p>'],
  ['a script in a list is text', `<ul><li>${code('x = 1\ny = 2')}</li></ul>`, '<p>• x = 1<br>y = 2</p>'],
])('[Exports] engine dialect: %s', (_rule, html, written) => {
  expect(toEngineDialect(html)).toBe(written);
  expect(written).toMatch(accepted);
});

test('[Exports] for any text, interpreters accept its top level, and converting engine dialect again changes nothing', () => {
  const line = fc.constantFrom(
    'x = 1',
    'if x',
    'elseif y',
    'else',
    'endif',
    'show(x)',
    'x = = 1',
    ' ',
    `if visits(${mention})`,
    'x =<br>1',
    'x = 1\ny = 2',
  );
  const inline = fc.constantFrom('a', ' ', '<b>b</b>', '<br>', '<code>x</code>', '&lt;', mention);
  const block: fc.Arbitrary<string> = fc.letrec<{ any: string }>((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      inline,
      inline.map((inside) => `<p style="margin-left: 20px">${inside}</p>`),
      line.map((inside) => `<pre spellcheck="false"><code>${inside}</code></pre>`),
      fc.array(tie('any'), { maxLength: 3 }).map((inside) => `<blockquote>${inside.join('')}</blockquote>`),
      fc.array(tie('any'), { maxLength: 3 }).map((inside) => `<ol><li>${inside.join('')}</li></ol>`),
    ),
  })).any;
  fc.assert(
    fc.property(fc.array(block, { maxLength: 5 }), (blocks) => {
      const written = toEngineDialect(blocks.join(''));
      expect(written).toMatch(accepted);
      expect(toEngineDialect(written)).toBe(written);
    }),
    { numRuns: cases(1000) },
  );
});

test(`[Exports] each text of the real files is converted to what the interpreters accept, with the same words${skippedSuffix}`, () => {
  for (const { json } of readHostedExports()) {
    for (const { path, text } of richTextsIn(json)) {
      const written = toEngineDialect(text);
      expect(written, path).toMatch(accepted);
      expect(richTextToPlainText(written), path).toBe(richTextToPlainText(text));
      expect(listScriptSources(written), path).toEqual(listScriptSources(text));
    }
  }
});

describe('plain text', () => {
  test.each<[string | null, string]>([
    [null, ''],
    ['', ''],
    ['<p>The <b>old</b> &amp; <i>new</i>&nbsp;castle</p>', 'The old & new\u00a0castle'],
    ['<p>a<br>b</p><p></p><blockquote><p>c</p></blockquote>', 'a\nb\n\nc'],
    ['<ul><li>a <b>b</b></li><li><p>c</p></li></ul>d', 'a b\nc\nd'],
    [`<p>Examine</p>${code('if x')}<p>again</p>${code('endif')}`, 'Examine\nagain'],
    [`<p>To ${mention} </p>`, 'To a_b'],
    ['a < b', 'a < b'],
  ])('[Rich text] the words of %j', (html, words) => {
    expect(richTextToPlainText(html)).toBe(words);
  });
});

describe('scripts of a content', () => {
  test('[Exports] are reported in order, as their interpreter reads them', () => {
    const html = `<p>a <code>no</code></p>${code('x &lt; 1', ' ', `if visits(${mention})`)}<blockquote><code>y = "<b>2</b>"</code></blockquote><ul><li>${code('no')}</li></ul>`;
    expect(listScriptSources(html)).toEqual([
      { source: 'x < 1', index: 0 },
      { source: 'if visits(a_b)', index: 1 },
      { source: 'y = "2"', index: 2 },
    ]);
  });
});
