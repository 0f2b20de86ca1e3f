/**
 * (G30) Held texts: local changes with formatting that no request can contain, such as mentions, line breaks and lists. They stay on this
 * computer, and the remote keeps its own text. A text is held as long as it differs from the remote's, so no state has to be stored for it.
 */

import { diff3Merge } from 'node-diff3';
import { appendAll } from '../../../shared/lists.ts';
import { changeCommand, type SingleCommand } from '../../../shared/model/commands.ts';
import type { TextRule } from '../../../shared/model/kinds/define-kind.ts';
import { type AnyRecord, getKind, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { type RecordText, replaceText, textsOfRecord } from '../../../shared/model/references.ts';
import { stripMentionLabels } from '../../../shared/rich-text/mentions.ts';
import { toComparableRichText } from '../../../shared/rich-text/rich-text-equality.ts';
import { parseTree, serializeNodes } from '../../../shared/rich-text/rich-text-tree.ts';
import { type ApiDialect, simplifyRichText, toEquivalentRichText } from '../../../shared/rich-text/simplify-rich-text.ts';
import { type FieldPath, fieldNameOf, fieldPathsOf, localeOf } from './field-paths.ts';

export interface HeldText {
  readonly recordId: string;
  readonly kind: KindName;
  readonly field: FieldPath;
}

/** The dialect in which the API accepts a text; undefined for text without formatting. */
export function apiDialectOf(rule: TextRule | undefined): ApiDialect | undefined {
  if (rule?.format === 'note') return 'note';
  return rule?.format === 'rich' ? 'api' : undefined;
}

/** The text at a field path of a record; undefined if the value is not a text, or empty. */
export function textAt(record: AnyRecord, fieldPath: FieldPath): RecordText | undefined {
  const [field, locale] = [fieldNameOf(fieldPath), localeOf(fieldPath)];
  return [...textsOfRecord(record)].find((text) => text.field === field && text.locale === locale);
}

/** Whether no request can contain the text, not even in other markup with the same meaning (G21). */
function isUnsupported({ text, rule }: RecordText): boolean {
  const dialect = apiDialectOf(rule);
  return dialect !== undefined && toEquivalentRichText(text, dialect) === undefined;
}

/** Each text is parsed once, because records are immutable, so that the next plan does not parse held texts again. */
const heldTextsByRecord = new WeakMap<AnyRecord, Map<FieldPath, HeldText | undefined>>();

/** The value at a field path as a held text; undefined if a request can contain it. */
export function heldTextAt(record: AnyRecord, fieldPath: FieldPath): HeldText | undefined {
  if (getKind(record.kind).texts[fieldNameOf(fieldPath)] === undefined) return undefined;
  const known = heldTextsByRecord.get(record) ?? new Map<FieldPath, HeldText | undefined>();
  heldTextsByRecord.set(record, known);
  if (!known.has(fieldPath)) known.set(fieldPath, findHeldText(record, fieldPath));
  return known.get(fieldPath);
}

function findHeldText(record: AnyRecord, fieldPath: FieldPath): HeldText | undefined {
  const text = textAt(record, fieldPath);
  return text && isUnsupported(text) ? { recordId: record.id, kind: record.kind, field: fieldPath } : undefined;
}

/** Whether the record cannot be created because it requires a text that is held. */
export function isHeldCreate(record: AnyRecord): boolean {
  const { defaults } = getKind(record.kind);
  return [...fieldPathsOf(record)].some(
    (fieldPath) => !(fieldNameOf(fieldPath) in defaults) && heldTextAt(record, fieldPath) !== undefined,
  );
}

/** The record with a text that the API accepts: all words, without the unsupported formatting. */
export function withSimplifiedText(record: AnyRecord, fieldPath: FieldPath): AnyRecord {
  const text = textAt(record, fieldPath);
  const dialect = apiDialectOf(text?.rule);
  return text && dialect ? replaceText(record, text, simplifyRichText(text.text, dialect)) : record;
}

/** The command that replaces a held text by one that the API accepts: all words, without the unsupported formatting. */
export function simplifyTextCommand(record: AnyRecord, fieldPath: FieldPath): SingleCommand | undefined {
  const text = textAt(record, fieldPath);
  const dialect = apiDialectOf(text?.rule);
  if (!text || !dialect) return undefined;
  const value =
    text.locale === null ? withSimplifiedText(record, fieldPath)[text.field] : { [text.locale]: simplifyRichText(text.text, dialect) };
  return changeCommand(record.kind, record.id, { [text.field]: value });
}

/**
 * The local record with the changes of both sides, after the remote has changed a text that is held. Undefined if no text is held, or if
 * both sides changed the same paragraph.
 */
export function mergeHeldText(
  fieldPath: FieldPath,
  base: AnyRecord | undefined,
  local: AnyRecord,
  remote: AnyRecord,
): AnyRecord | undefined {
  if (!base || !heldTextAt(local, fieldPath)) return undefined;
  const [baseText, localText, remoteText] = [base, local, remote].map((record) => textAt(record, fieldPath));
  if (!baseText || !localText || !remoteText) return undefined;
  const merged = mergeRichText(baseText.text, localText.text, remoteText.text);
  return merged === undefined ? undefined : replaceText(local, localText, merged);
}

/** The text with the changes of both sides by paragraphs, lists and scripts; undefined if both changed the same block or adjacent ones. */
function mergeRichText(base: string, local: string, remote: string): string | undefined {
  // Blocks are compared by meaning (G21). If they are equal, the markup of the remote is used, as in every merge.
  const markup = new Map<string, string>();
  const baseKeys = blockKeys(base, markup);
  const localKeys = blockKeys(local, markup);
  const regions = diff3Merge(localKeys, baseKeys, blockKeys(remote, markup), { excludeFalseConflicts: true });
  const merged: string[] = [];
  for (const { ok } of regions) {
    if (!ok) return undefined;
    appendAll(merged, ok);
  }
  return merged.map((key) => markup.get(key) ?? '').join('');
}

/** A key for each block, which is equal for equal meaning. Adds the markup of the blocks to `markup`. */
function blockKeys(html: string, markup: Map<string, string>): string[] {
  return parseTree(html).map((node) => {
    const block = serializeNodes([node]);
    const key = toComparableRichText(stripMentionLabels(block));
    markup.set(key, block);
    return key;
  });
}
