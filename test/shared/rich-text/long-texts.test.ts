/** [Rich text] Texts as long as people and files can make them: they are read in pieces with the same result, and no function is defeated by their shape. */
import { expect, test } from 'vitest';
import { checkStoryInSteps } from '../../../main/exporters/checks/check-story.ts';
import { exportStoryPieces } from '../../../main/exporters/exporters.ts';
import { importStory } from '../../../main/importers/import-story.ts';
import { losesMarkup, losesMarkupInSteps } from '../../../shared/play/play-output.ts';
import { canonicalizeRichText, canonicalizeRichTextInSteps, LongRichTexts } from '../../../shared/rich-text/canonicalize-rich-text.ts';
import { type HtmlVisitor, scanHtml, scanHtmlInSteps } from '../../../shared/rich-text/html.ts';
import { richTextStartToPlainText, richTextToPlainText, toReadableText } from '../../../shared/rich-text/plain-text.ts';
import { toComparableRichText } from '../../../shared/rich-text/rich-text-equality.ts';
import { simplifyRichText } from '../../../shared/rich-text/simplify-rich-text.ts';
import { toEngineDialect, toEngineDialectInSteps } from '../../../shared/script/engine-dialect.ts';
import { cases, expectEnough } from '../../rounds.ts';
import { testRunSeed } from '../../seed.ts';
import { projectOf, record } from '../../story-records.ts';
import { createTestEnvironment } from '../../test-environment.ts';

const parts = [
  '<p>',
  '</p>',
  '<b>',
  '</b>',
  '<br>',
  '&amp;',
  '&am',
  '&',
  ';',
  'x',
  'word ',
  '\r',
  '\n',
  '\r\n',
  '😀',
  '<a href="h&lt;">',
  '</a>',
  '<',
  '>',
  '"',
  '<!--',
  '\u0000',
];

/** Everything that a scan reports, with neighboring pieces of text joined. */
function eventsOf(scan: (visitor: HtmlVisitor) => unknown): unknown[] {
  const events: unknown[] = [];
  let text: { start: number; text: string } | undefined;
  const add = (event: unknown): undefined => {
    text = undefined;
    events.push(event);
  };
  const error = scan({
    open: (tag) => add({ ...tag }),
    close: (name, at) => add([name, at]),
    text(piece, at) {
      if (text) text.text += piece;
      else {
        text = { start: at, text: piece };
        events.push(text);
      }
      return undefined;
    },
  });
  return [...events, error];
}

function runToEnd<R>(steps: Generator<void, R>): { readonly result: R; readonly pauses: number } {
  for (let pauses = 0; ; pauses++) {
    const step = steps.next();
    if (step.done) return { result: step.value, pauses };
  }
}

test('[Rich text] a text that is scanned in pieces of any length has the same tags, texts and errors', () => {
  const { random } = createTestEnvironment(testRunSeed());
  for (let count = cases(400); count > 0; count--) {
    const html = Array.from({ length: 1 + Math.floor(random() * 20) }, () => parts[Math.floor(random() * parts.length)]).join('');
    const whole = eventsOf((visitor) => scanHtml(html, visitor));
    for (const length of [1, 2, 3, 7])
      expect(eventsOf((visitor) => runToEnd(scanHtmlInSteps(html, visitor, length)).result)).toEqual(whole);
  }
});

const bareParts = [
  '<p>',
  '</p>',
  '<pre>',
  '<code>',
  '</code>',
  '</pre>',
  '<s>',
  '</s>',
  '<br>',
  '<ul>',
  '<li>',
  'x',
  'word ',
  '>',
  '"',
  '\r\n',
  '\u0000',
];
/** Tags that look like those without attributes but are read in another way. */
const otherParts = [
  '<script>',
  '<style>',
  '<title>',
  '<plaintext>',
  '<P>',
  '<p >',
  '</p >',
  '</br>',
  '<br/>',
  '<pr>',
  '<p',
  '</',
  '<!p>',
  '&lt;',
];

/** Scanning in steps always uses the tokenizer. */
function expectSameScan(html: string): void {
  const tokenized = eventsOf((visitor) => runToEnd(scanHtmlInSteps(html, visitor)).result);
  expect(eventsOf((visitor) => scanHtml(html, visitor))).toEqual(tokenized);
}

test.each(otherParts)('[Rich text] %s among tags without attributes is read as the tokenizer reads it', (part) => {
  expectSameScan(`<p>x</p>${part}<p>y</p>`);
});

