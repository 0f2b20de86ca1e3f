/** Hostile rich text. parse5, which reads HTML as browsers do, is the oracle: it must find exactly the tree that our parser finds. */
import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html as names, parseFragment } from 'parse5';
import { afterAll, expect, test } from 'vitest';
import { t } from '../../../shared/messages/english.ts';
import { canonicalizeRichText, dialects } from '../../../shared/rich-text/canonicalize-rich-text.ts';
import { parseTree, type RichTextNode, serializeNodes } from '../../../shared/rich-text/rich-text-tree.ts';
import { cases, expectEnough } from '../../rounds.ts';

const context = defaultTreeAdapter.createElement('div', names.NS.HTML, []);

/** The tree that a browser builds from HTML in a page. */
function browserTree(html: string): RichTextNode[] {
  const convert = (nodes: DefaultTreeAdapterTypes.ChildNode[]): RichTextNode[] =>
    nodes.map((node) => {
      if (defaultTreeAdapter.isTextNode(node)) return node.value;
      if (!defaultTreeAdapter.isElementNode(node)) throw new Error(`a browser finds ${node.nodeName} in ${html}`);
      expect(node.namespaceURI).toBe(names.NS.HTML);
      const attributes = node.attrs.map(({ name, value }): [string, string] => [name, value]);
      return { name: node.tagName, attributes, children: convert(node.childNodes) };
    });
  return convert(parseFragment(context, html, {}).childNodes);
}

function expectHarmless(html: string): void {
  const tree = browserTree(html);
  expect(tree).toEqual(parseTree(html));
  const check = (nodes: RichTextNode[]): void => {
    for (const node of nodes) {
      if (typeof node === 'string') continue;
      expect(dialects.story.has(node.name), node.name).toBe(true);
      for (const [name, value] of node.attributes) {
        expect(dialects.story.get(node.name)?.attributes.has(name), name).toBe(true);
        if (name === 'href') expect(['http:', 'https:', 'mailto:']).toContain(URL.parse(value, 'evil:')?.protocol ?? 'http:');
      }
      check(node.children);
    }
  };
  check(tree);
  expect(serializeNodes(tree)).toBe(html);
  expect(canonicalizeRichText(html, 'story')).toEqual({ ok: true, html });
}

test.each([
  '<script>alert(1)</script>',
  '<ScRiPt src=//x>',
  '<p><img src=x onerror=alert(1)></p>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<svg onload=alert(1)>',
  '<svg><style><p></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<style>p{}</style>',
  '<title><p></title>',
  '<textarea><p></textarea>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<plaintext>',
  '<template><p></p></template>',
  '<form><input></form>',
  '<object data="x"></object>',
  '<base href="//x">',
  '<link rel="stylesheet" href="//x">',
  '<meta http-equiv="refresh" content="0">',
  '<p onclick=x>',
  '<p ONCLICK="x()">a</p>',
  '<p/onclick=x>a</p>',
  '<p style="background:url(javascript:x)">a</p>',
  '<p style="margin-left: 20px; position: fixed">a</p>',
  '<p style="margin-left: expression(x)">a</p>',
  '<p id="location">a</p>',
  '<![CDATA[<p>]]>',
  '<p><!--> <img src=x onerror=x> --></p>',
  '<p></p><!--',
  '<p><b title="></b>',
  '<p\0>a</p>',
])('[Rich text] hostile markup is rejected in every dialect: %j', (html) => {
  for (const dialect of ['api', 'note', 'story'] as const) expect(canonicalizeRichText(html, dialect).ok, dialect).toBe(false);
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\x01javascript:alert(1)',
  'java\0script:alert(1)',
  'javascript&colon;alert(1)',
  '&#106;avascript:alert(1)',
  '&#x6A&#x61vascript:alert(1)',
  'java&Tab;script:alert(1)',
  '&NewLine;javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://x',
  'file:///etc/passwd',
  'x',
  '//evil.example',
  '/path',
  '',
  ' https://a.b',
  'https:a.b',
  'https://a\n.b',
  'http:\\\\a.b',
])('[Rich text] a link may not lead to %j', (address) => {
  expect(canonicalizeRichText(`<p><a href="${address}">x</a></p>`, 'story').ok).toBe(false);
  expect(canonicalizeRichText(`<p><a href='${address}'>x</a></p>`, 'story').ok).toBe(false);
});

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom(
    '<',
    '>',
    '&',
    '"',
    "'",
    '&lt;',
    '&amp;lt;',
    '&lt',
    '&#60;',
    '&#x3c;script&#x3e;',
    '&notit;',
    '&#0;',
    '&#13;',
    '&#128;',
    '\r\n',
    '\r',
    '\f',
    '\u00a0',
    '\u2028',
    ']]>',
    '--',
    '&',
    '&#',
    '&#x',
    '&bogus;',
  ),
);
const escaped = text.map((words) => words.replace(/<(?=[a-z/!?])/gi, '< ').replaceAll('\0', ''));
const value = escaped.map((words) => words.replaceAll('"', "'"));

