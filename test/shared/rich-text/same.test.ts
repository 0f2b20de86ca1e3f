/** When two rich texts count as equal. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { richTextEquals } from '../../../shared/rich-text/rich-text-equality.ts';

describe('[G21] the same', () => {
  test.each<[string | null, string | null]>([
    [null, null],
    [null, ''],
    [null, '<p></p>'],
    ['', '<p></p>'],
    ['words', '<p>words</p>'],
    ['<p><strong>a</strong> <em>b</em></p>', '<p><b>a</b> <i>b</i></p>'],
    ['<code>x = 1</code><p>a</p>', '<pre><code>x = 1</code></pre><p>a</p>'],
    [
      '<pre data-id="a" spellcheck="false" style="margin-left: 20px"><code class="language-arcscript">x</code></pre>',
      '<pre><code>x</code></pre>',
    ],
    ['<p style="margin-left: 20px;">a</p>', '<p>a</p>'],
    ['<p><a href="https://a.b" target="_blank" rel="nofollow">a</a></p>', '<p><a href="https://a.b">a</a></p>'],
    ['<p>a &amp; b &lt; c</p>', '<p>a & b < c</p>'],
    ['<P>a<BR/></P>', '<p>a<br></p>'],
    [
      '<p><span class="mention mention-board" data-id="b" data-type="board">B</span></p>',
      '<p><span data-type="board" data-id="b" class="mention-board mention">B</span></p>',
    ],
  ])('%j and %j', (a, b) => {
    expect(richTextEquals(a, b)).toBe(true);
    expect(richTextEquals(b, a)).toBe(true);
  });
});

describe('[G21] not the same', () => {
  test.each<[string | null, string | null]>([
    [null, '<p> </p>'],
    ['<p>a</p>', '<p>b</p>'],
    ['<p>a</p>', '<p>A</p>'],
    ['<p>ab</p>', '<p>a</p><p>b</p>'],
    ['<p></p><p></p>', '<p></p>'],
    ['<p><b>a</b></p>', '<p><i>a</i></p>'],
    ['<p><code>x</code></p>', '<pre><code>x</code></pre>'],
    ['<p><a href="https://a.b">a</a></p>', '<p><a href="https://a.c">a</a></p>'],
    ['<p><b>a</b></p>', '<p>&lt;b&gt;a&lt;/b&gt;</p>'],
    [
      '<p><span class="mention" data-id="a" data-type="board">B</span></p>',
      '<p><span class="mention" data-id="b" data-type="board">B</span></p>',
    ],
  ])('%j and %j', (a, b) => {
    expect(richTextEquals(a, b)).toBe(false);
    expect(richTextEquals(b, a)).toBe(false);
  });
});

test('[G21] equality is symmetric, and markup that no dialect allows equals only itself', () => {
  const piece = fc.constantFrom('<b>a</b>', '<strong>a</strong>', 'a', '<script>', '&amp;', '&', '<', '<br>', '');
  const html = fc.array(piece, { maxLength: 3 }).map((pieces) => `<p>${pieces.join('')}</p>`);
  fc.assert(
    fc.property(html, html, (a, b) => {
      expect(richTextEquals(a, a)).toBe(true);
      expect(richTextEquals(a, b)).toBe(richTextEquals(b, a));
      if (a.includes('<script>') !== b.includes('<script>')) expect(richTextEquals(a, b)).toBe(false);
    }),
  );
});