test('[Rich text] tags without attributes are read as the tokenizer reads them, beside any other markup', () => {
  const { random } = createTestEnvironment(testRunSeed());
  const oneOf = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
  let bare = 0;
  for (let count = cases(600); count > 0; count--) {
    const pieces = Array.from({ length: 1 + Math.floor(random() * 8) }, () => oneOf(bareParts));
    if (random() < 0.5) pieces.splice(Math.floor(random() * pieces.length), 0, oneOf(otherParts));
    else bare++;
    const html = pieces.join('');
    expectSameScan(html);
    const paragraph = `<p>${pieces.filter((piece) => !piece.startsWith('<')).join('')}</p>`;
    // With another one before it, it is not read as the only paragraph. A text that is not valid is shown as it is.
    if (canonicalizeRichText(paragraph, 'story').ok)
      expect(richTextToPlainText(paragraph)).toBe(richTextToPlainText(`<p></p>${paragraph}`));
    else expect(richTextToPlainText(paragraph)).toBe(paragraph);
  }
  expectEnough(bare, cases(600), 0.25);
});

const paragraph = '<p>The river <strong>rises</strong> &amp; falls.\r\nNobody “counts”.</p>';
const longText = paragraph.repeat(5000);

test('[Rich text] a long text is checked in steps with the same result, and errors keep their positions', () => {
  const { result, pauses } = runToEnd(canonicalizeRichTextInSteps(longText, 'story'));
  expect(result).toEqual(canonicalizeRichText(longText, 'story'));
  expect(pauses).toBeGreaterThanOrEqual(longText.length / 2 ** 16);
  for (const broken of [`${longText}<p>`, `${longText}<script>`, `${longText}<!-- -->`, `${longText}</b>`, `${longText}<p`])
    expect(runToEnd(canonicalizeRichTextInSteps(broken, 'story')).result).toEqual(canonicalizeRichText(broken, 'story'));
});

test('[Rich text] long texts anywhere in a value are prepared, and freed when they are used', () => {
  const texts = new LongRichTexts();
  const { pauses } = runToEnd(texts.prepare({ title: '<p>x</p>', content: { en: { text: longText } }, data: [longText.slice(0, 40)] }));
  expect(pauses).toBeGreaterThan(4);
  expect(texts.canonicalize(longText)).toEqual(canonicalizeRichText(longText, 'story'));
  expect(texts.canonicalize('<p>x</p>')).toEqual({ ok: true, html: '<p>x</p>' });
});

test('[G33] other work runs while a story with one long text is imported', async () => {
  const board = '00000000-0000-4000-8000-000000000001';
  const element = '00000000-0000-4000-8000-000000000002';
  const story = (content: string) => ({
    name: 'Long',
    boards: { root: { root: true, children: [board] }, [board]: { name: 'Board', elements: [element] } },
    elements: { [element]: { title: '<p>One</p>', content, x: 0, y: 0 } },
    contents: { [element]: { content: { en: { text: content } } } },
  });
  const pausesOf = async (content: string): Promise<number> => {
    let pauses = 0;
    const yieldNow = async () => void pauses++;
    const { records } = await importStory(story(content), { environment: createTestEnvironment(), yieldNow });
    expect(records.find(({ kind }) => kind === 'element')).toMatchObject({ content: { en: { text: content.replaceAll('\r', '') } } });
    return pauses;
  };
  expect((await pausesOf(longText.repeat(2))) - (await pausesOf(paragraph))).toBeGreaterThanOrEqual(4);
});

const blockParts = [
  ...parts.slice(0, 12),
  '<blockquote>',
  '</blockquote>',
  '<ul>',
  '<li>',
  '</li>',
  '</ul>',
  '<pre><code>if x\nelse</code></pre>',
  '<pre><code>endif</code></pre>',
  '<code>x = 1</code>',
];

test('[Exports] a long text is converted to the dialect of the engines, and compared with what a plug-in shows, in steps with the same result', () => {
  const { random } = createTestEnvironment(testRunSeed());
  for (let count = cases(400); count > 0; count--) {
    const html = Array.from({ length: 1 + Math.floor(random() * 12) }, () => blockParts[Math.floor(random() * blockParts.length)]).join('');
    const canonical = canonicalizeRichText(html, 'story');
    if (!canonical.ok) continue;
    expect(runToEnd(toEngineDialectInSteps(canonical.html)).result).toBe(toEngineDialect(canonical.html));
    expect(runToEnd(losesMarkupInSteps(canonical.html)).result).toBe(losesMarkup(canonical.html));
  }
  for (const long of [longText, `<p>${'<strong>x</strong> y '.repeat(20_000)}</p>`, `<ul>${'<li>x</li>'.repeat(40_000)}</ul>`]) {
    const { result, pauses } = runToEnd(toEngineDialectInSteps(long));
    expect(result).toBe(toEngineDialect(long));
    expect(pauses).toBeGreaterThan(long.length / 2 ** 15);
  }
  const compared = runToEnd(losesMarkupInSteps('<p>Nobody counts.</p>'.repeat(20_000)));
  expect(compared.result).toBe(false);
  expect(compared.pauses).toBeGreaterThan(50);
});

