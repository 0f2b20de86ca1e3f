/**
 * The text of the files of a story folder: a subset of YAML 1.2 (docs/story-folder.md). A file is a mapping whose entries are blocks, with a blank line
 * between them. Anyone may have written it, so it is read within limits, and aliases, anchors and tags are refused: they can make a short file expand without
 * end, and a text that several places share is none that people can merge.
 */
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  parseDocument,
  Scalar,
  stringify,
} from 'yaml';
import { isJsonObject, type JsonObject } from '../../shared/json.ts';
import { type Message, message, verbatim } from '../../shared/messages/message.ts';

/** The largest file that Taleport writes, one with the translations of all components, has a few megabytes. */
export const maxFileBytes = 16 * 2 ** 20;
const maxTokens = 2_000_000;
const maxDepth = 64;
/** A text of this length takes little memory, whatever it contains. */
const harmlessLength = 2 ** 16;

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
  readonly line: number;
  /** The entries of a mapping; null for any other value. */
  readonly entries: ReadonlyMap<string, YamlValue> | null;
}

const conflictMarker = /^(?:<{7}|={7}|>{7}|\|{7})(?: |$)/m;

/** The mapping that a text contains. Throws a YamlError with every fault. Line ends of Windows are accepted. */
export function parseYamlFile(text: string): YamlValue & { readonly entries: ReadonlyMap<string, YamlValue> } {
  // A merge that failed leaves these. YAML would report what follows from them, one fault for each line.
  const marker = conflictMarker.exec(text);
  if (marker) throw new YamlError([{ line: lineAt(text, marker.index), fault: message('storyFolder.fault.conflictMarkers') }]);
  assertWithinLimits(text);
  const lineCounter = new LineCounter();
  const document = parseWithoutOverflow(text, lineCounter);
  const lineOf = (offset: number): number => Math.max(1, lineCounter.linePos(offset).line);
  const faults: YamlFault[] = document.errors.map(({ message: detail, pos: [start] }) => ({
    line: lineOf(start),
    // The library describes the fault in English, with the place and an excerpt after the first line.
    fault: message('storyFolder.fault.yaml', { detail: verbatim(detail.split(/ at line |\n/, 1)[0] ?? detail) }),
  }));
  if (faults.length > 0) throw new YamlError(faults);
  const read = toValue(document.contents, { line: 1, lineOf, faults, depth: 0 });
  if (faults.length > 0) throw new YamlError(faults);
  if (document.contents === null) return { value: {}, line: 1, entries: new Map() };
  if (!read.entries) throw new YamlError([{ line: 1, fault: message('storyFolder.fault.noMapping') }]);
  return { ...read, entries: read.entries };
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

function parseWithoutOverflow(text: string, lineCounter: LineCounter): Document {
  try {
    // The library compares each key with all keys before it; `toValue` finds keys that occur twice.
    return parseDocument(text, { version: '1.2', schema: 'core', strict: true, uniqueKeys: false, merge: false, lineCounter });
  } catch (error) {
    if (error instanceof RangeError) throw new YamlError([{ line: 1, fault: message('storyFolder.fault.tooDeep') }]);
    throw error;
  }
}

/** Counts what a long text contains before it is parsed, because the tree of a hostile one would take a hundred times its length. */
function assertWithinLimits(text: string): void {
  if (text.length <= harmlessLength) return;
  let tokens = 0;
  let depth = 0;
  for (const token of new Lexer().lex(text)) {
    tokens++;
    if (token === '[' || token === '{' || token === '-' || token === '?') depth++;
    else if (token === ']' || token === '}') depth--;
    else if (token.includes('\n')) depth = 0;
    if (tokens > maxTokens || depth > maxDepth) throw new YamlError([{ line: 1, fault: message('storyFolder.fault.tooDeep') }]);
  }
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
export const formatYaml = (value: JsonObject): string => stringify(withTextBlocks(value), options);

/** The text of a file of blocks, with a blank line between them, so that two that are added beside each other can be merged. */
export const formatYamlBlocks = (blocks: Iterable<readonly [key: string, block: JsonObject]>): string =>
  Array.from(blocks, ([key, block]) => formatYaml({ [key]: block })).join('\n');

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
