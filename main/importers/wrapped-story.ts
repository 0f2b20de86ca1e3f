/**
 * Finds a story inside other data: replies of services, lists with one entry, JSON within a text, encoded text, the source of a program. Programs that
 * download an export save it in such a form, and in each of them it is unambiguous what the story is.
 */
import { isJsonObject, type JsonObject } from '../../shared/json.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { withEmptyMap } from '../story-format/story-file.ts';
import { recognizedBytes, storyKeys } from './other-files.ts';
import { parseJson } from './parse-json.ts';

/** A story that was inside other data. */
interface WrappedStory {
  readonly story: unknown;
  /** What was skipped. */
  readonly notes: readonly Message[];
}

/** A reply of a service has a few levels, each with a few fields; a larger file is something else. */
const maxDepth = 8;
const maxEntries = 1000;
const maxValues = 20_000;
/** A field of a reply may contain a text that contains a text. */
const maxTexts = 3;

interface Place {
  readonly value: unknown;
  readonly path: string;
  readonly depth: number;
  readonly texts: number;
  readonly holder: Place | null;
}

/**
 * The only story inside `json`; null if there is none, or if the value itself is a story or a damaged one. Throws a Problem if there are several, or if
 * `json` is a text with damaged JSON.
 */
export async function findWrappedStory(json: unknown, fileName: string): Promise<WrappedStory | null> {
  if (isStoryOrPart(json)) return null;
  const found: Place[] = [];
  const queue: Place[] = [{ value: json, path: '', depth: 0, texts: 0, holder: null }];
  for (let at = 0; at < queue.length && at < maxValues; at++) {
    const place = queue[at];
    if (place === undefined) break;
    if (place.depth > 0 && isStory(place.value)) found.push(place);
    else for (const inside of await placesIn(place, fileName)) queue.push(inside);
  }
  const [only, ...others] = found;
  if (only === undefined) return null;
  if (others.length > 0) throw new Problem('invalid', message('problem.import.severalStories', { fileName, count: found.length }));
  const skipped = fieldsBeside(only);
  const listed = skipped.slice(0, maxListedFields).join(', ');
  const more = skipped.length - maxListedFields;
  const fields = more > 0 ? [listed, message('common.listRest', { count: more })] : listed;
  return { story: only.value, notes: skipped.length > 0 ? [message('import.fields.ignored', { count: skipped.length, fields })] : [] };
}

const maxListedFields = 30;

async function placesIn(place: Place, fileName: string): Promise<readonly Place[]> {
  const { value, path, depth, texts } = place;
  if (typeof value === 'string') {
    const inner = texts < maxTexts ? await parseText(value, fileName, depth > 0) : undefined;
    return inner === undefined ? [] : [{ value: inner, path, depth: depth + 1, texts: texts + 1, holder: place }];
  }
  if (depth >= maxDepth || typeof value !== 'object' || value === null) return [];
  if ((Array.isArray(value) ? value.length : Object.keys(value).length) > maxEntries) return [];
  return Object.entries(value).map(([key, inside]) => ({
    value: inside,
    path: path === '' ? key : `${path}.${key}`,
    depth: depth + 1,
    texts,
    holder: place,
  }));
}

/** The paths of what is beside a story in each value around it. */
function fieldsBeside({ holder, path }: Place): string[] {
  if (holder === null) return [];
  const outer = fieldsBeside(holder);
  if (typeof holder.value !== 'object' || holder.value === null) return outer;
  const prefix = holder.path === '' ? '' : `${holder.path}.`;
  return [...outer, ...Object.keys(holder.value).flatMap((key) => (prefix + key === path ? [] : [prefix + key]))];
}

const isMap = (value: unknown): boolean => isJsonObject(withEmptyMap(value));
export const isStory = (value: unknown): value is JsonObject => isJsonObject(value) && isMap(value.boards) && isMap(value.elements);
const isStoryOrPart = (json: unknown): boolean =>
  isJsonObject(json) && (isStory(json.project) || storyKeys.some((key) => isJsonObject(json[key])));

/** Shorter texts cannot contain a story. */
const minStoryLength = '{"boards":{},"elements":{}}'.length;

/** The JSON in a text; undefined if it is not JSON. With `ignoresDamage` that includes damaged JSON, which is a Problem otherwise. */
async function parseText(text: string, fileName: string, ignoresDamage: boolean): Promise<unknown> {
  if (text.length < minStoryLength) return undefined;
  const decoded = decodeText(text) ?? (/^\ufeff?\s*[[{"]/.test(text) ? Buffer.from(text) : null);
  if (decoded === null) return undefined;
  return parseJson(decoded, fileName).catch((error: unknown) => {
    if (ignoresDamage && error instanceof Problem) return undefined;
    throw error;
  });
}

/** The bytes of a text that is a data address, base64 or percent-encoded, such as browsers and services write; null for any other text. */
export function decodeText(text: string): Buffer | null {
  const address = /^\s*data:[^,]{0,200}?(;base64)?,/i.exec(text);
  const encoded = (address ? text.slice(address[0].length) : text).trim();
  if (address ? address[1] !== undefined : isBase64(encoded)) return Buffer.from(encoded, 'base64');
  if (!address && !/^%(?:7b|5b|22)/i.test(encoded)) return null;
  try {
    return Buffer.from(decodeURIComponent(encoded));
  } catch {
    return null;
  }
}

/** Whether a text is base64 of JSON or of an archive. Paths and names consist of the same characters. */
const isBase64 = (text: string): boolean =>
  !/[^\w+/=\r\n-]/.test(text) && beginsLikeJsonOrGzip(Buffer.from(text.slice(0, 40), 'base64').toString('latin1'));

const beginsLikeJsonOrGzip = (start: string): boolean => /^(?:\xef\xbb\xbf)?\s*[[{"]/.test(start) || start.startsWith('\x1f\x8b');

/**
 * The part of a text from its first brace to its last, without what is around it in the source of a program, a document, or a reply with its headers.
 * null if the text begins and ends like JSON, or cannot contain a story.
 */
export function findStoryInText(text: Buffer): Buffer | null {
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}') + 1;
  // What is around a story is short, and as long as a file it could not be one string.
  if (start === -1 || end <= start || start > recognizedBytes || text.length - end > recognizedBytes) return null;
  const before = text.subarray(0, start).toString('utf8').trim();
  // What follows a damaged story may be the rest of it.
  if (before === '' ? !/^[;,)]+$/.test(text.subarray(end).toString('utf8').trim()) : jsonStart.test(before)) return null;
  return text.includes('"boards"') ? text.subarray(start, end) : null;
}

/** A list and a text are JSON as well. */
const jsonStart = /^["\d-]|^\[[\s[]*$/;
