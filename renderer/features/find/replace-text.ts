/**
 * Replaces text in texts, scripts and names, as commands. Everything that is not a match, including markup and mentions, is unchanged byte for byte.
 * Matches that cross a boundary of formatting are skipped and counted. Pure.
 */
import type { Command, SingleCommand } from '../../../shared/model/commands.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { decodeEntities } from '../../../shared/rich-text/decode-entities.ts';
import { parseTree, type RichTextNode, serializeNodes } from '../../../shared/rich-text/rich-text-tree.ts';
import { escapeText } from '../../../shared/rich-text/serialize-html.ts';
import { computedChangeCommand } from '../../records/commands/computed-commands.ts';
import type { SearchableText } from '../../records/search/searchable-texts.ts';
import { findMatches, replaceRanges, type SearchQuery } from '../../records/search/text-matching.ts';

type TextLocation = Pick<SearchableText, 'field' | 'locale' | 'holds' | 'localCommentId'>;

/** Identifiers and names of variables cannot be replaced, because scripts refer to them. Comments are not part of the story. */
export const isReplaceable = (record: AnyRecord, { field, localCommentId }: TextLocation): boolean =>
  field !== 'customId' &&
  localCommentId === undefined &&
  record.kind !== 'variable' &&
  record.kind !== 'comment' &&
  record.kind !== 'reply' &&
  !String(record.type).startsWith('template-');

/** The stored text at a location; null if there is none. */
function readStoredText(record: AnyRecord, { field, locale }: TextLocation): string | null {
  const value: unknown = record[field];
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return null;
  const stored: unknown = locale === null ? Reflect.get(value, 'data') : Reflect.get(Reflect.get(value, locale) ?? {}, 'text');
  return typeof stored === 'string' ? stored : null;
}

/** The text with its matches replaced, and their number. */
function replaceInText(
  record: AnyRecord,
  location: TextLocation,
  stored: string,
  query: SearchQuery,
  by: string,
): { text: string; count: number } {
  let count = 0;
  const replaceIn = (text: string): string => {
    const ranges = findMatches(text, query);
    count += ranges.length;
    return ranges.length === 0 ? text : replaceRanges(text, ranges, by);
  };
  if (record.kind === 'condition') return { text: replaceInCondition(stored, replaceIn), count };
  if (isRichText(record, location)) return { text: replaceInRichText(stored, location.holds === 'script', replaceIn), count };
  return { text: replaceIn(stored), count };
}

function isRichText(record: AnyRecord, { field }: TextLocation): boolean {
  if (field === 'name' || record.kind === 'condition') return false;
  if (record.kind !== 'attribute') return true;
  return Reflect.get(Object(record.value), 'plain') === false;
}

/** Whether text in scripts is replaced, or text outside of them. The text of a mention belongs to the record it mentions. */
function replaceInRichText(html: string, scripts: boolean, replaceIn: (text: string) => string): string {
  const within = (node: RichTextNode, inScript: boolean): RichTextNode => {
    if (typeof node === 'string') return inScript === scripts ? replaceIn(node) : node;
    if (node.name === 'span') return node;
    return { ...node, children: node.children.map((child) => within(child, inScript)) };
  };
  const top = (node: RichTextNode): RichTextNode => {
    if (typeof node !== 'string' && node.name === 'blockquote') return { ...node, children: node.children.map(top) };
    return within(node, typeof node !== 'string' && (node.name === 'pre' || node.name === 'code'));
  };
  return serializeNodes(parseTree(html).map(top));
}

function replaceInCondition(script: string, replaceIn: (text: string) => string): string {
  return script
    .split(/(<span [^<>]*>[^<]*<\/span>)/)
    .map((piece, at) => {
      if (at % 2 === 1) return piece;
      const text = decodeEntities(piece);
      const now = replaceIn(text);
      return now === text ? piece : escapeText(now);
    })
    .join('');
}

/** One command for all locations, so that undo reverts them together; null if nothing would change. */
export function createReplaceCommand(
  project: Project,
  places: readonly { readonly id: string; readonly part: TextLocation }[],
  query: SearchQuery,
  by: string,
): { command: Command | null; count: number } {
  const changed = new Map<string, AnyRecord>();
  const fields = new Map<string, Record<string, unknown>>();
  const replaced = new Set<string>();
  let count = 0;
  for (const { id, part } of places) {
    // Several matches may be in scripts of the same content: they are replaced together.
    const key = `${id} ${part.field} ${part.locale} ${part.holds}`;
    if (replaced.has(key)) continue;
    replaced.add(key);
    const record = changed.get(id) ?? project.get(id);
    if (!record || !isReplaceable(record, part)) continue;
    const stored = readStoredText(record, part);
    if (stored === null) continue;
    const { text, count: matchCount } = replaceInText(record, part, stored, query, by);
    if (text === stored) continue;
    count += matchCount;
    const { record: after, input } = withText(record, part, text, fields.get(id)?.[part.field]);
    changed.set(id, after);
    fields.set(id, { ...fields.get(id), [part.field]: input });
  }
  const commands = [...fields].flatMap(([id, inputs]) => {
    const kind = project.get(id)?.kind;
    return kind === undefined ? [] : [computedChangeCommand(kind, id, inputs)];
  });
  return { command: toSingleStep(commands), count };
}

/** One command for all, so that undo reverts them together. */
function toSingleStep(commands: readonly SingleCommand[]): Command | null {
  const [first, ...others] = commands;
  if (first === undefined) return null;
  return others.length === 0 ? first : { do: 'batch', commands };
}

/** The record with the new text, and the field's value in the command: of a localized field only the changed language. */
function withText(
  record: AnyRecord,
  { field, locale }: TextLocation,
  text: string,
  before: unknown,
): { record: AnyRecord; input: unknown } {
  const value: unknown = record[field];
  if (locale !== null)
    return {
      record: { ...record, [field]: { ...Object(value), [locale]: { text } } },
      input: { ...Object(before ?? {}), [locale]: { text } },
    };
  const input = typeof value === 'string' ? text : { ...Object(value), data: text === '' ? null : text };
  return { record: { ...record, [field]: input }, input };
}
