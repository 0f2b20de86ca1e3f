/**
 * The text of the files of a story folder: a subset of YAML 1.2 (docs/story-folder.md). A file is a mapping whose entries are blocks, with a blank line
 * between them. Anyone may have written it, so it is read within limits, and aliases, anchors and tags are refused: they can make a short file expand without
 * end, and a text that several places share is none that people can merge.
 */

import { Composer, isAlias, isMap, isNode, isScalar, isSeq, Lexer, LineCounter, type Node, Parser, Scalar, stringify } from 'yaml';
import { isJsonObject, type JsonObject } from '../../shared/json.ts';
import { runSteps } from '../../shared/lists.ts';
import { type Message, message, verbatim } from '../../shared/messages/message.ts';

/** The largest file that Taleport writes, one with the translations of all components, has a few megabytes. */
export const maxFileBytes = 16 * 2 ** 20;
/** The tree of a hostile text would take a hundred times its length. */
const maxTokens = 2_000_000;
const maxDepth = 64;
/** An entry is turned into values at once: this many tokens take about 100 ms, and a record has some hundred at most. */
const maxEntryTokens = 300_000;
/** A text is turned into a value at once, and that takes as long as it has lines: a text of 2,000,000 characters has at most this many paragraphs. */
const maxTextLines = 250_000;
/** A text in quotes has an escape for each character, at worst. */
const maxQuotedLength = 2 ** 22;
/** More are not listed, and a hostile file has one on each line. */
const maxFaults = 100;
const tokensInStep = 200;

/** Line and message of what is wrong with a text. */
interface YamlFault {
  readonly line: number;
  readonly fault: Message;
}

export class YamlError extends Error {
  readonly faults: readonly YamlFault[];

  constructor(faults: readonly YamlFault[]) {
    super(`YAML:${faults[0]?.line ?? 1}`);
    this.faults = faults;
  }
}

/** A value with the line of its key, and of the keys in it. */
export interface YamlValue {
  readonly value: unknown;
  /** 0 in a mapping that was written and not parsed. */
  readonly line: number;
  /** The entries of a mapping; null for any other value. */
  readonly entries: ReadonlyMap<string, YamlValue> | null;
}

/** Those of git and Subversion, and those of Perforce. */
const conflictMarker = /^(?:(?:<{7}|={7}|>{7}|\|{7})(?: |$)|>{4} ORIGINAL |={4} (?:THEIRS|YOURS) )/m;

/** A mapping, as every file of a story folder is one. */
type YamlMapping = YamlValue & { readonly entries: ReadonlyMap<string, YamlValue> };

/** The mapping that a text contains. Throws a YamlError with all faults, or the first hundred. Line ends of Windows are accepted. */
export const parseYamlFile = (text: string): YamlMapping => runSteps(parseYamlInSteps(text));

/** Like `parseYamlFile`, in short steps: each entry of the mapping is parsed on its own, however many there are. */
export function* parseYamlInSteps(text: string): Generator<void, YamlMapping> {
  // A merge that failed leaves these. YAML would report what follows from them, one fault for each line.
  const marker = conflictMarker.exec(text);
  if (marker) throw new YamlError([{ line: lineAt(text, marker.index), fault: message('storyFolder.fault.conflictMarkers') }]);
  yield;
  const usual = yield* new UsualTextReader(text).read();
  if (usual) return usual;
  const file = new FileParser();
  for (const token of new Lexer().lex(text)) if (file.add(token)) yield;
  return file.finish();
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** Longer texts are read in shorter steps. */
const maxUsualLength = 2 ** 18;
const maxUsualIndent = 32;
const usualLine = /^( *)([A-Za-z][A-Za-z0-9-]{0,63}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):(?: (.+))?$/;
const usualWords = /^(?:[A-Za-z](?:[A-Za-z0-9 ._-]{0,200}[A-Za-z0-9])?|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const usualNumber = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,17})?$/;
const constants = /^(?:true|false|null)$/i;

