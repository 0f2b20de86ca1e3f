/**
 * Replaces words in texts, scripts and names, as commands. Markup, mentions and everything that is not a match stay byte for byte as they are;
 * words that run across formatting are left alone and counted. Pure.
 */
import type { Command, SingleCommand } from '../../../shared/model/commands.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { decodeEntities } from '../../../shared/rich-text/decode-entities.ts';
import { parseTree, type RichTextNode, serializeNodes } from '../../../shared/rich-text/rich-text-tree.ts';
import { escapeText } from '../../../shared/rich-text/serialize-html.ts';
import { type ApiDialect, simplifyRichText } from '../../../shared/rich-text/simplify-rich-text.ts';
import { findUnsupportedFormatting } from '../../records/dialects/unsupported-formatting.ts';
import type { SearchableText } from '../../records/search/searchable-texts.ts';
import { findMatches, replaceRanges, type SearchQuery } from '../../records/search/text-matching.ts';

type TextLocation = Pick<SearchableText, 'field' | 'locale' | 'holds'>;

/** What can be replaced: identifiers and names of variables cannot, scripts know them by these. */
export const isReplaceable = (record: AnyRecord, { field }: TextLocation): boolean =>
  field !== 'customId' &&
  record.kind !== 'variable' &&
  record.kind !== 'comment' &&
  record.kind !== 'reply' &&
  !String(record.type).startsWith('template-');

/** [G21] In a synced project a text with formatting that its workspace does not accept stays as it is until it is simplified. */
export const isSupportedByRemote = (record: AnyRecord, part: TextLocation): boolean =>
  !isRichText(record, part) || findUnsupportedFormatting(readStoredText(record, part), dialectOf(record)).length === 0;

const dialectOf = ({ kind }: AnyRecord): ApiDialect => (kind === 'note' ? 'note' : 'api');

/** The stored text of a place; null where there is none. */
export function readStoredText(record: AnyRecord, { field, locale }: TextLocation): string | null {
  const value: unknown = record[field];
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return null;
  const held: unknown = locale === null ? Reflect.get(value, 'data') : Reflect.get(Reflect.get(value, locale) ?? {}, 'text');
  return typeof held === 'string' ? held : null;
}

/** The text with the words replaced, and how often that was. */
export function replaceInText(
  record: AnyRecord,
  place: TextLocation,
  stored: string,
  wanted: SearchQuery,
  by: string,
): { text: string; count: number } {
  let count = 0;
  const words = (text: string): string => {
    const ranges = findMatches(text, wanted);
    count += ranges.length;
    return ranges.length === 0 ? text : replaceRanges(text, ranges, by);
  };
  if (record.kind === 'condition') return { text: replaceInCondition(stored, words), count };
  if (isRichText(record, place)) return { text: replaceInRichText(stored, place.holds === 'script', words), count };
  return { text: words(stored), count };
}

function isRichText(record: AnyRecord, { field }: TextLocation): boolean {
  if (field === 'name' || record.kind === 'condition') return false;
  if (record.kind !== 'attribute') return true;
  return Reflect.get(Object(record.value), 'plain') === false;
}

/** Only scripts, or only what is none. A mention's words are those of what it mentions. */
function replaceInRichText(html: string, scripts: boolean, words: (text: string) => string): string {
  const within = (node: RichTextNode, inScript: boolean): RichTextNode => {
    if (typeof node === 'string') return inScript === scripts ? words(node) : node;
    if (node.name === 'span') return node;
    return { ...node, children: node.children.map((child) => within(child, inScript)) };
  };
  const top = (node: RichTextNode): RichTextNode => {
    if (typeof node !== 'string' && node.name === 'blockquote') return { ...node, children: node.children.map(top) };
    return within(node, typeof node !== 'string' && (node.name === 'pre' || node.name === 'code'));
  };
  return serializeNodes(parseTree(html).map(top));
}

function replaceInCondition(script: string, words: (text: string) => string): string {
  return script
    .split(/(<span [^>]*>[^<]*<\/span>)/)
    .map((piece, at) => {
      if (at % 2 === 1) return piece;
      const text = decodeEntities(piece);
      const now = words(text);
      return now === text ? piece : escapeText(now);
    })
    .join('');
}

/** One command for all of the places, so that one undo takes it all back; null where nothing would change. */
export function createReplaceCommand(
  project: Project,
  places: readonly { readonly id: string; readonly part: TextLocation }[],
  wanted: SearchQuery,
  by: string,
  { isSynced = false }: { readonly isSynced?: boolean } = {},
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
    const record = changed.get(id) ?? project.get(id);
    if (!record || !isReplaceable(record, part) || (isSynced && !isSupportedByRemote(record, part))) continue;
    const stored = readStoredText(record, part);
    if (stored === null) continue;
    const { text: words, count: here } = replaceInText(record, part, stored, wanted, by);
    if (words === stored) continue;
    const text = isSynced && isRichText(record, part) ? simplifyRichText(words, dialectOf(record)) : words;
    count += here;
    const { record: after, given } = withText(record, part, text, fields.get(id)?.[part.field]);
    changed.set(id, after);
    fields.set(id, { ...fields.get(id), [part.field]: given });
  }
  const commands = [...fields].flatMap(([id, given]) => {
    const kind = project.get(id)?.kind;
    return kind === undefined ? [] : [{ do: 'change', kind, id, fields: given } as SingleCommand];
  });
  const [only] = commands;
  return { command: commands.length === 0 ? null : commands.length === 1 && only ? only : { do: 'batch', commands }, count };
}

/** The record with the text, and what a command has to give: of a localized field only the languages that change. */
function withText(
  record: AnyRecord,
  { field, locale }: TextLocation,
  text: string,
  before: unknown,
): { record: AnyRecord; given: unknown } {
  const value: unknown = record[field];
  if (locale !== null)
    return {
      record: { ...record, [field]: { ...Object(value), [locale]: { text } } },
      given: { ...Object(before ?? {}), [locale]: { text } },
    };
  const given = typeof value === 'string' ? text : { ...Object(value), data: text === '' ? null : text };
  return { record: { ...record, [field]: given }, given };
}