test('[Exports] a script of very many statements is written in steps, each statement in a block of its own with its own mentions', () => {
  const statement = (at: number) =>
    `hp += visits(<span class="mention-element mention" data-id="${at}" data-label="Hall" data-type="element">Hall ${at}</span>) &lt; ${at}`;
  const lines = Array.from({ length: 10_000 }, (_, at) => [statement(at), 'if x', 'else', 'endif']).flat();
  const block = (line: string) =>
    line === 'else' || line === 'endif' ? `<p></p><pre><code>${line}</code></pre>` : `<pre><code>${line}</code></pre>`;
  const { result, pauses } = runToEnd(toEngineDialectInSteps(`<pre><code>${lines.join('\n')}\n</code></pre>`));
  expect(result === lines.map(block).join('')).toBe(true);
  expect(pauses).toBeGreaterThan(2 * lines.length);
});

test.each(['unity', 'godot'] as const)(
  '[Exports] other work runs while a story with one long text is checked and exported for %s',
  (format) => {
    const pausesOf = (content: string) => {
      const project = projectOf(record('element', 'long', { boardId: 'board', x: 0, y: 0, content: { en: { text: content } } }));
      const check = runToEnd(checkStoryInSteps(project, format));
      const texts: string[] = [];
      let pauses = 0;
      for (const piece of exportStoryPieces(project, { format, destination: 'file' }, 'all')) {
        if (piece) texts.push(piece.text ?? '');
        else pauses++;
      }
      return { text: texts.join(''), pauses, checkPauses: check.pauses, findings: check.result.map(({ rule }) => rule) };
    };
    // Neither text is in the dialect of the engines, which is what takes long.
    const short = `<p>The <b>river</b> rises &amp; falls.</p>`;
    const [one, long] = [pausesOf(short), pausesOf(short.repeat(12_000))];
    expect(long.findings).toEqual(one.findings);
    expect(long.pauses - one.pauses).toBeGreaterThan(10);
    // Only the plug-in for Godot loses some markup.
    if (format === 'godot') expect(long.checkPauses - one.checkPauses).toBeGreaterThan(5);
    const engineText = toEngineDialect(short);
    expect(long.text.split(JSON.stringify(engineText).slice(1, -1))).toHaveLength(12_001);
  },
);

/** More than the arguments that a call may have, and within the 2,000,000 characters of a text. */
const repeated = (part: string): string => part.repeat(130_000);

test.each([
  ['list entries', `<ul>${repeated('<li>x</li>')}</ul>`],
  ['line breaks', `<p>${repeated('<br>')}</p>`],
  ['paragraphs in a list', `<ul><li>${repeated('<p>x</p>')}</li></ul>`],
  ['quotations in a quotation', `<blockquote><blockquote>${repeated('<p>x</p>')}</blockquote></blockquote>`],
])('[Rich text] a text of very many %s is converted to every form', (_, html) => {
  for (const convert of [
    richTextToPlainText,
    toReadableText,
    toComparableRichText,
    toEngineDialect,
    (text: string) => simplifyRichText(text, 'note'),
  ])
    expect(typeof convert(html)).toBe('string');
});

test('[Rich text] the title of a long text is read from its start, wherever that ends', () => {
  for (let moved = 0; moved < 80; moved++) {
    const html = `<p>${'a'.repeat(19_930 + moved)}<b>bold</b> &amp; 😀</p><blockquote><p>quoted</p></blockquote>${'<p>end</p>'.repeat(1000)}`;
    const start = richTextStartToPlainText(html);
    expect(start.length).toBeGreaterThan(19_900);
    expect(start.length).toBeLessThan(20_100);
    expect(start.slice(0, 19_930)).toBe(richTextToPlainText(html).slice(0, 19_930));
  }
  expect(richTextStartToPlainText('<p>A <b>short</b> one.</p>')).toBe('A short one.');
});

test('[Rich text] reading a long text for comparison looks at each of its characters a few times only', () => {
  const { endsWith } = String.prototype;
  let looked = 0;
  // Looking at a string that is being concatenated copies it.
  String.prototype.endsWith = function (this: string, ...args: Parameters<typeof endsWith>) {
    looked += this.length;
    return endsWith.apply(this, args);
  };
  try {
    expect(toReadableText('<p>Nobody counts.</p>'.repeat(5000)).split('\n')).toHaveLength(5000);
  } finally {
    String.prototype.endsWith = endsWith;
  }
  expect(looked).toBeLessThan(5 * 5000 * 'Nobody counts.'.length);
});