/** Reads a file that Taleport wrote, or that looks like one, a line at a time. The library takes many times as long for the same result. */
class UsualTextReader {
  readonly #lines: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#lines = text.length > maxUsualLength ? [] : text.split('\n');
  }

  /** Undefined where anything is unusual: then the library reads the file. Yields after each entry. */
  *read(): Generator<void, YamlMapping | undefined> {
    const entries = new Map<string, YamlValue>();
    while (this.#nextIndent() >= 0) {
      if (!this.#addEntry(entries, 0)) return undefined;
      yield;
    }
    return entries.size > 0 ? toMapping(entries, 1) : undefined;
  }

  /** The indentation of the next line with something in it; -1 at the end. */
  #nextIndent(): number {
    while (this.#lines[this.#at] === '') this.#at++;
    const line = this.#lines[this.#at];
    return line === undefined ? -1 : line.length - line.replace(/^ +/, '').length;
  }

  /** Returns whether the next line is a usual one with this indentation. */
  #addEntry(entries: Map<string, YamlValue>, indent: number): boolean {
    const [, spaces = '', key = '', text] = usualLine.exec(this.#lines[this.#at++] ?? '') ?? [];
    if (key === '' || spaces.length !== indent || indent > maxUsualIndent || constants.test(key) || entries.has(key)) return false;
    const line = this.#at;
    const value = text === undefined ? this.#readMapping(indent + 2) : this.#readScalar(text, indent + 2);
    if (value === undefined) return false;
    entries.set(key, value instanceof Map ? toMapping(value, line) : { value, line, entries: null });
    return true;
  }

  #readMapping(indent: number): ReadonlyMap<string, YamlValue> | undefined {
    const entries = new Map<string, YamlValue>();
    while (this.#nextIndent() >= indent) if (!this.#addEntry(entries, indent)) return undefined;
    return entries.size > 0 ? entries : undefined;
  }

  #readScalar(text: string, indent: number): string | number | boolean | null | undefined {
    if (text === '|-') return this.#readBlock(' '.repeat(indent));
    if (usualNumber.test(text)) return Number(text);
    if (text === 'true' || text === 'false') return text === 'true';
    if (text === 'null') return null;
    return usualWords.test(text) && !constants.test(text) ? text : undefined;
  }

  #readBlock(indent: string): string | undefined {
    const lines: string[] = [];
    for (let line = this.#lines[this.#at]; line === '' || line?.startsWith(indent); line = this.#lines[++this.#at])
      lines.push(line.slice(indent.length));
    while (lines.at(-1) === '') lines.pop();
    const text = lines.join('\n');
    return isPrintableBlock(text) ? text : undefined;
  }
}

const toMapping = (entries: ReadonlyMap<string, YamlValue>, line: number): YamlMapping => ({
  value: Object.fromEntries(Array.from(entries, ([key, { value }]) => [key, value])),
  line,
  entries,
});

/** Tokens of the lexer that have no text: the beginning of a document, and of the text of a scalar without quotes. */
const documentStart = '\x02';
const scalarStart = '\x1f';
const tokensWithoutText: ReadonlySet<string> = new Set([documentStart, scalarStart, '\x18', '\ufeff', '']);

/**
 * Parses a file as its tokens arrive. The library composes a document as a whole, and takes seconds for one of some megabytes; so each entry of a mapping
 * whose keys are at the beginning of their lines becomes a document of its own. Any other text is one entry, and may only be as long as one.
 */
class FileParser {
  readonly #faults: YamlFault[] = [];
  readonly #entries = new Map<string, YamlValue>();
  readonly #value: Record<string, unknown> = {};
  #entry = new EntryParser(1);
  #tokens = 0;
  #isAtLineStart = true;
  #previous = '';
  /** Whether the text of a scalar with `|` or `>` follows. */
  #isBeforeBlockScalar = false;
  /** What is wrong with any further entry; null while more may follow. */
  #fault: Message | null = null;
  #isIndented = true;

