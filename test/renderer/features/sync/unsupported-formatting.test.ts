/** [G21] What a workspace's service takes of rich text: any text can be made so, loses no word, and is told what it holds that is not taken. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findUnsupportedFormatting } from '../../../../renderer/records/dialects/unsupported-formatting.ts';
import { canonicalizeRichText } from '../../../../shared/rich-text/canonicalize-rich-text.ts';
import { richTextEquals } from '../../../../shared/rich-text/rich-text-equality.ts';
import {
  parseTree,
  type RichTextElement,
  type RichTextNode,
  serializeNodes,
  textOfNodes,
} from '../../../../shared/rich-text/rich-text-tree.ts';
import { simplifyRichText } from '../../../../shared/rich-text/simplify-rich-text.ts';
import { cases } from '../../../rounds.ts';

const tag = (name: string, children: RichTextNode[], attributes: RichTextElement['attributes'] = []): RichTextElement => ({
  name,
  attributes,
  children,
});
const word = fc.constantFrom('lamp', ' & ', 'sea <b>', ' ', 'light');
const { block } = fc.letrec<{ inline: RichTextNode; block: RichTextElement }>((tie) => ({
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
const texts = fc.array(block, { maxLength: 4 }).map((nodes) => serializeNodes(nodes));
const letters = (html: string): string => textOfNodes(parseTree(html)).replace(/\s+/g, '');

describe('a text made simple', () => {
  test('is taken, says the same words, and is as simple as it gets', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom('api' as const, 'note' as const), (html, dialect) => {
        const plain = simplifyRichText(html, dialect);
        expect(canonicalizeRichText(plain, dialect)).toMatchObject({ ok: true });
        expect(letters(plain)).toBe(letters(html));
        expect(simplifyRichText(plain, dialect)).toBe(plain);
        expect(findUnsupportedFormatting(plain, dialect)).toEqual([]);
      }),
      { numRuns: cases(500) },
    );
  });

  test('is the same text where nothing is refused', () => {
    fc.assert(
      fc.property(texts, (html) => {
        if (findUnsupportedFormatting(html, 'api').length === 0) expect(richTextEquals(html, simplifyRichText(html, 'api'))).toBe(true);
      }),
    );
  });
});

test('what only differs in how it is written is taken as it is', () => {
  expect(findUnsupportedFormatting('<p style="margin-left: 20px"><strong>A</strong></p><pre><code>x = 1</code></pre>', 'api')).toEqual([]);
  expect(simplifyRichText('<p><strong>A</strong></p><pre><code>x = 1</code></pre>', 'api')).toBe('<p><b>A</b></p><code>x = 1</code>');
});

test('what is refused is named, each once', () => {
  expect(findUnsupportedFormatting('<p><em>A</em> <i>b</i></p><ul><li><p>c</p></li></ul>', 'api')).toEqual(['italics', 'lists']);
  expect(findUnsupportedFormatting('<pre><code>x = 1</code></pre>', 'note')).toEqual(['scripts']);
  expect(findUnsupportedFormatting('<p>a<br>b</p>', 'api')).toEqual(['line breaks']);
});
