/**
 * Reads HTML from the clipboard of other programs as rich text of the story dialect: word processors, spreadsheets, browsers, mail, code editors. What their
 * style sheets and attributes say becomes marks; everything else about the appearance is left out. The size and the depth of what is read are limited. Pure.
 *
 * - `font-weight`, `font-style` and `text-decoration` count, also where they take a mark away: Google Docs wraps all it copies in a `<b>` of normal weight.
 * - A table becomes a paragraph for each row with its cells separated; a row of one cell is layout, and its content stays as it is.
 * - Lists stay lists, also those of Word, which are paragraphs with their bullets as text, and those whose items state their level.
 * - Lines of `<pre>` become paragraphs: only what was copied here contains scripts.
 * - A line that is only a break, or a space that cannot break, is a blank line.
 * - A mention becomes its label, and the picture of an emoji its character.
 */
import { Parser } from 'htmlparser2';
import { dialects } from './canonicalize-rich-text.ts';
import { type RichTextElement, type RichTextNode, serializeNodes } from './rich-text-tree.ts';

/** Longer HTML is not read, in characters: the plain text is on the clipboard, too. */
const maxLength = 4_000_000;
/** Elements within more others than this have no effect on their content. */
const maxDepth = 200;
/** Lists and quotations within more others than this are part of the outer one. */
const maxContainers = 12;
const cellSeparator = ' | ';

/** The same text as rich text: '' if there is none, null if the HTML is too long. */
export function readPastedHtml(html: string): string | null {
  if (html.length > maxLength) return null;
  const reader = new PastedHtmlReader();
  const parser = new Parser(reader, { decodeEntities: true });
  parser.write(html);
  parser.end();
  return serializeNodes(reader.result());
}

/** Lines become paragraphs, blank lines between them empty ones. */
export function plainTextToParagraphs(text: string): string[] {
  const lines = text.split(/\r\n?|[\n\v\u2028\u2029]/).map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line !== '');
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex((line) => line !== '') + 1);
}

interface Marks {
  readonly link: string | null;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strike: boolean;
  readonly code: boolean;
}
type Run = { readonly text: string; readonly marks: Marks } | 'break';

const noMarks: Marks = { link: null, bold: false, italic: false, underline: false, strike: false, code: false };

interface OpenElement {
  readonly name: string;
  readonly marks: Marks;
  /** Whether it is on lines of its own. */
  readonly isBlock: boolean;
  /** Whether spaces and line ends count. */
  readonly isPreformatted: boolean;
  readonly isSkipped: boolean;
  /** Spaces that cannot break are spaces that this program has made. */
  readonly hasPlainSpaces: boolean;
  readonly container: RichTextElement | null;
  readonly wordList: { readonly level: number } | null;
}

const skippedTags: ReadonlySet<string> = new Set([
  'head',
  'title',
  'script',
  'template',
  'noscript',
  'iframe',
  'object',
  'svg',
  'math',
  'select',
  'textarea',
  'button',
  'xml',
  'colgroup',
  'audio',
  'video',
  'canvas',
  'datalist',
]);
const blockTags: ReadonlySet<string> = new Set([
  'html',
  'body',
  'p',
  'div',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'pre',
  'section',
  'article',
  'aside',
  'main',
  'nav',
  'header',
  'footer',
  'address',
  'center',
  'dl',
  'dt',
  'dd',
  'figure',
  'figcaption',
  'form',
  'fieldset',
  'details',
  'summary',
  'hr',
  'table',
  'caption',
  'tr',
  'td',
  'th',
  'ul',
  'ol',
  'li',
  'blockquote',
]);
const tagMarks: Readonly<Record<string, Partial<Marks>>> = {
  b: { bold: true },
  strong: { bold: true },
  i: { italic: true },
  em: { italic: true },
  cite: { italic: true },
  u: { underline: true },
  ins: { underline: true },
  s: { strike: true },
  strike: { strike: true },
  del: { strike: true },
  code: { code: true },
  kbd: { code: true },
  samp: { code: true },
  tt: { code: true },
};