  /** Returns whether it is time for a pause. */
  add(token: string): boolean {
    const isText = this.#previous === scalarStart;
    const isNewEntry = this.#isAtLineStart && !isText && this.#beginsEntry(token);
    if (isNewEntry) {
      this.#finishEntry();
      this.#isIndented = false;
      this.#entry.add(documentStart, { isText: false });
    }
    if (++this.#tokens > maxTokens) throw tooLong(this.#entry.nextLine);
    this.#entry.add(token, { isText });
    if (!tokensWithoutText.has(token)) this.#isAtLineStart = token.endsWith('\n');
    if (isText) this.#isBeforeBlockScalar = false;
    else if (token.startsWith('|') || token.startsWith('>')) this.#isBeforeBlockScalar = true;
    this.#previous = token;
    return isNewEntry || this.#tokens % tokensInStep === 0;
  }

  /** Whether the token at the beginning of a line is that of a key. */
  #beginsEntry(token: string): boolean {
    if (this.#isBeforeBlockScalar || this.#entry.isInFlow) return false;
    return token === scalarStart || token.startsWith('"') || token.startsWith("'");
  }

  finish(): YamlMapping {
    this.#finishEntry();
    if (this.#faults.length > 0) throw new YamlError(this.#faults);
    return { value: this.#value, line: 1, entries: this.#entries };
  }

  #finishEntry(): void {
    const entry = this.#entry;
    this.#entry = new EntryParser(entry.nextLine);
    const { value, isEnd } = entry.finish(this.#faults);
    if (value === null && !isEnd) return;
    if (this.#fault) this.#faults.push({ line: entry.line, fault: this.#fault });
    if (isEnd) this.#fault = severalDocuments;
    else if (this.#isIndented && value) this.#fault = message('storyFolder.fault.otherColumn');
    if (value && !value.entries) this.#faults.push({ line: 1, fault: message('storyFolder.fault.noMapping') });
    for (const [name, inner] of value?.entries ?? []) {
      if (this.#entries.has(name))
        this.#faults.push({ line: inner.line, fault: message('storyFolder.fault.keyTwice', { key: verbatim(name) }) });
      else {
        this.#entries.set(name, inner);
        // Not by assignment, which `__proto__` would not survive.
        Object.defineProperty(this.#value, name, { value: inner.value, enumerable: true, configurable: true, writable: true });
      }
    }
    if (this.#faults.length > maxFaults) throw new YamlError(this.#faults.slice(0, maxFaults));
  }
}

/** Parses one entry: its tokens are limited as they arrive, before they become a tree. */
class EntryParser {
  readonly line: number;
  readonly #lines = new LineCounter();
  readonly #parser = new Parser(this.#lines.addNewLine);
  readonly #parsed: Token[] = [];
  #tokens = 0;
  #flowDepth = 0;
  /** Sequences and keys that begin on the same line. */
  #lineDepth = 0;

  constructor(line: number) {
    this.line = line;
    this.#lines.addNewLine(0);
  }

  get isInFlow(): boolean {
    return this.#flowDepth > 0;
  }

  /** The line of the next token. */
  get nextLine(): number {
    return this.line + this.#lines.lineStarts.length - 1;
  }

  add(token: string, { isText }: { readonly isText: boolean }): void {
    this.#tokens++;
    if (token.endsWith('\n')) this.#lineDepth = 0;
    else if (!isText) this.#countDepth(token);
    if (this.#flowDepth > maxDepth || this.#lineDepth > maxDepth) throw tooDeep(this.nextLine);
    const isLongText =
      token.length > maxTextLines && ((!isText && token.length > maxQuotedLength) || hasMoreLinesThan(token, maxTextLines));
    if (this.#tokens > maxEntryTokens || isLongText) throw tooLong(this.nextLine);
    this.#parse(this.#parser.next(token));
  }

  #countDepth(token: string): void {
    if (token === '[' || token === '{') this.#flowDepth++;
    else if (token === ']' || token === '}') this.#flowDepth = Math.max(0, this.#flowDepth - 1);
    else if (token === '-' || token === '?') this.#lineDepth++;
  }

  /** The value of the entry, null without one; `isEnd`: it ends the document. Adds its faults. */
  finish(faults: YamlFault[]): { readonly value: YamlValue | null; readonly isEnd: boolean } {
    this.#parse(this.#parser.end());
    const lineOf = (offset: number): number => this.line - 1 + Math.max(1, this.#lines.linePos(offset).line);
    const documents = this.#compose();
    const [document] = documents;
    for (const { errors } of documents)
      for (const { message: detail, pos } of errors) faults.push({ line: lineOf(pos[0]), fault: invalidYaml(detail) });
    if (documents.length > 1) faults.push({ line: this.nextLine, fault: severalDocuments });
    const isEnd = this.#parsed.some(({ type }) => type === 'doc-end');
    if (!document || isEmpty(document.contents) || documents.some(({ errors }) => errors.length > 0)) return { value: null, isEnd };
    return { value: toValue(document.contents, { line: this.line, lineOf, faults, depth: 0 }), isEnd };
  }

  #compose() {
    // The library compares each key with all keys before it; duplicates are found here.
    const composer = new Composer({ version: '1.2', schema: 'core', strict: true, uniqueKeys: false, merge: false });
    return withoutOverflow(this.line, () => [...composer.compose(this.#parsed, true, this.#lines.lineStarts.at(-1) ?? 0)]);
  }

  #parse(tokens: Iterable<Token>): void {
    withoutOverflow(this.line, () => {
      for (const token of tokens) this.#parsed.push(token);
    });
  }
}

type Token = Parameters<Composer['next']>[0];

const tooDeep = (line: number): YamlError => new YamlError([{ line, fault: message('storyFolder.fault.tooDeep') }]);
const tooLong = (line: number): YamlError => new YamlError([{ line, fault: message('storyFolder.fault.tooLong') }]);

/** The library describes the fault in English, with the place and an excerpt after the first line. */
const invalidYaml = (detail: string): Message =>
  message('storyFolder.fault.yaml', { detail: verbatim(detail.split(/ at line |\n/, 1)[0] ?? detail) });

/** Whether there is nothing in a document but comments. */
const isEmpty = (contents: Node | null): boolean => contents === null || (isScalar(contents) && contents.source === '');

const severalDocuments = message('storyFolder.fault.severalDocuments');

function withoutOverflow<T>(line: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep(line);
    throw error;
  }
}

function hasMoreLinesThan(text: string, count: number): boolean {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) if (++lines > count) return true;
  return false;
}

interface Conversion {
  /** The line of the key. */
  readonly line: number;
  readonly lineOf: (offset: number) => number;
  readonly faults: YamlFault[];
  readonly depth: number;
}

function toValue(node: unknown, { line, lineOf, faults, depth }: Conversion): YamlValue {
  if (depth > maxDepth) {
    faults.push({ line, fault: message('storyFolder.fault.tooDeep') });
    return { value: null, line, entries: null };
  }
  if (isShared(node)) faults.push({ line: lineOf(rangeOf(node)?.[0] ?? 0), fault: message('storyFolder.fault.alias') });
  const inner = (each: unknown, at: number) => toValue(each, { line: at, lineOf, faults, depth: depth + 1 });
  if (isMap(node)) {
    const entries = new Map<string, YamlValue>();
    for (const { key, value } of node.items) {
      const at = lineOf(rangeOf(key)?.[0] ?? 0);
      const name = isScalar(key) && !isShared(key) ? keyOf(key) : undefined;
      if (name === undefined) faults.push({ line: at, fault: message('storyFolder.fault.key') });
      else if (entries.has(name)) faults.push({ line: at, fault: message('storyFolder.fault.keyTwice', { key: verbatim(name) }) });
      else entries.set(name, inner(value, at));
    }
    return { value: Object.fromEntries([...entries].map(([name, entry]) => [name, entry.value])), line, entries };
  }
  if (isSeq(node)) return { value: node.items.map((each) => inner(each, lineOf(rangeOf(each)?.[0] ?? 0)).value), line, entries: null };
  return { value: isScalar(node) ? toJson(node.value) : null, line, entries: null };
}

/** JSON has neither infinity nor NaN, which the core schema has: as texts they fail where a number is expected. */
const toJson = (value: unknown): unknown => (typeof value === 'number' && !Number.isFinite(value) ? String(value) : (value ?? null));

/** A key as it is written: ids may look like numbers. */
const keyOf = ({ value, source }: Scalar): string | undefined => (typeof value === 'string' ? value : source);

const rangeOf = (node: unknown): Node['range'] => (isNode(node) ? node.range : undefined);

/** Whether it is an alias, or has an anchor or a tag. */
const isShared = (node: unknown): boolean =>
  isAlias(node) ||
  (isNode(node) && node.tag !== undefined) ||
  ((isScalar(node) || isMap(node) || isSeq(node)) && node.anchor !== undefined);

const options = { version: '1.2', schema: 'core', lineWidth: 0, aliasDuplicateObjects: false } as const;

/** The text of a mapping. The same values always give the same text. */
export const formatYaml = (value: JsonObject): string => {
  const entries = Object.entries(value);
  return entries.length === 0 ? formatByLibrary(value) : entries.map(([key, inner]) => formatEntry(key, inner)).join('');
};

/** What the text must always be. The library takes most of the time in which a story is written, so the usual entries are written without it. */
export const formatByLibrary = (value: JsonObject): string => stringify(withTextBlocks(value), options);

function formatEntry(key: string, value: unknown): string {
  if (isPlainKey(key)) {
    if (typeof value === 'boolean' || Number.isSafeInteger(value) || (typeof value === 'string' && isPlain(value)))
      return `${key}: ${Object.is(value, -0) ? '-0' : value}\n`;
    if (typeof value === 'string' && isPlainBlock(value)) return `${key}: |-\n${indent(value)}\n`;
    // Other keys are written in another way at the beginning of a line.
    if (isJsonObject(value) && Object.keys(value).length > 0 && Object.keys(value).every(isPlainKey))
      return `${key}:\n${indent(formatYaml(value))}`;
  }
  return formatByLibrary({ [key]: value });
}

const indent = (text: string): string => text.replace(/(^|\n)(?=[^\n])/g, '$1  ');

/** Texts that mean themselves without quotation marks: words, and ids as they are usual. */
const isPlain = (text: string): boolean =>
  /^(?:[A-Za-z][A-Za-z0-9-]{0,63}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.test(text) && !/^(?:true|false|null)$/i.test(text);
const isPlainKey = isPlain;

/** Markup or several lines of printable characters that neither begin nor end with space. */
const isPlainBlock = (text: string): boolean => /[<\n]/.test(text) && isPrintableBlock(text);
const isPrintableBlock = (text: string): boolean =>
  /^[!-~\u00a1-\u2027\u2030-\ud7ff][\n -~\u00a0-\u2027\u2030-\ud7ff]*$/.test(text) && !/\s$/.test(text);

/**
 * The text of a file of blocks, with a blank line between them, so that two that are added beside each other can be merged. Without any, it is not empty: that
 * would be a fault, as a file is that is only half written.
 */
export const formatYamlBlocks = (blocks: Iterable<readonly [key: string, block: JsonObject]>): string =>
  Array.from(blocks, ([key, block]) => formatYaml({ [key]: block })).join('\n') || '{}\n';

/** Deeper and longer ones may be refused when they are parsed. */
const maxWrittenDepth = 16;
const maxWrittenLength = 2 ** 17;

/** What parsing a text that was written from these entries gives, but without lines; undefined where that is not certain. */
export function mappingOfWritten(text: string, entries: Iterable<readonly [key: string, value: unknown]>): YamlMapping | undefined {
  // A text that is not well-formed is another one as UTF-8.
  if (text.length > maxWrittenLength || !text.isWellFormed()) return undefined;
  const written = new Map<string, YamlValue>();
  const values: [string, unknown][] = [];
  for (const [key, value] of entries) {
    if (!isPlainJson(value, 1)) return undefined;
    written.set(key, toWrittenValue(value));
    values.push([key, value]);
  }
  // Parsing refuses a key that occurs twice.
  if (written.size < values.length) return undefined;
  return { value: Object.fromEntries(values), line: 0, entries: written };
}

function isPlainJson(value: unknown, depth: number): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (depth > maxWrittenDepth) return false;
  if (Array.isArray(value)) return value.every((inner) => isPlainJson(inner, depth + 1));
  return isJsonObject(value) && Object.values(value).every((inner) => isPlainJson(inner, depth + 1));
}

const toWrittenValue = (value: unknown): YamlValue => ({
  value,
  line: 0,
  entries: isJsonObject(value) ? new Map(Object.entries(value).map(([key, inner]) => [key, toWrittenValue(inner)])) : null,
});

/** The value with texts in markup and texts of several lines as block scalars, however short they are, so that a text keeps its form when it grows. */
function withTextBlocks(value: unknown): unknown {
  if (typeof value === 'string') {
    if (!/[<\n]/.test(value)) return value;
    const scalar = new Scalar(value);
    scalar.type = Scalar.BLOCK_LITERAL;
    return scalar;
  }
  if (Array.isArray(value)) return value.map(withTextBlocks);
  return isJsonObject(value) ? new Map(Object.entries(value).map(([key, inner]) => [key, withTextBlocks(inner)])) : value;
}
