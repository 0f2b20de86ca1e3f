/** Structured mutations of bytes: of the values of JSON, of the entries of archives, and of single bytes, sizes and parts of anything. */
import { type Entries, pack, unpack } from '../project-file-tools.ts';

type Random = () => number;

/** Everything larger is cut: what a way in accepts at most is tested by the tests of its limits. */
export const maxMutatedBytes = 8 * 2 ** 20;

const below = (random: Random, count: number): number => Math.floor(random() * count);
const pick = <T>(random: Random, list: readonly T[]): T => list[below(random, list.length)] as T;

/** How often something is repeated: usually a few times, now and then until the limit of bytes. */
const repetitions = (random: Random): number => pick(random, [2, 2, 3, 10, 10, 100, 1000, 1000, 10_000, random() < 0.1 ? 2_000_000 : 5]);

/** A mutated copy. Archives are packed again, mostly with a changed entry. */
export function mutate(random: Random, bytes: Buffer): Buffer {
  const changes = 1 + below(random, 3);
  let changed = bytes;
  for (let change = 0; change < changes; change++) changed = mutateOnce(random, changed);
  return changed.subarray(0, maxMutatedBytes);
}

function mutateOnce(random: Random, bytes: Buffer): Buffer {
  if (isArchive(bytes) && random() < 0.6) return mutateArchive(random, bytes);
  if (isJson(bytes) && random() < 0.8) return mutateJson(random, bytes);
  return mutateBytes(random, bytes);
}

const isArchive = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 2) === 'PK';
const isJson = (bytes: Buffer): boolean => bytes[0] === 0x7b || bytes[0] === 0x5b;

function mutateArchive(random: Random, bytes: Buffer): Buffer {
  let entries: Entries;
  try {
    entries = unpack(bytes);
  } catch {
    return mutateBytes(random, bytes);
  }
  const names = Object.keys(entries);
  const name = pick(random, names);
  const content = Buffer.from(entries[name] ?? []);
  const kind = below(random, 8);
  if (kind === 0) delete entries[name];
  else if (kind === 1) entries[pick(random, ['../out', 'a\\b', '/root', 'con', 'x'.repeat(300), '', '日本.json'])] = content;
  else if (kind === 2) for (let copy = Math.min(5000, repetitions(random)); copy > 0; copy--) entries[`${name}-${copy}`] = Buffer.from('x');
  else entries[name] = mutateOnce(random, content).subarray(0, maxMutatedBytes);
  return packQuickly(entries);
}

/** fflate prepares tables for each entry that it deflates, which takes a millisecond for each of thousands of small ones. */
function packQuickly(entries: Entries): Buffer {
  const levelOf = (content: Uint8Array) => (content.length < 256 ? 0 : 1);
  return pack(Object.fromEntries(Object.entries(entries).map(([name, content]) => [name, [content, { level: levelOf(content) }]])));
}

/** Replaces one value of a JSON text by another text, which need not be JSON. */
function mutateJson(random: Random, bytes: Buffer): Buffer {
  const text = bytes.toString('utf8');
  const starts = valueStarts(text);
  if (starts.length === 0) return mutateBytes(random, bytes);
  const start = pick(random, starts);
  const end = valueEnd(text, start);
  const value = text.slice(start, end);
  return Buffer.from(
    text.slice(0, start) + otherValue(random, value, () => text.slice(...spanOf(text, pick(random, starts)))) + text.slice(end),
  );
}

function otherValue(random: Random, value: string, another: () => string): string {
  const count = repetitions(random);
  switch (below(random, 12)) {
    case 0:
      return '['.repeat(count);
    case 1:
      return '['.repeat(Math.min(count, 1000)) + value + ']'.repeat(Math.min(count, 1000));
    case 2:
      return `{"a":`.repeat(Math.min(count, 1000)) + value + '}'.repeat(Math.min(count, 1000));
    case 3:
      return `[${joined(value.slice(0, 2000), count)}]`;
    case 4:
      return `[${joined('{}', count)}]`;
    case 5:
      return `{${Array.from({ length: Math.min(count, 100_000) }, (_, key) => `"k${key}":0`).join()}}`;
    case 6:
      return JSON.stringify(
        pick(random, ['x', '<p>', '<b>', '\\u0000', '&amp;', '😀', 'if a { ', '{{', '/*']).repeat(Math.min(count, 500_000)),
      );
    case 7:
      return pick(random, ['null', 'true', '-1', '1e999', '1e308', '9007199254740993', '""', '[]', '{}', '[null]', '"__proto__"', '0.1']);
    case 8:
      return `{"__proto__":${value},"constructor":${value},"length":1e9}`;
    case 9:
      return another();
    case 10:
      return '';
    default:
      return `${value}${value}`;
  }
}

const joined = (value: string, count: number): string =>
  `${value},`.repeat(Math.max(1, Math.min(count, Math.ceil(maxMutatedBytes / (value.length + 1))))).slice(0, -1);

/** The places where values begin: after a colon, a comma or a bracket outside of strings. */
function valueStarts(text: string): number[] {
  const starts: number[] = [0];
  let isInString = false;
  for (let at = 0; at < text.length && starts.length < 5000; at++) {
    const character = text[at];
    if (isInString) {
      if (character === '\\') at++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === ':' || character === ',' || character === '[') starts.push(at + 1);
  }
  return starts;
}

function valueEnd(text: string, start: number): number {
  let level = 0;
  let isInString = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (isInString) {
      if (character === '\\') at++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '[' || character === '{') level++;
    else if (character === ']' || character === '}') {
      if (level === 0) return at;
      level--;
      if (level === 0) return at + 1;
    } else if (character === ',' && level === 0) return at;
  }
  return text.length;
}

const spanOf = (text: string, start: number): [number, number] => [start, Math.min(valueEnd(text, start), start + 10_000)];

function mutateBytes(random: Random, bytes: Buffer): Buffer {
  const at = below(random, bytes.length + 1);
  const end = Math.min(bytes.length, at + pick(random, [1, 4, 16, 256, 4096]));
  const part = bytes.subarray(at, end);
  switch (below(random, 7)) {
    case 0:
      return bytes.subarray(0, at);
    case 1:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)]);
    case 2: {
      const noise = Buffer.from(Array.from({ length: end - at }, () => below(random, 256)));
      return Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(end)]);
    }
    case 3: {
      const size = pick(random, ['00000000', 'ffffffff', '7fffffff', '00000001', 'ffff0000', '80000000']);
      return Buffer.concat([bytes.subarray(0, at), Buffer.from(size, 'hex'), bytes.subarray(Math.min(bytes.length, at + 4))]);
    }
    case 4: {
      const count = Math.min(repetitions(random), Math.ceil(maxMutatedBytes / Math.max(1, part.length)));
      return Buffer.concat([
        bytes.subarray(0, end),
        ...(part.length > 0 ? [Buffer.alloc(part.length * count, part)] : []),
        bytes.subarray(end),
      ]);
    }
    case 5:
      return Buffer.concat([bytes, bytes]);
    default: {
      const flipped = Buffer.from(bytes);
      if (at < flipped.length) flipped[at] = (flipped[at] ?? 0) ^ (1 << below(random, 8));
      return flipped;
    }
  }
}
