/**
 * The entry point of rich text: what each dialect allows, and how a text is checked against it and rewritten in canonical form, in steps if it is long. All HTML
 * must pass through here before it is stored.
 */

import { isJsonObject } from '../json.ts';
import { type Message, message } from '../messages/message.ts';
import type { MessageParams } from '../messages/message-params.ts';
import {
  characterPosition,
  escapeText,
  type HtmlAttribute,
  type HtmlVisitor,
  type OpeningTag,
  scanHtml,
  scanHtmlInSteps,
  serializeOpeningTag,
} from './html.ts';

export type RichTextResult = { ok: true; html: string } | { ok: false; error: Message };

/** Deeper nesting does not occur in real texts, and browsers flatten trees at some depth of their own. */
const maxDepth = 100;

/**
 * [Rich text, G21] Parses a rich text. Returns HTML of the dialect in canonical form, or the first error, which names tag and position.
 * Text without any tag becomes one paragraph, "" stays "". Attributes keep their order. Every HTML parser reads the accepted text the same way.
 */
export function canonicalizeRichText(html: string, dialect: RichTextDialect): RichTextResult {
  const writer = new CanonicalWriter();
  return toResult(html, writer, readRichText(html, dialect, writer));
}

/** Like `canonicalizeRichText`, in steps between which the caller may pause. */
export function* canonicalizeRichTextInSteps(html: string, dialect: RichTextDialect): Generator<void, RichTextResult> {
  const writer = new CanonicalWriter();
  const reading = readRichTextInSteps(html, dialect, writer);
  let step = reading.next();
  for (; !step.done; step = reading.next()) {
    writer.endPiece();
    yield;
  }
  return toResult(html, writer, step.value);
}

function toResult(html: string, writer: CanonicalWriter, error: Message | null): RichTextResult {
  if (error !== null) return { ok: false, error };
  // Most texts are canonical already. Returning the same string saves memory, and the time to join the parts of a long one.
  return { ok: true, html: writer.hasWritten(html) ? html : writer.result() };
}

/** Receives the tags and texts of a rich text that its dialect allows, in document order. Entities are decoded, line ends are as they were. */
export interface RichTextReceiver {
  open(name: string, attributes: HtmlAttribute[]): void;
  close(name: string): void;
  /** Possibly in several pieces. */
  text(text: string): void;
}

/** Returns the first error. What was received before it is then to be discarded. */
export function readRichText(html: string, dialect: RichTextDialect, receiver: RichTextReceiver): Message | null {
  const checker = new DialectChecker(dialects[dialect], receiver);
  return scanHtml(html, checker) ?? checker.unclosedTagError();
}

/** Like `readRichText`, in steps between which the caller may pause. */
export function* readRichTextInSteps(html: string, dialect: RichTextDialect, receiver: RichTextReceiver): Generator<void, Message | null> {
  const checker = new DialectChecker(dialects[dialect], receiver);
  return (yield* scanHtmlInSteps(html, checker)) ?? checker.unclosedTagError();
}

class CanonicalWriter implements RichTextReceiver {
  private html = '';
  /** Earlier parts of a long text: V8 would copy one long concatenation at once when it is used. */
  private readonly pieces: string[] = [];
  private hasNoTags = true;

  open(name: string, attributes: readonly HtmlAttribute[]): void {
    this.hasNoTags = false;
    this.html += serializeOpeningTag(name, attributes);
  }

  close(name: string): void {
    this.html += `</${name}>`;
  }

  text(text: string): void {
    this.html += escapeText(text);
  }

  endPiece(): void {
    // Joining copies the characters, so that the many parts of which the string consists can be freed.
    this.pieces.push([this.html, ''].join(''));
    this.html = '';
  }

  /** Whether the result is this text. */
  hasWritten(html: string): boolean {
    let at = 0;
    for (const piece of this.pieces) {
      const end = at + piece.length;
      // `startsWith` compares single characters, which takes ten times as long.
      if (html.slice(at, end) !== piece) return false;
      at = end;
    }
    return html.length === at + this.html.length && html.endsWith(this.html) && !(this.hasNoTags && html !== '');
  }

  result(): string {
    const html = this.pieces.length === 0 ? this.html : [...this.pieces, this.html].join('');
    return this.hasNoTags && html !== '' ? `<p>${html}</p>` : html;
  }
}

class DialectChecker implements HtmlVisitor {
  private readonly rules: ReadonlyMap<string, TagRule>;
  private readonly receiver: RichTextReceiver;
  private readonly openTags: { name: string; at: number; contentModel: ContentModel }[] = [];
  private contentModel: ContentModel = 'blocks';

  constructor(rules: ReadonlyMap<string, TagRule>, receiver: RichTextReceiver) {
    this.rules = rules;
    this.receiver = receiver;
  }