class PastedHtmlReader {
  #root: RichTextElement = createElement('root');
  readonly #open: OpenElement[] = [];
  /** Elements that are open beyond the limit of the depth. */
  #ignoredDepth = 0;
  readonly #containers: RichTextElement[] = [];
  /** The cells of open rows, the innermost row last. */
  readonly #rows: RichTextElement[][] = [];
  #line: Run[] = [];
  #hasFixedSpace = false;
  readonly #styles = new Map<string, Map<StyleProperty, string>>();
  #styleText = '';
  /** The bullet or number of the open paragraph of a list in Word. */
  #bullet = '';
  #isAtEnd = false;

  onopentag(tag: string, attributes: Readonly<Record<string, string>>): void {
    const name = tag.replace(/^.*:/, '');
    if (this.#isAtEnd) return;
    if (this.#open.length >= maxDepth) {
      this.#ignoredDepth++;
      return;
    }
    if (tag === 'br') {
      this.#addBreak(attributes);
      return;
    }
    if (tag === 'img' && isEmoji(attributes.alt)) this.ontext(attributes.alt);
    const style = this.#styleOf(name, attributes);
    const outer = this.#open.at(-1);
    const isBlock = isOnLinesOfItsOwn(name, style);
    if (isBlock && !outer?.isSkipped) this.#endLine();
    const isSkipped = (outer?.isSkipped ?? false) || skippedTags.has(name) || isHidden(attributes, style) || isNoteOfWord(name, attributes);
    const level = /level(\d)/.exec(style.get('mso-list') ?? '')?.[1];
    if (level !== undefined) this.#bullet = '';
    this.#open.push({
      name,
      isBlock,
      marks: marksOf(name, attributes, style, outer?.marks ?? noMarks),
      isPreformatted: isPreformatted(name, style, outer?.isPreformatted ?? false),
      isSkipped,
      hasPlainSpaces:
        (outer?.hasPlainSpaces ?? false) ||
        style.has('mso-spacerun') ||
        style.has('mso-tab-count') ||
        (attributes.class ?? '').includes('Apple-'),
      container: isSkipped ? null : this.#openContainer(name, attributes),
      wordList: level === undefined ? (outer?.wordList ?? null) : { level: Number(level) },
    });
    if (name === 'tr' && !isSkipped) this.#rows.push([]);
  }

  ontext(given: string): void {
    const element = this.#open.at(-1);
    if (this.#isAtEnd) return;
    const text = withoutByteOrderMarks(given);
    if (element?.name === 'style') this.#styleText += text;
    else if (element?.isSkipped) this.#bullet += text;
    else if (element?.isPreformatted) this.#addPreformatted(text, element.marks);
    else this.#addText(element?.hasPlainSpaces ? text.replaceAll('\u00a0', ' ') : text, element?.marks ?? noMarks);
  }

  onclosetag(tag: string): void {
    const name = tag.replace(/^.*:/, '');
    if (this.#isAtEnd || tag === 'br') return;
    if (this.#ignoredDepth > 0) {
      this.#ignoredDepth--;
      return;
    }
    const element = this.#open.at(-1);
    if (element?.name !== name) return;
    if (name === 'style') this.#readStyles();
    if (element.isBlock && !element.isSkipped) this.#endLine();
    this.#open.pop();
    if (element.container) this.#containers.pop();
    if (name === 'tr' && !element.isSkipped) this.#endRow();
  }

  /** Windows and Word mark the part that was copied. */
  oncomment(data: string): void {
    if (data.trim() === 'EndFragment') this.#finish();
    if (data.trim() !== 'StartFragment') return;
    this.#line = [];
    this.#root.children = [];
    for (const container of this.#containers) container.children = [];
    for (const row of this.#rows) row.length = 0;
  }

  result(): RichTextNode[] {
    this.#finish();
    const blocks = this.#root.children.flatMap(withoutEmptyLists);
    const first = blocks.findIndex((block) => !isBlankParagraph(block));
    const last = blocks.findLastIndex((block) => !isBlankParagraph(block));
    return first < 0 ? [] : blocks.slice(first, last + 1);
  }

  #finish(): void {
    if (this.#isAtEnd) return;
    this.#endLine();
    while (this.#rows.length > 0) this.#endRow();
    this.#isAtEnd = true;
  }

  get #inside(): RichTextElement {
    return this.#containers.at(-1) ?? this.#root;
  }

  /** Lists, their items, quotations and cells contain blocks of their own. */
  #openContainer(name: string, attributes: Readonly<Record<string, string>>): RichTextElement | null {
    const isNested = this.#containers.length < maxContainers;
    if (name === 'td' || name === 'th') {
      const cell = createElement('cell');
      const row = this.#rows.at(-1);
      if (!row) return null;
      row.push(cell);
      this.#containers.push(cell);
      return cell;
    }
    if (!isNested || !['ul', 'ol', 'li', 'blockquote'].includes(name)) return null;
    if (name === 'li' && !isList(this.#inside)) return null;
    const before = this.#inside.children.at(-1);
    const isContinued = isElement(before) && before.name === name && (name === 'ul' || (name === 'ol' && Number(attributes.start) > 1));
    const container = isContinued ? before : createElement(name);
    if (!isContinued) this.#parentOf(name, attributes).children.push(container);
    this.#containers.push(container);
    return container;
  }

  #parentOf(name: string, attributes: Readonly<Record<string, string>>): RichTextElement {
    const inside = this.#inside;
    if (!isList(inside)) return inside;
    // Google Docs has lists directly in lists: they belong to the item before them.
    if (name !== 'li') return lastItem(inside);
    let list = inside;
    const level = Math.min(levelOf(attributes), maxContainers);
    for (let at = this.#containers.filter(isList).length; at < level; at++) list = lastList(lastItem(list), inside.name);
    return list;
  }

  #addText(text: string, marks: Marks): void {
    if (text.includes('\u00a0')) this.#hasFixedSpace = true;
    const single = text.replace(/[\u00a0 \t\n\f\r]+/g, (spaces) => (spaces === '\u00a0' ? spaces : ' '));
    const before = this.#line.at(-1);
    const isAfterSpace = before === undefined || before === 'break' || /[ \u00a0]$/.test(before.text);
    const added = isAfterSpace ? single.replace(/^[ \u00a0]/, '') : single;
    // The parser reports each entity on its own: of several spaces, some of which cannot break, one is left that can.
    if (added !== single && before !== undefined && before !== 'break' && before.text.endsWith('\u00a0'))
      this.#line[this.#line.length - 1] = { ...before, text: `${before.text.slice(0, -1)} ` };
    if (added !== '') this.#line.push({ text: added, marks });
  }

  #addPreformatted(text: string, marks: Marks): void {
    for (const [at, piece] of text.split(/\r\n?|\n/).entries()) {
      if (at > 0) {
        if (this.#line.length === 0) this.#line.push('break');
        this.#endLine();
      }
      const text = this.#open.at(-1)?.hasPlainSpaces ? piece.replaceAll('\t', ' ') : piece;
      if (text !== '') this.#line.push({ text, marks: { ...marks, code: false } });
    }
  }

  #addBreak({ class: name = '' }: Readonly<Record<string, string>>): void {
    if (this.#open.at(-1)?.isSkipped || name.includes('Apple-interchange-newline')) return;
    this.#line.push('break');
  }

  #endLine(): void {
    const runs = trimRuns(this.#line);
    const isBlank = runs.length === 0 && (this.#hasFixedSpace || this.#line.some(isPlaceholder));
    this.#line = [];
    this.#hasFixedSpace = false;
    if (runs.length === 0 && !isBlank) return;
    const paragraph = createElement('p', nestMarks(runs));
    const { wordList = null } = this.#open.at(-1) ?? {};
    if (wordList && !isBlank) this.#addWordItem(paragraph, wordList.level);
    else if (isList(this.#inside)) {
      if (!isBlank) this.#inside.children.push(createElement('li', [paragraph]));
    } else this.#inside.children.push(paragraph);
  }

  #addWordItem(paragraph: RichTextElement, level: number): void {
    const name = /^\s*[\p{L}\d]+[.)]/u.test(this.#bullet) ? 'ol' : 'ul';
    let parent = this.#inside;
    for (let at = 1; at <= Math.min(level, maxContainers); at++) {
      const last = parent.children.at(-1);
      const isOpen = isElement(last) && isList(last) && (at < level || last.name === name);
      const list = isOpen ? last : createElement(name);
      if (!isOpen) parent.children.push(list);
      if (at < Math.min(level, maxContainers)) parent = lastItem(list);
      else list.children.push(createElement('li', [paragraph]));
    }
  }

  #endRow(): void {
    const cells = this.#rows.pop() ?? [];
    const [only] = cells;
    if (only && cells.length === 1) {
      for (const node of only.children) this.#inside.children.push(node);
      return;
    }
    const contents = cells.map((cell) => inlineOf(cell.children));
    const first = contents.findIndex((nodes) => nodes.length > 0);
    const last = contents.findLastIndex((nodes) => nodes.length > 0);
    if (first < 0) return;
    const row = contents.slice(first, last + 1);
    this.#inside.children.push(
      createElement(
        'p',
        row.flatMap((nodes, at): RichTextNode[] => (at === 0 ? nodes : [cellSeparator, ...nodes])),
      ),
    );
  }

  /** The declarations of an element: those of its classes, and then its own. */
  #styleOf(name: string, { class: classes = '', style = '' }: Readonly<Record<string, string>>): Style {
    const own = readDeclarations(style);
    if (this.#styles.size === 0 || classes === '') return own;
    const ofClasses = [...new Set(classes.split(/\s+/))].flatMap((each) => [
      this.#styles.get(`.${each}`),
      this.#styles.get(`${name}.${each}`),
    ]);
    return new Map([...ofClasses, own].flatMap((each) => [...(each ?? [])]));
  }

  /** Only rules for a class matter: programs use no others for words within a text. */
  #readStyles(): void {
    for (const rule of withoutComments(this.#styleText).split('}')) {
      const [selectors = '', declarations] = rule.split('{');
      if (declarations === undefined) continue;
      const style = readDeclarations(declarations);
      for (const selector of style.size > 0 ? selectors.split(',') : []) {
        const name = selector.trim();
        if (/^[a-z\d]*\.[\w-]+$/i.test(name)) this.#styles.set(name, new Map([...(this.#styles.get(name) ?? []), ...style]));
      }
    }
    this.#styleText = '';
  }
}

/** Also without the start of an HTML comment, which programs write around their rules. */
const withoutComments = (css: string): string =>
  css
    .replaceAll('<!--', '')
    .split('/*')
    .map((part, at) => (at === 0 ? part : part.split('*/').slice(1).join('*/')))
    .join('');

const createElement = (name: string, children: RichTextNode[] = []): RichTextElement => ({ name, attributes: [], children });
const isElement = (node: RichTextNode | undefined): node is RichTextElement => node !== undefined && typeof node !== 'string';
const isList = ({ name }: RichTextElement): boolean => name === 'ul' || name === 'ol';
const isBlankParagraph = (node: RichTextNode): boolean => isElement(node) && node.name === 'p' && node.children.length === 0;

/** The last item of a list; a new one if it is empty. */
function lastItem(list: RichTextElement): RichTextElement {
  const last = list.children.at(-1);
  if (isElement(last)) return last;
  const item = createElement('li');
  list.children.push(item);
  return item;
}

/** The list at the end of an item; a new one if there is none. */
function lastList(item: RichTextElement, name: string): RichTextElement {
  const last = item.children.at(-1);
  if (isElement(last) && last.name === name) return last;
  const list = createElement(name);
  item.children.push(list);
  return list;
}

/** Word on the web and Slack write each level as a list of its own, beside the others. */
function levelOf({ 'data-aria-level': level, 'data-stringify-indent': indent }: Readonly<Record<string, string>>): number {
  return Number.parseInt(level ?? '', 10) || 1 + Number.parseInt(indent ?? '', 10) || 1;
}

/** Lists, items and quotations without content are left out. */
function withoutEmptyLists(node: RichTextNode): RichTextNode[] {
  if (!isElement(node) || node.name === 'p') return [node];
  if (!['ul', 'ol', 'li', 'blockquote'].includes(node.name)) return [node];
  const children = node.children.flatMap(withoutEmptyLists);
  return children.every(isBlankParagraph) ? [] : [{ ...node, children }];
}

/** The properties that have an effect. */
const styleProperties = [
  'display',
  'font',
  'font-style',
  'font-weight',
  'mso-element',
  'mso-hide',
  'mso-list',
  'mso-spacerun',
  'mso-tab-count',
  'text-decoration',
  'text-decoration-line',
  'visibility',
  'white-space',
] as const;
type StyleProperty = (typeof styleProperties)[number];
const isStyleProperty = (name: string): name is StyleProperty => styleProperties.some((property) => property === name);

/** The last declaration of each property, in lower case. */
type Style = ReadonlyMap<StyleProperty, string>;

function readDeclarations(declarations: string): Map<StyleProperty, string> {
  const style = new Map<StyleProperty, string>();
  for (const declaration of declarations.split(';')) {
    const colon = declaration.indexOf(':');
    const property = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (!isStyleProperty(property)) continue;
    const value = declaration.slice(colon + 1).replace('!important', '');
    style.set(property, value.trim().toLowerCase());
  }
  return style;
}

function marksOf(name: string, { href, style: own = '' }: Readonly<Record<string, string>>, style: Style, outer: Marks): Marks {
  const marks = { ...outer, ...tagMarks[name] };
  const font = fontOf(style.get('font'));
  const weight = style.get('font-weight') ?? font?.find((each) => isBoldWeight(each)) ?? (font && 'normal');
  if (weight !== undefined) marks.bold = isInherited(weight) ? outer.bold : isBoldWeight(weight);
  const slant = style.get('font-style') ?? font?.find((each) => isSlanted(each)) ?? (font && 'normal');
  if (slant !== undefined) marks.italic = isInherited(slant) ? outer.italic : isSlanted(slant);
  const line = `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`;
  if (line.includes('underline')) marks.underline = true;
  if (line.includes('line-through')) marks.strike = true;
  if (/\bnone\b/.test(line) && /text-decoration/i.test(own)) Object.assign(marks, { underline: outer.underline, strike: outer.strike });
  if (name === 'a') marks.link = href !== undefined && isAddress(href) ? href : null;
  return marks;
}

const isInherited = (value: string): boolean => value === 'inherit' || value === 'unset';
const isBoldWeight = (weight: string): boolean => weight === 'bold' || weight === 'bolder' || /^[6-9]\d\d$/.test(weight);
const isSlanted = (slant: string): boolean => /^(?:italic|oblique)/.test(slant);

/** The words before the size in `bold 11px Helvetica`; what they do not name is normal. Undefined without a size, as in `inherit`. */
function fontOf(font: string | undefined): readonly string[] | undefined {
  const words = font?.split(/\s+/) ?? [];
  const size = words.findIndex((word) => /^[\d.]+(?:[a-z]+|%)/.test(word));
  return size < 0 ? undefined : words.slice(0, size);
}

const isAddress = (href: string): boolean => dialects.story.get('a')?.attributes.get('href')?.(href) ?? false;

function isPreformatted(name: string, style: Style, outer: boolean): boolean {
  const spaces = style.get('white-space');
  if (spaces === undefined || spaces === 'inherit') return name === 'pre' || name === 'listing' || name === 'xmp' || outer;
  return /^(?:pre|pre-wrap|break-spaces)$/.test(spaces);
}

/** Tags whose place in a list or table counts, whatever their style says. */
const structureTags = /^(?:ul|ol|li|table|tr|td|th)$/;

/** Slack ends a paragraph by a `<span>` that is a block, and browsers write blocks in the line that were copied in part. */
function isOnLinesOfItsOwn(name: string, style: Style): boolean {
  const display = structureTags.test(name) ? undefined : style.get('display');
  if (display === undefined) return blockTags.has(name);
  return /^(?:block|list-item|flow-root|flex|grid|table)$/.test(display) || (blockTags.has(name) && !/^(?:inline|contents)/.test(display));
}

/** Mail and chats show emoji as pictures, whose text they are. Digits alone are components of emoji, too: of keycaps. */
const isEmoji = (alt: string | undefined): alt is string =>
  alt !== undefined &&
  /^[\p{Extended_Pictographic}\p{Emoji_Component}]+$/u.test(alt) &&
  /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(alt);

/** Byte order marks, which editors leave within texts. */
const withoutByteOrderMarks = (text: string): string => text.replaceAll('\ufeff', '');

const isHidden = ({ hidden }: Readonly<Record<string, string>>, style: Style): boolean =>
  (hidden !== undefined && hidden !== 'until-found') ||
  style.get('display') === 'none' ||
  style.get('visibility') === 'hidden' ||
  style.get('mso-hide') === 'all' ||
  style.get('mso-list') === 'ignore' ||
  /^(?:comment|footnote|endnote)/.test(style.get('mso-element') ?? '');

/** The marks in a text of comments beside it. */
const isNoteOfWord = (name: string, { class: classes = '' }: Readonly<Record<string, string>>): boolean =>
  classes.includes('MsoCommentReference') || (name === 'a' && classes.includes('msocomanchor'));

/** Without spaces at its ends, and without the break that ends it. */
function trimRuns(line: readonly Run[]): Run[] {
  const runs = [...line];
  const isEmpty = (run: Run | undefined) => run === 'break' || run?.text.replaceAll('\u200b', '').trim() === '';
  while (runs.length > 0 && isEmpty(runs.at(-1))) runs.pop();
  while (runs.length > 0 && isEmpty(runs[0])) runs.shift();
  const last = runs.at(-1);
  if (last !== undefined && last !== 'break') runs[runs.length - 1] = { ...last, text: last.text.trimEnd() };
  return runs;
}

/** Editors put a break, or a space of no width, on a line without text. */
const isPlaceholder = (run: Run): boolean => run === 'break' || run.text.includes('\u200b');

/** From the outermost tag to the innermost one. */
const markOrder = ['link', 'bold', 'italic', 'underline', 'strike', 'code'] as const;
const tagOf = { link: 'a', bold: 'strong', italic: 'em', underline: 'u', strike: 's', code: 'code' } as const;

/** Programs underline links. */
const markValue = (run: Run, mark: (typeof markOrder)[number]): string | boolean | null => {
  if (run === 'break') return null;
  return mark === 'underline' && run.marks.link !== null ? false : run.marks[mark];
};

/** Neighbors with the same mark share its tag. */
function nestMarks(runs: readonly Run[], depth = 0): RichTextNode[] {
  const mark = markOrder[depth];
  if (mark === undefined) return joinTexts(runs.map((run) => (run === 'break' ? createElement('br') : run.text)));
  const nodes: RichTextNode[] = [];
  for (let at = 0; at < runs.length; ) {
    const first = runs[at];
    const value = first === undefined ? null : markValue(first, mark);
    let end = at + 1;
    for (let next = runs[end]; next !== undefined && (markValue(next, mark) || null) === (value || null); next = runs[++end]);
    const inner = nestMarks(runs.slice(at, end), depth + 1);
    if (value) nodes.push({ name: tagOf[mark], attributes: mark === 'link' ? [['href', String(value)]] : [], children: inner });
    else for (const node of inner) nodes.push(node);
    at = end;
  }
  return joinTexts(nodes);
}

function joinTexts(nodes: readonly RichTextNode[]): RichTextNode[] {
  const joined: RichTextNode[] = [];
  for (const node of nodes) {
    const last = joined.length - 1;
    const before = joined[last];
    if (typeof node === 'string' && typeof before === 'string') joined[last] = before + node;
    else joined.push(node);
  }
  return joined;
}

/** The content of blocks in one line, with spaces in place of their ends and of breaks. */
function inlineOf(blocks: readonly RichTextNode[]): RichTextNode[] {
  const parts = blocks.flatMap((block): RichTextNode[][] => {
    if (!isElement(block)) return [[block]];
    if (block.name !== 'p') return [inlineOf(block.children)];
    return [withoutBreaks(block.children)];
  });
  return parts.filter((nodes) => nodes.length > 0).flatMap((nodes, at) => (at === 0 ? nodes : [' ', ...nodes]));
}

const withoutBreaks = (nodes: readonly RichTextNode[]): RichTextNode[] =>
  nodes.map((node) => {
    if (!isElement(node)) return node;
    return node.name === 'br' ? ' ' : { ...node, children: withoutBreaks(node.children) };
  });