/** Markup of a paragraph, complete and well nested, with words and values that try to break out of it. */
const inline: fc.Arbitrary<string> = fc.letrec<{ any: string; run: string }>((tie) => ({
  run: fc.array(tie('any'), { maxLength: 4 }).map((parts) => parts.join('')),
  any: fc.oneof(
    { depthSize: 'small' },
    escaped,
    fc.constantFrom('<br>', '<BR/>'),
    fc
      .tuple(fc.constantFrom('b', 'strong', 'em', 'i', 'u', 's', 'code'), tie('run'))
      .map(([name, inside]) => `<${name}>${inside}</${name}>`),
    fc.tuple(value, value).map(([path, title]) => `<a href="https://a.b/${path.replace(/\p{Cc}|&/gu, '')}" title="${title}">x</a>`),
    fc
      .tuple(value, escaped)
      .map(([label, words]) => `<span data-type=board class="mention" data-label="${label}" data-id='b-1'>${words}</span>`),
  ),
})).run;
const block: fc.Arbitrary<string> = fc.letrec<{ any: string; run: string }>((tie) => ({
  run: fc.array(tie('any'), { maxLength: 4 }).map((parts) => parts.join('')),
  any: fc.oneof(
    { depthSize: 'small' },
    inline.map((inside) => `<p style="margin-left: 20px">${inside}</p>`),
    inline,
    inline.map((inside) => `<pre spellcheck=false>\n<code class='language-x'>${inside}</code></pre>`),
    tie('run').map((inside) => `<blockquote>${inside}</blockquote>`),
    fc.array(tie('run'), { maxLength: 3 }).map((items) => `<ul> ${items.map((item) => `<li>${item}</li>`).join('\n')}</ul>`),
  ),
})).run;

const seen = { whole: 0, wholeTaken: 0, broken: 0, brokenTaken: 0 };

test('[Rich text] a browser parses accepted markup into the same tree, of allowed tags only, and it is written the same twice', () => {
  fc.assert(
    fc.property(block, (html) => {
      const read = canonicalizeRichText(html, 'story');
      seen.whole++;
      if (!read.ok) return;
      seen.wholeTaken++;
      expectHarmless(read.html);
      expect(parseTree(html)).toEqual(parseTree(read.html));
    }),
    { numRuns: cases(1000) },
  );
});

test('[Rich text] markup with a removed or inserted piece is accepted as harmless or rejected with a sentence', () => {
  const markup = [
    '<p>',
    '</p>',
    '<b>',
    '</b>',
    '<li>',
    '<a href="https://x">',
    '</a>',
    '<pre>',
    '">',
    '<!--',
    '-->',
    '<script>',
    '<br',
    ' onx=1',
    '<svg>',
    '\0',
  ];
  const words = ['<', "'", '&', '\r', '\n', 'x', ' ', '&lt;', 'é', '&#', '&amp', '<br>', '<b></b>'];
  const shard = fc.oneof({ weight: 1, arbitrary: fc.constantFrom(...markup) }, { weight: 4, arbitrary: fc.constantFrom(...words) });
  fc.assert(
    fc.property(block, fc.nat(), fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 5), shard, (html, where, gone, thrown) => {
      // Most are between tags: in the middle of a tag, a change mostly causes an error.
      const anywhere = html.length === 0 ? 0 : where % html.length;
      const at = where % 5 === 0 ? anywhere : html.indexOf('>', anywhere) + 1;
      const read = canonicalizeRichText(html.slice(0, at) + thrown + html.slice(at + gone), 'story');
      seen.broken++;
      if (!read.ok) {
        expect(t(read.error)).toMatch(/^(<|The ).* (character|position) \d+.*\.$/s);
        return;
      }
      seen.brokenTaken++;
      expectHarmless(read.html);
    }),
    { numRuns: cases(1500) },
  );
});

test('[Rich text] text without any tag is always accepted, with the same words', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (words) => {
      const tagless = words.replaceAll('<', '‹').replaceAll('&', '+').replaceAll('\0', '');
      const read = canonicalizeRichText(tagless, 'note');
      expect(read.ok).toBe(true);
      if (read.ok && tagless !== '')
        expect(browserTree(read.html)).toEqual([{ name: 'p', attributes: [], children: [tagless.replace(/\r\n?/g, '\n')] }]);
    }),
  );
});

afterAll(() => {
  expectEnough(seen.wholeTaken, seen.whole, 0.8);
  expectEnough(seen.brokenTaken, seen.broken, 0.3);
});