  open(tag: OpeningTag): Message | undefined {
    const rule = this.rules.get(tag.name);
    const error = rule === undefined ? notAllowedError(tag) : (this.placementError(tag, rule) ?? attributeError(tag, rule));
    if (rule === undefined || error !== undefined) return error;
    this.receiver.open(tag.name, tag.attributes);
    if (rule.contentModel === 'nothing') return undefined;
    this.openTags.push({ name: tag.name, at: tag.start, contentModel: rule.contentModel });
    this.contentModel = rule.contentModel;
    return this.openTags.length > maxDepth ? message('richText.tooDeep', placeOf(tag)) : undefined;
  }

  close(name: string, at: number): Message | undefined {
    const last = this.openTags.at(-1);
    if (last === undefined || !this.isInsideTag(name))
      return message('richText.closesNothing', { tag: `</${name}>`, position: characterPosition(at) });
    if (last.name !== name)
      return message('richText.stillOpen', {
        tag: `<${last.name}>`,
        position: characterPosition(last.at),
        closing: `</${name}>`,
        closingPosition: characterPosition(at),
      });
    this.openTags.pop();
    this.contentModel = this.openTags.at(-1)?.contentModel ?? 'blocks';
    this.receiver.close(name);
    return undefined;
  }

  text(text: string, at: number): Message | undefined {
    const nul = text.indexOf('\0');
    if (nul >= 0) return message('richText.characterNotAllowed', { position: characterPosition(at + nul) });
    if (this.contentModel !== 'script' && this.contentModel !== 'item') this.receiver.text(text);
    else if (/[^ \t\n\f\r]/.test(text))
      return message('richText.textNotAllowed', { position: characterPosition(at), outer: `<${this.openTags.at(-1)?.name}>` });
    return undefined;
  }

  unclosedTagError(): Message | null {
    const last = this.openTags.at(-1);
    return last === undefined ? null : message('richText.neverClosed', { tag: `<${last.name}>`, position: characterPosition(last.at) });
  }

  private placementError(tag: OpeningTag, rule: TagRule): Message | undefined {
    const last = this.openTags.at(-1);
    if (!isAllowedInside(this.contentModel, tag.name, rule)) return notAllowedError(tag, last?.name);
    return tag.name === 'a' && this.isInsideTag('a') ? notAllowedError(tag, 'a') : undefined;
  }

  private isInsideTag(name: string): boolean {
    return this.openTags.some((open) => open.name === name);
  }
}

/** `outer`: the name of the tag that contains it. */
function notAllowedError(tag: OpeningTag, outer?: string): Message {
  return outer === undefined
    ? message('richText.notAllowed', placeOf(tag))
    : message('richText.notAllowedInside', { ...placeOf(tag), outer: `<${outer}>` });
}

const placeOf = ({ name, start }: OpeningTag) => ({ tag: `<${name}>`, position: characterPosition(start) });

function attributeError(tag: OpeningTag, rule: TagRule): Message | undefined {
  if (tag.attributes.length === 0 && rule.requiredAttributes.length === 0) return undefined;
  const seen = new Set<string>();
  for (const [name, value] of tag.attributes) {
    const place = { ...placeOf(tag), name };
    const allowed = rule.attributes.get(name);
    if (allowed === undefined) return message('richText.attribute.notAllowed', place);
    if (seen.has(name)) return message('richText.attribute.duplicate', place);
    if (!allowed(value) || value.includes('\0')) return describeRejectedAttribute(tag.name, place);
    seen.add(name);
  }
  const missing = rule.requiredAttributes.find((name) => !seen.has(name));
  return missing === undefined ? undefined : message('richText.attribute.missing', { ...placeOf(tag), name: missing });
}

/** [G21] api: what REST clients may send. note: the same for notes. story: what real files contain (exports.md, "Rich text in the wild"). */
export type RichTextDialect = 'api' | 'note' | 'story';

/** The allowed content of a tag. `script` is only the code of a code block, `item` only list items, `text` text without tags. */
type ContentModel = 'blocks' | 'inline' | 'script' | 'item' | 'text' | 'nothing';

/** A tag: where it may be used, what it may contain, and for each attribute whether a value (with entities decoded) is valid. */
type TagRule = {
  category: 'block' | 'inline' | 'item';
  contentModel: ContentModel;
  attributes: ReadonlyMap<string, (value: string) => boolean>;
  requiredAttributes: string[];
};

const matches = (pattern: RegExp) => (value: string) => pattern.test(value);
const anyValue = () => true;

const isIndent = matches(/^\s*margin-left:\s*\d{1,4}(\.\d+)?(px|pt|em|rem|%)?\s*(?:;\s*)?$/);
const isIdentifier = matches(/^[\w.:-]{1,100}$/);
/** [Rich text] Only external addresses: they must start with the scheme and contain no control characters. */
const isExternalAddress = matches(/^(https?:\/\/|mailto:)\P{Cc}+$/iu);

