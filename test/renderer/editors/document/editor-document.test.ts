import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { documentToHtml, htmlToDocument } from '../../../../renderer/editors/document/document-html.ts';
import { isRichTextEditable, normalizeDocument, stripBlankText } from '../../../../renderer/editors/document/editable-text.ts';
import { t } from '../../../../shared/messages/english.ts';
import { canonicalizeRichText } from '../../../../shared/rich-text/canonicalize-rich-text.ts';
import { richTextEquals } from '../../../../shared/rich-text/rich-text-equality.ts';
import { readHostedExports, richTextsIn, skippedSuffix } from '../../../hosted-exports.ts';
import { cases, expectEnough } from '../../../rounds.ts';

function back(html: string | null): string | null {
  const made = normalizeDocument(htmlToDocument(html));
  expect(made, `the schema takes ${html}`).not.toBeNull();
  return made && documentToHtml(made);
}

describe('a text that is converted to an editor document and back', () => {
  test.each(readHostedExports())(`[G21] every text of $name is unchanged${skippedSuffix}`, ({ json }) => {
    const texts = richTextsIn(json).filter(({ text }) => canonicalizeRichText(text, 'story').ok);
    expect(texts.length).toBeGreaterThan(0);
    for (const { text, path } of texts) {
      expect(isRichTextEditable(text), path).toBe(true);
      expect(richTextEquals(back(text), text), path).toBe(true);
    }
  });

  test('[G21] null and an empty paragraph become null', () => {
    expect(back(null)).toBeNull();
    expect(back('<p></p>')).toBeNull();
  });

  test.each([
    '<p style="margin-left: 20px">in</p>',
    '<p>a<br>b &amp; c&nbsp;d</p>',
    '<p><em>one <strong>two</strong></em><strong>three</strong> <strong><em>four</em></strong></p>',
    '<p><a href="https://example.org" target="_blank" rel="noopener" title="t"><strong>x</strong></a></p>',
    '<pre data-id="7" spellcheck="false"><code class="language-js">a = 1\nb = 2</code></pre>',
    '<pre><code>visits(<span class="mention-element mention" data-id="1" data-label="The &quot;gate&quot;" data-type="element">The gate</span>) &gt; 1</code></pre>',
    '<code>score += 1</code>',
    '<p>Hi <span class="mention mention-component" data-id="c" data-type="component">@Ann</span>.</p>',
    '<blockquote><p>a</p><pre><code>x = 1</code></pre></blockquote>',
    '<ul><li>bare</li><li><p>in p</p><ol><li>deep</li></ol></li></ul>',
    'bare <b>words</b><p>and a block</p>',
    '<p><u>u</u><s>s</s><i>i</i><code>c</code></p>',
  ])('[G21, G22] %s is unchanged byte by byte', (html) => {
    expect(isRichTextEditable(html)).toBe(true);
    expect(back(html)).toBe(readCanonical(html));
  });

  test.each(['<p><b></b>x</p>', '<p><b>a<b>b</b></b></p>', '<pre><code>a <b>b</b></code></pre>', '<p><b>a</b><b>b</b></p>'])(
    '[G21] %s would lose something and is edited as source',
    (html) => expect(isRichTextEditable(html)).toBe(false),
  );

  test('[G21] whatever is editable is unchanged', () => {
    let taken = 0;
    fc.assert(
      fc.property(anyText, (html) => {
        if (!canonicalizeRichText(html, 'story').ok || !isRichTextEditable(html)) return;
        taken++;
        expect(richTextEquals(back(html), stripBlankText(html))).toBe(true);
      }),
      { numRuns: cases(400) },
    );
    expectEnough(taken, cases(400), 0.3);
  });
});

function readCanonical(html: string): string {
  const read = canonicalizeRichText(html, 'story');
  return read.ok ? read.html : t(read.error);
}

const words = fc.constantFrom('a', 'b c', ' ', '&amp;', '&nbsp;', '1 &lt; 2', '<br>');
const inline = fc.letrec<{ run: string; piece: string }>((tie) => ({
  piece: fc.oneof(
    { weight: 3, arbitrary: words },
    fc.tuple(fc.constantFrom('b', 'strong', 'em', 'i', 'u', 's', 'code'), tie('run')).map(([tag, inner]) => `<${tag}>${inner}</${tag}>`),
    fc.constant('<span class="mention" data-id="m" data-type="board">m</span>'),
  ),
  run: fc.array(tie('piece'), { maxLength: 3 }).map((pieces) => pieces.join('')),
}));
const anyBlock = fc.oneof(
  inline.run.map((run) => `<p>${run}</p>`),
  words.map((word) => `<pre><code>${word}</code></pre>`),
  inline.run.map((run) => `<ul><li>${run}</li></ul>`),
  inline.run.map((run) => `<blockquote><p>${run}</p></blockquote>`),
);
const anyText = fc.array(anyBlock, { minLength: 1, maxLength: 3 }).map((blocks) => blocks.join(''));
