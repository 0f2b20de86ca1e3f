/** [G21] What the API accepts of rich text: every text can be simplified to it without losing a word, and what it does not accept is named. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { t } from '../../../shared/messages/english.ts';
import { canonicalizeRichText } from '../../../shared/rich-text/canonicalize-rich-text.ts';
import { richTextEquals } from '../../../shared/rich-text/rich-text-equality.ts';
import {
  parseTree,
  type RichTextElement,
  type RichTextNode,
  serializeNodes,
  textOfNodes,
} from '../../../shared/rich-text/rich-text-tree.ts';
import {
  findUnsupportedTags,
  simplifyRichText,
  toEquivalentRichText,
  unsupportedFormatting,
} from '../../../shared/rich-text/simplify-rich-text.ts';
import { cases } from '../../rounds.ts';

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

describe('a simplified text', () => {
  test('is accepted, has the same words, and cannot be simplified further', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom('api' as const, 'note' as const), (html, dialect) => {
        const plain = simplifyRichText(html, dialect);
        expect(canonicalizeRichText(plain, dialect)).toMatchObject({ ok: true });
        expect(letters(plain)).toBe(letters(html));
        expect(simplifyRichText(plain, dialect)).toBe(plain);
        expect(toEquivalentRichText(plain, dialect)).toBe(plain);
      }),
      { numRuns: cases(500) },
    );
  });

  test('is the same text if nothing is rejected', () => {
    fc.assert(
      fc.property(texts, (html) => {
        if (findUnsupportedTags(html, 'api').length > 0) return;
        const same = toEquivalentRichText(html, 'api');
        if (same !== undefined) expect(richTextEquals(html, same)).toBe(true);
      }),
    );
  });
});

test('a text that differs only in its form is accepted as it is', () => {
  expect(toEquivalentRichText('<p style="margin-left: 20px"><strong>A</strong></p><pre><code>x = 1</code></pre>', 'api')).toBe(
    '<p><b>A</b></p><code>x = 1</code>',
  );
  expect(simplifyRichText('<p><strong>A</strong></p><pre><code>x = 1</code></pre>', 'api')).toBe('<p><b>A</b></p><code>x = 1</code>');
});

test('what is rejected is named, each once', () => {
  expect(t(unsupportedFormatting('<p><em>A</em> <i>b</i></p><ul><li><p>c</p></li></ul>', 'api'))).toBe('italics or lists');
  expect(t(unsupportedFormatting('<pre><code>x = 1</code></pre>', 'note'))).toBe('scripts');
  expect(t(unsupportedFormatting('<p>a<br>b</p>', 'api'))).toBe('line breaks');
});
