/**
 * Reads the form in which stories were exported for Godot in 2022 and 2023: a script `data_export.gd` with a dictionary, in which texts are
 * placeholders that name functions of the script. Functions that only return constant text are read; a function that computes its text cannot be.
 */
import { isJsonObject, type JsonObject } from '../../shared/json.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { escapeText, normalizeLineEnds } from '../../shared/rich-text/html.ts';
import { splitText } from '../../shared/text.ts';
import { maxStoryDepth } from '../platform/parse-json-in-slices.ts';

const placeholder = 'TO_BE_REPLACED';

/**
 * Up to the value of the dictionary. Later versions of GDScript have other words for a variable. Each pattern of this file has a limit where a text repeats
 * what it matches: a pattern without one overflows the stack of regular expressions with megabytes of such text.
 */
const declaration =
  /^[ \t]{0,100}(?:@?\w{1,100}(?:\([^()\n]{0,100}\))? ){0,5}(?:var|const) (?:data|DATA)\b[^\n=]{0,1000}=|^[ \t]{1,100}return(?=[ \t]{0,100}\{)/m;

/** A reader before the value of the dictionary; null if the script declares none. */
function findDictionary(script: string, fileName: string): ScriptReader | null {
  const start = declaration.exec(script);
  return start && new ScriptReader(script, fileName, start.index + start[0].length);
}

/** Whether a text is such a script. Programs in other languages have variables as well, so its name or its base class must say that it is one. */
export function isDataExportScript(head: string, fileName: string): boolean {
  if (!/\.gd$/i.test(fileName) && !/^(?:class_name \w{1,1000} )?extends /m.test(head)) return false;
  const reader = findDictionary(head, '');
  return reader?.skipSpace() === true && reader.match(/\{/y) !== null;
}

/** In short steps. Throws a Problem if the script contains anything but a dictionary and functions with constant texts. */
export function* readDataExportScript(text: string, fileName: string): Generator<void, JsonObject> {
  const script = yield* withPlainLineEnds(text);
  const reader = findDictionary(script, fileName);
  const data = reader && (yield* reader.readValue());
  if (!isJsonObject(data)) throw new Problem('invalid', message('problem.import.godotScript', { fileName, line: 1 }));
  const texts = yield* readFunctions(script, fileName);
  const computed = new Set<string>();
  yield* fillPlaceholders(data, ({ functionName, field }) => {
    const text = texts.get(functionName ?? '');
    if (text === undefined) computed.add(functionName ?? field);
    return text ?? '';
  });
  const [name] = computed;
  if (name !== undefined)
    throw new Problem('invalid', message('problem.import.godotComputedTexts', { fileName, count: computed.size, name }));
  return data;
}

function* withPlainLineEnds(text: string): Generator<void, string> {
  const pieces: string[] = [];
  let isAfterReturn = false;
  for (const piece of splitText(text)) {
    pieces.push(normalizeLineEnds(isAfterReturn && piece.startsWith('\n') ? piece.slice(1) : piece));
    isAfterReturn = piece.endsWith('\r');
    yield;
  }
  return pieces.join('');
}

/** In short steps, whose work it yields. Throws a Problem if texts of a story are placeholders of such a script, in whichever form the file has its texts. */
export function* assertNoPlaceholders(story: JsonObject): Generator<number> {
  let count = 0;
  for (const placeholder of placeholdersIn(story)) {
    if (placeholder) count++;
    yield workPerObject;
  }
  if (count > 0) throw new Problem('invalid', message('problem.import.placeholders', { count }));
}

/** In relation to the work for a record. */
const workPerObject = 0.05;

/** What in a story has only names, and no texts. */
const partsWithoutTexts: ReadonlySet<string> = new Set(['boards', 'assets', 'variables', 'locales', 'cover']);

type Holder = JsonObject | readonly unknown[];

const isHolder = (value: unknown): value is Holder => isJsonObject(value) || Array.isArray(value);

interface Placeholder {
  readonly holder: Holder;
  readonly field: string;
  /** The name of the function that returns the text; null if the story does not say which one does. */
  readonly functionName: string | null;
}

/** Each placeholder among the texts of a story, and null where the caller may pause. */
function* placeholdersIn(story: JsonObject): Generator<Placeholder | null> {
  const waiting: { readonly holder: Holder; readonly depth: number }[] = [];
  for (const [name, value] of Object.entries(story))
    if (isHolder(value) && !partsWithoutTexts.has(name)) waiting.push({ holder: value, depth: 1 });
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const { holder, depth } = at;
    for (const [field, value] of Object.entries<unknown>(holder)) {
      if (isHolder(value) && depth < maxStoryDepth) waiting.push({ holder: value, depth: depth + 1 });
      const found = typeof value === 'string' && isPlaceholder(value) ? findFunction(holder, field) : null;
      if (found) yield found;
    }
    yield null;
  }
}

/** A name counts only with its function, because a writer may have given such a name. */
function findFunction(holder: Holder, field: string): Placeholder | null {
  const named: unknown[] = referenceKeys(field).map((key) => Reflect.get(holder, key));
  const functionName = named.find((value) => typeof value === 'string') ?? null;
  return field === 'name' && functionName === null ? null : { holder, field, functionName };
}

const referenceKeys = (field: string): readonly string[] => [`${field}Ref`, `${field}_ref`];

/** Whether a text consists of the placeholder, with or without markup around it. */
const isPlaceholder = (text: string): boolean =>
  text.length <= maxPlaceholderLength && text.includes(placeholder) && text.replace(/<[^<>]*>/g, '').trim() === placeholder;

const maxPlaceholderLength = 1000;

/** Replaces the placeholders of all records by texts, and removes the names of their functions. */
function* fillPlaceholders(story: JsonObject, textOf: (placeholder: Placeholder) => string): Generator<void, void> {
  for (const found of placeholdersIn(story)) {
    yield;
    if (!found) continue;
    const { holder, field } = found;
    const isPlain = field === 'script' || ('plain' in holder && holder.plain === true);
    const text = textOf(found);
    // The dictionary was read by this file.
    Reflect.set(holder, field, isPlain ? text : toParagraphs(text));
    for (const key of referenceKeys(field)) Reflect.deleteProperty(holder, key);
  }
}

/** A text with markup stays as it is. In a plain one, a line is a paragraph. */
function toParagraphs(text: string): string {
  if (/^<(?:p|pre|blockquote|ul|ol)\b/.test(text.trimStart())) return text.trim();
  const lines = text.split('\n').map((line) => line.trim());
  return lines.flatMap((line) => (line === '' ? [] : [`<p>${withMarks(escapeText(line))}</p>`])).join('');
}

/** Bold and italic were written in BBCode. */
const withMarks = (html: string): string => replaceMark(replaceMark(html, 'b', 'strong'), 'i', 'em');

/** Replaces each pair of `[code]` and the next `[/code]` on its line by tags. */
function replaceMark(html: string, code: string, tag: string): string {
  const opening = `[${code}]`;
  const closing = `[/${code}]`;
  const parts = html.split(closing);
  const rest = parts.pop() ?? '';
  const replaced = parts.map((part) => {
    const at = part.indexOf(opening, part.length - lastLineOf(part).length);
    return at === -1 ? part + closing : `${part.slice(0, at)}<${tag}>${part.slice(at + opening.length)}</${tag}>`;
  });
  return replaced.join('') + rest;
}

const lastLineOf = (text: string): string => text.split(/[\n\r\u2028\u2029]/).at(-1) ?? '';

/** The texts that functions return, by name; functions that compute something are left out. */
function* readFunctions(script: string, fileName: string): Generator<void, Map<string, string>> {
  const texts = new Map<string, string>();
  let at = 0;
  for (;;) {
    yield;
    const end = script.indexOf('\n', at);
    const line = script.slice(at, end === -1 ? script.length : end);
    const declared = findFunctionDeclaration(line);
    if (declared) {
      // A text of several lines may begin them without indentation, so the statements decide where the function ends.
      const reader = new ScriptReader(script, fileName, at + declared.length);
      const text = yield* constantText(reader);
      if (text !== null) texts.set(declared.name, text);
      at = text === null ? at + line.length : reader.position;
    } else at += line.length;
    if (at >= script.length) return texts;
    if (script[at] === '\n') at++;
  }
}

interface FunctionDeclaration {
  readonly name: string;
  /** The number of characters up to the colon. */
  readonly length: number;
}

/** null if the line does not declare a function. */
function findFunctionDeclaration(line: string): FunctionDeclaration | null {
  const start = /^[ \t]{0,100}(?:static )?func (\w{1,1000})\(/.exec(line);
  const parametersEnd = start ? line.indexOf(')', start[0].length) : -1;
  if (!start || parametersEnd === -1) return null;
  const rest = line.slice(parametersEnd + 1);
  // The default value of a parameter may contain brackets, so a colon at the end of the line counts as well. A comment may follow it.
  const colon = /^[ \t]{0,1000}(?:->[ \t]{0,1000}\w{1,1000}[ \t]{0,1000})?:/.exec(rest) ?? /:(?=[ \t]{0,1000}(?:#|$))/.exec(rest);
  return colon && { name: start[1] ?? '', length: parametersEnd + 1 + colon.index + colon[0].length };
}

/** The text that the statements of a function return; null if they do more than joining constants. */
function* constantText(reader: ScriptReader): Generator<void, string | null> {
  const variables = new Map<string, string>();
  while (reader.skipSpace()) {
    const statement = reader.match(
      /(?:(var) {1,99})?(?:(return)\b|(\w{1,1000})(?: {0,99}: {0,99}\w{1,1000})? {0,99}(:?=|\+=))[ \t]{0,99}|pass\b/y,
    );
    if (!statement) return null;
    const [, declared, returned, name = '', operator] = statement;
    if (!returned && name === '') continue;
    const text = yield* readText(reader, variables);
    if (text === null) return null;
    if (returned) return text;
    if (!declared && !variables.has(name)) return null;
    variables.set(name, operator === '+=' ? (variables.get(name) ?? '') + text : text);
  }
  return null;
}

/** Constants and variables joined by `+`, up to the end of the statement. */
function* readText(reader: ScriptReader, variables: ReadonlyMap<string, string>): Generator<void, string | null> {
  const text = yield* readSum(reader, variables);
  return reader.match(/[ \t]{0,999}(?:;(?=\n|$)|(?=[#\n]|$))/y) ? text : null;
}

function* readSum(reader: ScriptReader, variables: ReadonlyMap<string, string>, depth = 0): Generator<void, string | null> {
  let text = '';
  // Within brackets, a sum may have several lines.
  const plus = depth > 0 ? /\s{0,999}\+\s{0,999}/y : /[ \t]{0,999}\+[ \t]{0,999}(?:\\\n[ \t]{0,999})?/y;
  do {
    let part = yield* readTerm(reader, variables, depth);
    for (let call = part !== null && reader.match(textCall); call && part !== null; call = reader.match(textCall)) {
      const affix = (yield* reader.readString()) ?? '';
      if (call[1] === 'strip_edges') part = part.trim();
      else if (call[1] === 'trim_suffix') part = part.endsWith(affix) ? part.slice(0, part.length - affix.length) : part;
      else part = part.startsWith(affix) ? part.slice(affix.length) : part;
      if (!reader.match(/\)/y)) return null;
    }
    if (part === null) return null;
    text += part;
  } while (reader.match(plus));
  return text;
}

const textCall = /\.(trim_suffix|trim_prefix|strip_edges)\(/y;

/** Brackets within brackets, of which a program writes few. */
const maxBrackets = 20;

/** A constant, a variable, or a sum in brackets. `tr` only translates, so its text is the constant. */
function* readTerm(reader: ScriptReader, variables: ReadonlyMap<string, string>, depth: number): Generator<void, string | null> {
  if (depth < maxBrackets && reader.match(/(?:tr)?\(\s{0,999}/y)) {
    const text = yield* readSum(reader, variables, depth + 1);
    return reader.match(/\s{0,999}\)/y) ? text : null;
  }
  const name = reader.match(/[A-Za-z_]\w{0,999}/y)?.[0];
  return name === undefined ? yield* reader.readString() : (variables.get(name) ?? null);
}

/** Reading this many characters of a string takes less than a millisecond. */
const charactersPerStep = 2 ** 16;

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' };

/** Reads literals of GDScript. */
class ScriptReader {
  readonly #text: string;
  readonly #fileName: string;
  #at: number;

  constructor(text: string, fileName: string, at = 0) {
    this.#text = text;
    this.#fileName = fileName;
    this.#at = at;
  }

  get position(): number {
    return this.#at;
  }

  /** Skips white space and comments. Returns false at the end. */
  skipSpace(): boolean {
    for (;;) {
      if (this.match(/\s{1,1000}|\\\n/y)) continue;
      if (this.#text[this.#at] !== '#') break;
      const end = this.#text.indexOf('\n', this.#at);
      this.#at = end < 0 ? this.#text.length : end;
    }
    return this.#at < this.#text.length;
  }

  /** Reads a match of a sticky pattern. */
  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at = pattern.lastIndex;
    return found;
  }

  /** A string literal; null if there is none. */
  *readString(): Generator<void, string | null> {
    const quote = this.match(/[&^]?("""|'''|"|')/y)?.[1];
    if (quote === undefined) return null;
    const pieces: string[] = [];
    let text = '';
    for (;;) {
      text += this.match(/[^"'\\]{1,1000}/y)?.[0] ?? '';
      if (text.length >= charactersPerStep) {
        pieces.push(text);
        text = '';
        yield;
      }
      if (this.#text.startsWith(quote, this.#at)) {
        this.#at += quote.length;
        return [...pieces, text].join('');
      }
      const character = this.#text[this.#at++];
      if (character === undefined) return this.#fail();
      if (character !== '\\') {
        text += character;
        continue;
      }
      const code = this.match(/u([\da-fA-F]{4})|U([\da-fA-F]{6})/y);
      const escaped = code ? '' : (this.#text[this.#at++] ?? '');
      if (code) text += String.fromCodePoint(Math.min(Number.parseInt(code[1] ?? code[2] ?? '', 16), 0x10ffff));
      else if (escaped !== '\n') text += escapes[escaped] ?? escaped;
    }
  }

  *readValue(depth = 0): Generator<void, unknown> {
    yield;
    if (depth > maxStoryDepth) return this.#fail();
    this.skipSpace();
    const string = yield* this.readString();
    if (string !== null) return string;
    const word = this.match(/(?:true|false|null)\b|-?(?:\d[\d_]{0,99}\.?\d{0,99}|\.\d{1,99})(?:[eE][+-]?\d{1,9})?/y)?.[0];
    if (word !== undefined)
      return word === 'true' || word === 'false' || word === 'null' ? wordValues[word] : Number(word.replaceAll('_', ''));
    if (this.match(/\[/y)) return yield* this.#readEntries(/\]/y, () => this.readValue(depth + 1));
    if (!this.match(/\{/y)) return this.#fail();
    return Object.fromEntries(yield* this.#readEntries(/\}/y, () => this.#readEntry(depth + 1)));
  }

  *#readEntry(depth: number): Generator<void, readonly [key: string, value: unknown]> {
    this.skipSpace();
    const key = (yield* this.readString()) ?? this.match(/\w{1,1000}/y)?.[0];
    this.skipSpace();
    if (key === undefined || !this.match(/[:=]/y)) return this.#fail();
    return [key, yield* this.readValue(depth)];
  }

  *#readEntries<T>(end: RegExp, readEntry: () => Generator<void, T>): Generator<void, T[]> {
    const entries: T[] = [];
    for (;;) {
      this.skipSpace();
      if (this.match(end)) return entries;
      entries.push(yield* readEntry());
      this.skipSpace();
      if (this.match(/,/y)) continue;
      if (!this.match(end)) return this.#fail();
      return entries;
    }
  }

  #fail(): never {
    const line = this.#text.slice(0, this.#at).split('\n').length;
    throw new Problem('invalid', message('problem.import.godotScript', { fileName: this.#fileName, line }));
  }
}

const wordValues = { true: true, false: false, null: null };
