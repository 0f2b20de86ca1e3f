/**
 * The integration for the Godot editor: writes the story into the resource in which the Arcweave addon stores it (`project_settings = …`), so
 * that the user need not import it manually. Only that value is replaced; every other byte of the file is preserved.
 */

import { join } from 'node:path';
import { z } from 'zod';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import type { Disk } from '../../platform/disk.ts';
import { fingerprintOf } from '../../platform/fingerprint.ts';
import { type EditorIntegration, type IntegrationEdit, type IntegrationInput, receiptParser } from '../editor-integration.ts';
import { byteStringToUtf8, decodeLossless, utf8ToByteString } from '../lossless-text.ts';

const receiptSchema = z.strictObject({
  is: z.literal('resource'),
  path: z.string(),
  /** The SHA-256 of the value before the first edit, as an archived text; null if there was none. */
  before: z.string().nullable(),
  /** The SHA-256 of the written value, and of the story from which it was created; and the stamp of the file after it was written. */
  value: z.string(),
  story: z.string(),
  stamp: z.string(),
});
type ResourceReceipt = z.infer<typeof receiptSchema>;

/** The maximum number of files and folders that are searched for resources. */
const maxVisitedEntries = 20_000;

const isResourcePath = (path: string): boolean => /\.tres$/i.test(path);
const hashByteString = (text: string): string => fingerprintOf(Buffer.from(text, 'latin1')).sha256;

export const godotIntegration: EditorIntegration<ResourceReceipt> = {
  description: message('exporter.godot.integration'),
  noFileHint: message('exporter.godot.noResource'),
  usesStory: true,
  findPaths: findArcweaveResources,
  accepts: isResourcePath,
  preview(bytes, storyText) {
    const { text } = decodeLossless(bytes ?? Buffer.alloc(0));
    const range = findProjectSettings(text);
    if (range === undefined || storyText === undefined) return undefined;
    const after = setProjectSettings(text, range, toGodotVariantText(storyText));
    return { before: byteStringToUtf8(text), after: byteStringToUtf8(after), contextLines: 1 };
  },
  apply: applyResource,
  async revert({ bytes, receipt, readArchivedText }) {
    const { text, encode } = decodeLossless(bytes);
    const range = findProjectSettings(text);
    if (!range || hashByteString(text.slice(range.from, range.to)) !== receipt.value) return null;
    if (receipt.before === null) return encode(removeProjectSettings(text, range));
    const before = await readArchivedText(receipt.before);
    return before === undefined ? null : encode(setProjectSettings(text, range, before));
  },
  parseReceipt: receiptParser(receiptSchema),
  isCurrent: (receipt, { storySha256, stamp }) => receipt.story === storySha256 && stamp === receipt.stamp,
  withStamp: (receipt, stamp) => ({ ...receipt, stamp }),
  archivedTexts: ({ before }) => (before === null ? [] : [before]),
};

async function applyResource({
  path,
  bytes,
  receipt,
  story,
  archiveText,
}: IntegrationInput<ResourceReceipt>): Promise<IntegrationEdit<ResourceReceipt>> {
  if (story === undefined) return { type: 'unchanged' };
  if (!bytes) return { type: 'changedByOthers', change: 'deleted' };
  const { text, encode } = decodeLossless(bytes);
  const range = isArcweaveResource(text) ? findProjectSettings(text) : undefined;
  if (range === undefined) throw new Problem('folder', message('targets.problem.notArcweaveResource', { path }), { context: { path } });
  const value = toGodotVariantText(story.text);
  const old = range && text.slice(range.from, range.to);
  const before = receipt ? receipt.before : await archiveFirstValue(old, archiveText);
  return {
    type: 'write',
    bytes: old === value ? null : encode(setProjectSettings(text, range, value)),
    receipt: { is: 'resource', path, before, value: hashByteString(value), story: story.sha256, stamp: '' },
  };
}

/** Archives the first value, which is restored when the integration is turned off, whatever was written since. */
const archiveFirstValue = async (value: string | null, archiveText: (text: string) => Promise<string>): Promise<string | null> =>
  value === null ? null : archiveText(value);

/** Finds resources of the addon among the game's own files. */
async function findArcweaveResources(disk: Disk, root: string): Promise<string[]> {
  const found: string[] = [];
  let room = maxVisitedEntries;
  const walk = async (folder: string): Promise<void> => {
    for (const name of (await disk.listNames(join(root, folder))).sort()) {
      room -= 1;
      if (room < 0) return;
      if (name.startsWith('.') || name.endsWith('~') || (folder === '' && name === 'addons')) continue;
      const path = folder === '' ? name : `${folder}/${name}`;
      if (isResourcePath(name)) {
        if (isArcweaveResource(await disk.readText(join(root, path)).catch(() => ''))) found.push(path);
      } else if ((await disk.kind(join(root, path))) === 'folder') await walk(path);
    }
  };
  await walk('');
  return found;
}

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

/** null if the resource has no such value; undefined if the file cannot be parsed. */
export function findProjectSettings(text: string): ValueRange | null | undefined {
  const head = /^\[resource\][ \t]*\r?\n/m.exec(text);
  if (!head) return undefined;
  let at = head.index + head[0].length;
  while (at < text.length) {
    const line = /^([A-Za-z_][\w/]*)[ \t]*=[ \t]*/.exec(text.slice(at, at + 400));
    if (!line) {
      if (text[at] === '[') return undefined;
      const next = text.indexOf('\n', at);
      if (next < 0) return null;
      at = next + 1;
      continue;
    }
    const from = at + line[0].length;
    const to = findValueEnd(text, from);
    if (to === undefined) return undefined;
    if (line[1] === settingsProperty) return { from, to };
    const next = text.indexOf('\n', to);
    if (next < 0) return null;
    at = next + 1;
  }
  return null;
}

/** The end of the value that starts at `from`. Strings may contain anything; brackets are in pairs. */
function findValueEnd(text: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') {
      for (at += 1; at < text.length && text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1;
      if (at >= text.length) return undefined;
    } else if (sign === '{' || sign === '[' || sign === '(') depth += 1;
    else if (sign === '}' || sign === ']' || sign === ')') {
      depth -= 1;
      if (depth < 0) return undefined;
    } else if ((sign === '\n' || sign === '\r') && depth === 0) return at;
  }
  return depth === 0 ? text.length : undefined;
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

/** Formats JSON as Godot does: numbers are floats, keys are on separate lines. The result has one character for each byte. */
export function toGodotVariantText(json: string): string {
  return utf8ToByteString(formatGodotValue(JSON.parse(json)));
}

function formatGodotValue(value: unknown): string {
  if (typeof value === 'string') return `"${toGodotCharacters(value).replace(/["\\]/g, '\\$&')}"`;
  if (typeof value === 'number') return Number.isInteger(value) && Math.abs(value) < 1e15 ? `${value}.0` : String(value);
  if (Array.isArray(value)) return `[${value.map(formatGodotValue).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([key, each]) => `${formatGodotValue(key)}: ${formatGodotValue(each)}`);
    return members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n}`;
  }
  return value === null || value === undefined ? 'null' : String(value);
}

/** Replaces characters that Godot's strings cannot contain: NUL, at which its reader stops, and unpaired surrogates. */
const toGodotCharacters = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');
