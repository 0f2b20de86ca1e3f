/**
 * Replaces words in texts, scripts and names, as commands. Markup, mentions and everything that is not a match stay byte for byte as they are;
 * words that run across formatting are left alone and counted. Pure.
 */
import type { Command, SingleCommand } from '../../shared/commands.ts';
import type { AnyRecord } from '../../shared/kinds/all.ts';
import type { Project } from '../../shared/project.ts';
import { readEntities } from '../../shared/rich-text/entities.ts';
import { simplified, type Taken } from '../../shared/rich-text/simplified.ts';
import { type Node, treeOf, writeNodes } from '../../shared/rich-text/tree.ts';
import { writeText } from '../../shared/rich-text/write.ts';
import { refusedIn } from '../mirror/dialect.ts';
import { findAll, replaceAll, type Wanted } from './matching.ts';
import type { Part } from './parts.ts';

type Place = Pick<Part, 'field' | 'locale' | 'holds'>;

/** What can be replaced: identifiers and names of variables cannot, scripts know them by these. */
export const isReplaceable = (record: AnyRecord, { field }: Place): boolean =>
  field !== 'customId' &&
  record.kind !== 'variable' &&
  record.kind !== 'comment' &&
  record.kind !== 'reply' &&
  !String(record.type).startsWith('template-');

/** [G21] In a mirrored project a text that holds more than its workspace takes stays as it is until it is simplified. */
export const isTaken = (record: AnyRecord, part: Place): boolean =>
  !isRich(record, part) || refusedIn(storedText(record, part), dialectOf(record)).length === 0;

const dialectOf = ({ kind }: AnyRecord): Taken => (kind === 'note' ? 'note' : 'api');

/** The stored text of a place; null where there is none. */
export function storedText(record: AnyRecord, { field, locale }: Place): string | null {
  const value: unknown = record[field];
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return null;
  const held: unknown = locale === null ? Reflect.get(value, 'data') : Reflect.get(Reflect.get(value, locale) ?? {}, 'text');
  return typeof held === 'string' ? held : null;
}

/** The text with the words replaced, and how often that was. */
export function replaced(record: AnyRecord, place: Place, stored: string, wanted: Wanted, by: string): { text: string; count: number } {
  let count = 0;
  const words = (text: string): string => {
    const ranges = findAll(text, wanted);
    count += ranges.length;
    return ranges.length === 0 ? text : replaceAll(text, ranges, by);
  };
  if (record.kind === 'condition') return { text: inCondition(stored, words), count };
  if (isRich(record, place)) return { text: inRich(stored, place.holds === 'script', words), count };
  return { text: words(stored), count };
}

function isRich(record: AnyRecord, { field }: Place): boolean {
  if (field === 'name' || record.kind === 'condition') return false;
  if (record.kind !== 'attribute') return true;
  return Reflect.get(Object(record.value), 'plain') === false;
}

/** Only scripts, or only what is none. A mention's words are those of what it mentions. */
function inRich(html: string, scripts: boolean, words: (text: string) => string): string {
  const within = (node: Node, inScript: boolean): Node => {
    if (typeof node === 'string') return inScript === scripts ? words(node) : node;
    if (node.name === 'span') return node;
    return { ...node, children: node.children.map((child) => within(child, inScript)) };
  };
  const top = (node: Node): Node => {
    if (typeof node !== 'string' && node.name === 'blockquote') return { ...node, children: node.children.map(top) };
    return within(node, typeof node !== 'string' && (node.name === 'pre' || node.name === 'code'));
  };
  return writeNodes(treeOf(html).map(top));
}

function inCondition(script: string, words: (text: string) => string): string {
  return script
    .split(/(<span [^>]*>[^<]*<\/span>)/)
    .map((piece, at) => {
      if (at % 2 === 1) return piece;
      const text = readEntities(piece);
      const now = words(text);
      return now === text ? piece : writeText(now);
    })
    .join('');
}

/** One command for all of the places, so that one undo takes it all back; null where nothing would change. */
export function replaceCommand(
  project: Project,
  places: readonly { readonly id: string; readonly part: Place }[],
  wanted: Wanted,
  by: string,
  { isMirrored = false }: { readonly isMirrored?: boolean } = {},
): { command: Command | null; count: number } {
  const changed = new Map<string, AnyRecord>();
  const fields = new Map<string, Record<string, unknown>>();
  const seen = new Set<string>();
  let count = 0;
  for (const { id, part } of places) {
    // A content may be found by several of its scripts: they are replaced together, once.
    const key = `${id} ${part.field} ${part.locale} ${part.holds}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const record = changed.get(id) ?? project.at(id);
    if (!record || !isReplaceable(record, part) || (isMirrored && !isTaken(record, part))) continue;
    const stored = storedText(record, part);
    if (stored === null) continue;
    const { text: words, count: here } = replaced(record, part, stored, wanted, by);
    if (words === stored) continue;
    const text = isMirrored && isRich(record, part) ? simplified(words, dialectOf(record)) : words;
    count += here;
    const { record: after, given } = withText(record, part, text, fields.get(id)?.[part.field]);
    changed.set(id, after);
    fields.set(id, { ...fields.get(id), [part.field]: given });
  }
  const commands = [...fields].flatMap(([id, given]) => {
    const kind = project.at(id)?.kind;
    return kind === undefined ? [] : [{ do: 'change', kind, id, fields: given } as SingleCommand];
  });
  const [only] = commands;
  return { command: commands.length === 0 ? null : commands.length === 1 && only ? only : { do: 'batch', commands }, count };
}

/** The record with the text, and what a command has to give: of a localized field only the languages that change. */
function withText(record: AnyRecord, { field, locale }: Place, text: string, before: unknown): { record: AnyRecord; given: unknown } {
  const value: unknown = record[field];
  if (locale !== null)
    return {
      record: { ...record, [field]: { ...Object(value), [locale]: { text } } },
      given: { ...Object(before ?? {}), [locale]: { text } },
    };
  const given = typeof value === 'string' ? text : { ...Object(value), data: text === '' ? null : text };
  return { record: { ...record, [field]: given }, given };
}
