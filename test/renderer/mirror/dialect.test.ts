/** [G21] What a workspace's service takes of rich text: any text can be made so, loses no word, and is told what it holds that is not taken. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refusedIn } from '../../../renderer/mirror/dialect.ts';
import { readRichText } from '../../../shared/rich-text/read.ts';
import { sameRichText } from '../../../shared/rich-text/same.ts';
import { simplified } from '../../../shared/rich-text/simplified.ts';
import { type Element, type Node, textOf, treeOf, writeNodes } from '../../../shared/rich-text/tree.ts';

const tag = (name: string, children: Node[], attributes: Element['attributes'] = []): Element => ({ name, attributes, children });
const word = fc.constantFrom('lamp', ' & ', 'sea <b>', ' ', 'light');
const { block } = fc.letrec<{ inline: Node; block: Element }>((tie) => ({
  inline: fc.oneof(
    { depthSize: 'small' },
    word,
    fc
      .tuple(fc.constantFrom('b', 'strong', 'em', 'i', 'u', 's', 'code'), fc.array(tie('inline'), { maxLength: 3 }))
      .map(([name, inner]) => tag(name, inner)),
    fc.constant(tag('br', [])),
    word.map((text) => tag('a', [text], [['href', 'https://example.org']])),
    word.map((text) =>
      tag(
        'span',
        [text],
        [
          ['class', 'mention'],
          ['data-id', 'x'],
          ['data-type', 'element'],
        ],
      ),
    ),
  ),
  block: fc.oneof(
    { depthSize: 'small' },
    fc.array(tie('inline'), { maxLength: 4 }).map((inner) => tag('p', inner)),
    word.map((text) => tag('pre', [tag('code', [text])])),
    fc.array(tie('block'), { maxLength: 3 }).map((inner) => tag('blockquote', inner)),
    fc
      .array(
        tie('block').map((inner) => tag('li', [inner])),
        { minLength: 1, maxLength: 3 },
      )
      .map((items) => tag('ul', items)),
  ),
}));
const texts = fc.array(block, { maxLength: 4 }).map((nodes) => writeNodes(nodes));
const letters = (html: string): string => textOf(treeOf(html)).replace(/\s+/g, '');

describe('a text made simple', () => {
  test('is taken, says the same words, and is as simple as it gets', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom('api' as const, 'note' as const), (html, dialect) => {
        const plain = simplified(html, dialect);
        expect(readRichText(plain, dialect)).toMatchObject({ ok: true });
        expect(letters(plain)).toBe(letters(html));
        expect(simplified(plain, dialect)).toBe(plain);
        expect(refusedIn(plain, dialect)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test('is the same text where nothing is refused', () => {
    fc.assert(
      fc.property(texts, (html) => {
        if (refusedIn(html, 'api').length === 0) expect(sameRichText(html, simplified(html, 'api'))).toBe(true);
      }),
    );
  });
});

test('what only differs in how it is written is taken as it is', () => {
  expect(refusedIn('<p style="margin-left: 20px"><strong>A</strong></p><pre><code>x = 1</code></pre>', 'api')).toEqual([]);
  expect(simplified('<p><strong>A</strong></p><pre><code>x = 1</code></pre>', 'api')).toBe('<p><b>A</b></p><code>x = 1</code>');
});

test('what is refused is named, each once', () => {
  expect(refusedIn('<p><em>A</em> <i>b</i></p><ul><li><p>c</p></li></ul>', 'api')).toEqual(['italics', 'lists']);
  expect(refusedIn('<pre><code>x = 1</code></pre>', 'note')).toEqual(['scripts']);
  expect(refusedIn('<p>a<br>b</p>', 'api')).toEqual(['breaks within a paragraph']);
});