function createTagRule(
  category: TagRule['category'],
  contentModel: ContentModel,
  attributes: Record<string, (value: string) => boolean> = {},
  requiredAttributes: string[] = [],
): TagRule {
  return { category, contentModel, attributes: new Map(Object.entries(attributes)), requiredAttributes };
}

const plainTagRules = { block: createTagRule('block', 'inline'), inline: createTagRule('inline', 'inline') };

const noteTags: [string, TagRule][] = [
  ['p', plainTagRules.block],
  ['b', plainTagRules.inline],
];

const storyTags: [string, TagRule][] = [
  ['p', createTagRule('block', 'inline', { style: isIndent })],
  ['pre', createTagRule('block', 'script', { style: isIndent, 'data-id': isIdentifier, spellcheck: matches(/^(true|false)$/) })],
  ['blockquote', createTagRule('block', 'blocks')],
  ['ul', createTagRule('block', 'item')],
  ['ol', createTagRule('block', 'item')],
  ['li', createTagRule('item', 'blocks')],
  ['code', createTagRule('inline', 'inline', { class: matches(/^language-[\w-]+$/) })],
  ...['b', 'strong', 'em', 'i', 'u', 's'].map((name): [string, TagRule] => [name, plainTagRules.inline]),
  ['br', createTagRule('inline', 'nothing')],
  [
    'a',
    createTagRule(
      'inline',
      'inline',
      { href: isExternalAddress, target: matches(/^[\w-]*$/), rel: matches(/^[\w -]*$/), title: anyValue },
      ['href'],
    ),
  ],
  [
    'span',
    createTagRule(
      'inline',
      'text',
      {
        class: matches(/^(?=(.* )?mention( |$))mention(-[a-z]+)?( mention(-[a-z]+)?)*$/),
        'data-id': isIdentifier,
        'data-label': anyValue,
        'data-type': matches(/^(component|element|board)$/),
      },
      ['class', 'data-id', 'data-type'],
    ),
  ],
];

/** [G21] The tags of each dialect. */
export const dialects: Readonly<Record<RichTextDialect, ReadonlyMap<string, TagRule>>> = {
  note: new Map(noteTags),
  api: new Map([...noteTags, ['code', plainTagRules.inline]]),
  story: new Map(storyTags),
};

/** Why the value of an attribute is rejected. */
function describeRejectedAttribute(tagName: string, place: MessageParams['richText.attribute.value'] & { name: string }): Message {
  if (place.name === 'href') return message('richText.attribute.address', place);
  if (place.name === 'style') return message('richText.attribute.style', place);
  if (place.name === 'class' && tagName === 'span') return message('richText.attribute.mention', place);
  return message('richText.attribute.value', place);
}

/** Whether `inner` is allowed inside something that contains `content`. */
function isAllowedInside(content: ContentModel, name: string, inner: TagRule): boolean {
  if (content === 'blocks') return inner.category !== 'item';
  if (content === 'inline') return inner.category === 'inline';
  if (content === 'script') return name === 'code';
  return content === 'item' && inner.category === 'item';
}

/** Checking a shorter text takes about 10 ms at most. */
const longTextCharacters = 2 ** 18;

export const isLongText = (text: string): boolean => text.length > longTextCharacters;

/** More levels than texts are nested in records; anything may be nested in unknown fields. */
const levelsWithTexts = 8;

export class LongRichTexts {
  readonly #results = new Map<string, RichTextResult>();

  /** Checks the long texts in a value and keeps the results for `canonicalize`. Pauses after each part of a text. */
  *prepare(value: unknown): Generator<void> {
    for (const text of listLongTexts(value)) this.#results.set(text, yield* canonicalizeRichTextInSteps(text, 'story'));
  }

  /** The text in canonical form in the story dialect. A prepared result is returned once. */
  canonicalize(html: string): RichTextResult {
    const prepared = isLongText(html) ? this.#results.get(html) : undefined;
    if (prepared) this.#results.delete(html);
    return prepared ?? canonicalizeRichText(html, 'story');
  }

  /** Frees what was prepared and not needed. */
  clear(): void {
    // Clearing a map allocates, even if it is empty, and nearly no entry of a file has a long text.
    if (this.#results.size > 0) this.#results.clear();
  }
}

const noTexts: readonly string[] = [];

function listLongTexts(value: unknown, levels = levelsWithTexts): readonly string[] {
  if (typeof value === 'string') return isLongText(value) ? [value] : noTexts;
  if (levels === 0) return noTexts;
  let found = noTexts;
  const add = (inner: unknown): void => {
    const texts = listLongTexts(inner, levels - 1);
    if (texts.length > 0) found = found.concat(texts);
  };
  if (Array.isArray(value)) value.forEach(add);
  else if (isJsonObject(value)) for (const key in value) add(value[key]);
  return found;
}
