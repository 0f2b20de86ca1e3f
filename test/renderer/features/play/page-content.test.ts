/** The page of Play: whatever a story contains, the frame only receives text in the tags of the story dialect, without links. */
import fc from 'fast-check';
import { parseFragment } from 'parse5';
import { describe, expect, test } from 'vitest';
import { emptyPageHtml, renderPageHtml } from '../../../../renderer/records/story-page/page-frame.tsx';
import { cases } from '../../../rounds.ts';

const page = (content: string, title: string | null = null) => renderPageHtml({ title, content, theme: 'default' });

const allowed = new Set('article header div p pre code b strong em i u s br blockquote ul ol li span'.split(' '));
const attributes = new Set('class data-theme data-id data-label data-type style title role aria-level spellcheck'.split(' '));

/** The tags and attributes of the page that are not in the list. */
function strange(html: string): string[] {
  const found: string[] = [];
  const look = (node: unknown): void => {
    const { tagName, attrs = [], childNodes = [] } = node as { tagName?: string; attrs?: { name: string }[]; childNodes?: unknown[] };
    if (tagName !== undefined && !allowed.has(tagName)) found.push(tagName);
    for (const { name } of attrs) if (!attributes.has(name)) found.push(name);
    childNodes.forEach(look);
  };
  look(parseFragment(html));
  return found;
}

test('title and content have classes that a stylesheet can select', () => {
  expect(page('<p>Words</p>', '<p>A <b>title</b></p>')).toBe(
    '<article class="play" data-theme="default"><header class="title" role="heading" aria-level="1"><p>A <b>title</b></p></header><div class="content"><p>Words</p></div></article>',
  );
});

test('a link shows its address and leads nowhere', () => {
  expect(page('<p><a href="https://example.com/" target="_top">out</a></p>')).toContain(
    '<span class="link" title="https://example.com/">out</span>',
  );
});

describe('hostile markup is text', () => {
  test.each([
    '<script>top.x = 1</script>',
    '<img src=x onerror=alert(1)>',
    '<iframe src="https://example.com"></iframe>',
    '<svg onload=alert(1)>',
    '<p onclick="alert(1)">a</p>',
    '<a href="javascript:alert(1)">a</a>',
    '<p style="background:url(https://example.com)">a</p>',
    '<style>@import "https://example.com"</style>',
    '<base href="https://example.com/">',
    '<meta http-equiv="refresh" content="0;url=https://example.com">',
    '<form action="https://example.com"><button>a</button></form>',
    '</div></article><script>1</script>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
    '<!--><script>1</script>-->',
  ])('%s', (html) => {
    expect(strange(page(html, html))).toEqual([]);
    expect(page(html)).not.toMatch(/<(script|img|iframe|svg|style|base|meta|form|a)\b/);
  });

  test('and so is any combination of its parts', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '=',
      '/',
      '<p>',
      '</p>',
      '<script>',
      '<a href="',
      'javascript:',
      'onerror',
      '<svg',
      '<!--',
      '-->',
      '&lt;',
      'style',
      ' ',
      'x',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        expect(strange(page(pieces.join('')))).toEqual([]);
      }),
      { numRuns: cases(500) },
    );
  });
});

test('the frame allows nothing to be loaded but fonts of the window', () => {
  expect(emptyPageHtml).toContain("default-src 'none'; font-src 'self' data:; ");
  expect(emptyPageHtml).not.toMatch(/unsafe-inline'(?<!style-src-attr 'unsafe-inline')|script-src|img-src|connect-src/);
});
