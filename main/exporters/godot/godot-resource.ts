/**
 * Writes the story into the resource of a Godot project in which the Arcweave addon stores it (`project_settings = …`), so that the user
 * need not import it manually. Only that value is replaced; every other byte of the file is preserved.
 */
import { CooperativeYielder } from '../../platform/cooperative-yielder.ts';
import { parseJsonInSlices, storyJsonLimits } from '../../platform/parse-json-in-slices.ts';
import { utf8ToByteString } from '../lossless-text.ts';

const settingsProperty = 'project_settings';

/** The range of the value, in a text with one character for each byte. */
interface ValueRange {
  readonly from: number;
  readonly to: number;
}

export const isArcweaveResource = (text: string): boolean => {
  const head = text.slice(0, 20_000);
  return (
    /^\[gd_resource\b/m.test(head) &&
    (/script_class="Arcweave(?:Asset|Resource)"/.test(head) ||
      /path="res:\/\/addons\/[Aa]rcweave\/Editor\/Arcweave(?:AssetScript|Resource)\.gd"/.test(head))
  );
};

/** null if the resource has no such value; undefined if the file cannot be parsed. Other work runs in between, because a resource may contain a long story. */
export const findProjectSettings = (text: string): Promise<ValueRange | null | undefined> =>
  new CooperativeYielder().runToEnd(findSettingsInSteps(text));

function* findSettingsInSteps(text: string): Generator<void, ValueRange | null | undefined> {
  const head = /^\[resource\][ \t]*\r?\n/m.exec(text);
  if (!head) return undefined;
  let at = head.index + head[0].length;
  while (at < text.length) {
    yield;
    const line = /^([A-Za-z_][\w/]*)[ \t]*=[ \t]*/.exec(text.slice(at, at + 400));
    if (!line) {
      if (text[at] === '[') return undefined;
      const next = text.indexOf('\n', at);
      if (next < 0) return null;
      at = next + 1;
      continue;
    }
    const from = at + line[0].length;
    const to = yield* findValueEnd(text, from);
    if (to === undefined) return undefined;
    if (line[1] === settingsProperty) return { from, to };
    const next = text.indexOf('\n', to);
    if (next < 0) return null;
    at = next + 1;
  }
  return null;
}

/** The characters that are searched in one step. */
const searchedPerStep = 2 ** 16;

/** The end of the value that starts at `from`. Strings may contain anything; brackets are in pairs. */
function* findValueEnd(text: string, from: number): Generator<void, number | undefined> {
  let depth = 0;
  let isInString = false;
  let stepEnd = from + searchedPerStep;
  for (let at = from; at < text.length; at += 1) {
    if (at >= stepEnd) {
      yield;
      stepEnd = at + searchedPerStep;
    }
    const sign = text[at];
    if (isInString) {
      if (sign === '\\') at += 1;
      else isInString = sign !== '"';
    } else if (sign === '"') isInString = true;
    else if (sign === '{' || sign === '[' || sign === '(') depth += 1;
    else if (sign === '}' || sign === ']' || sign === ')') {
      depth -= 1;
      if (depth < 0) return undefined;
    } else if ((sign === '\n' || sign === '\r') && depth === 0) return at;
  }
  return depth === 0 && !isInString ? text.length : undefined;
}

/** Replaces the value, or adds it after all others. */
export function setProjectSettings(text: string, place: ValueRange | null, value: string): string {
  if (place) return text.slice(0, place.from) + value + text.slice(place.to);
  const newLine = text.includes('\r\n') ? '\r\n' : '\n';
  return `${text}${/\n$/.test(text) ? '' : newLine}${settingsProperty} = ${value}${newLine}`;
}

/** Removes the line that `setProjectSettings` added. */
export function removeProjectSettings(text: string, place: ValueRange): string {
  const start = text.lastIndexOf('\n', place.from) + 1;
  const next = text.indexOf('\n', place.to);
  return text.slice(0, start) + (next < 0 ? '' : text.slice(next + 1));
}

/**
 * Formats JSON as Godot's ResourceSaver does, so that neither rewrites what the other has written: numbers are floats, keys are sorted and on separate
 * lines. The result has one character for each byte. Other work runs in between.
 */
export async function toGodotVariantText(json: string): Promise<string> {
  const value = await parseJsonInSlices(Buffer.from(json), storyJsonLimits(json.length));
  return new CooperativeYielder().runToEnd(formatGodotValue(value));
}

function* formatGodotValue(value: unknown): Generator<void, string> {
  if (typeof value === 'string') return quote(toGodotBytes(value));
  if (typeof value === 'number') return formatGodotNumber(value);
  if (typeof value !== 'object' || value === null) return String(value);
  yield;
  if (Array.isArray(value)) {
    const items: string[] = [];
    for (const each of value) items.push(yield* formatGodotValue(each));
    return `[${items.join(', ')}]`;
  }
  const members: (readonly [key: string, text: string])[] = [];
  for (const [key, each] of Object.entries(value)) members.push([toGodotBytes(key), yield* formatGodotValue(each)]);
  // Godot sorts by code points, which is the order of their bytes and not that of JavaScript.
  members.sort(([one], [two]) => (one < two ? -1 : 1));
  return members.length === 0 ? '{}' : `{\n${members.map(([key, each]) => `${quote(key)}: ${each}`).join(',\n')}\n}`;
}

const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** Replaces characters that Godot's strings cannot contain: NUL, at which its reader stops, and unpaired surrogates. */
const toGodotBytes = (text: string): string => utf8ToByteString(text.toWellFormed().replaceAll('\0', '\ufffd'));

/**
 * The shortest digits that identify the number; below 0.0001 and from 1e15 with an exponent of at least two digits. Godot reads some numbers of 17 digits
 * inexactly, and writes one of 400 numbers of six decimals with 17: it changes those when it saves the resource. None of two decimals is one of them.
 */
function formatGodotNumber(value: number): string {
  if (value === 0) return '0.0';
  const [mantissa = '', exponent = ''] = Math.abs(value).toExponential().split('e');
  const sign = value < 0 ? '-' : '';
  const power = Number(exponent);
  if (power < -4 || power >= 15) return `${sign}${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
  const text = String(value);
  return text.includes('.') ? text : `${text}.0`;
}
