/** When two texts or values of attributes are the same for a reader ([G21]): markup, labels of mentions and ids of entries do not count. */
import { isJsonObject } from '../json.ts';
import { stripMentionLabels } from '../rich-text/mentions.ts';
import { richTextEquals } from '../rich-text/rich-text-equality.ts';
import { jsonEquals } from './change-set.ts';
import type { TextRule } from './kinds/define-kind.ts';
import { getKind, hasTypedValue, type KindName } from './kinds/kinds.ts';

/** Mentions are compared by the id of their record, because their label follows from it. */
export function isSameText(format: TextRule['format'], one: string, two: string): boolean {
  if (one === two) return true;
  if (format === 'plain') return false;
  const [a, b] = [stripMentionLabels(one), stripMentionLabels(two)];
  return format === 'script' ? a === b : richTextEquals(a, b);
}

/** `one` and `two`: values of a field, of a localized one its texts in one language. */
export function isSameFieldValue(kind: KindName, field: string, one: unknown, two: unknown): boolean {
  if (hasTypedValue(kind, field)) return isSameAttributeValue(one, two);
  const format = getKind(kind).texts[field]?.format;
  return format === undefined ? jsonEquals(one, two) : isSameText(format, String(one ?? ''), String(two ?? ''));
}

/** Entries of reference lists are compared by their targets: each side creates its own entry ids. */
export function isSameAttributeValue(one: unknown, two: unknown): boolean {
  if (!isJsonObject(one) || !isJsonObject(two)) return jsonEquals(one, two);
  if (one.type !== two.type) return false;
  if (one.type === 'component-list' || one.type === 'asset-list') return jsonEquals(entryTargets(one.data), entryTargets(two.data));
  const isRich = one.type === 'string' && !one.plain && !two.plain;
  return isRich && typeof one.data === 'string' && typeof two.data === 'string'
    ? isSameText('rich', one.data, two.data)
    : jsonEquals(one, two);
}

const entryTargets = (data: unknown): unknown =>
  Array.isArray(data) ? data.map((entry: { component?: string; asset?: string }) => entry.component ?? entry.asset) : data;
