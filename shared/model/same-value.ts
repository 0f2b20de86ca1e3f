/** When two texts or values of attributes are the same for a reader ([G21]): markup, labels of mentions and ids of entries do not count. */
import { stripMentionLabels } from '../rich-text/mentions.ts';
import { richTextEquals } from '../rich-text/rich-text-equality.ts';
import { jsonEquals } from './change-set.ts';
import type { TextRule } from './kinds/define-kind.ts';
import { getKind, type KindName } from './kinds/kinds.ts';

/** Mentions are compared by the id of their record, because their label follows from it. */
export function isSameText(format: TextRule['format'], one: string, two: string): boolean {
  if (one === two) return true;
  if (format === 'plain') return false;
  const [a, b] = [stripMentionLabels(one), stripMentionLabels(two)];
  return format === 'script' ? a === b : richTextEquals(a, b);
}

/** `one` and `two`: values of a field, of a localized one its texts in one language. */
export function isSameFieldValue(kind: KindName, field: string, one: unknown, two: unknown): boolean {
  if (kind === 'attribute' && field === 'value') return isSameAttributeValue(one, two);
  const format = getKind(kind).texts[field]?.format;
  return format === undefined ? jsonEquals(one, two) : isSameText(format, String(one ?? ''), String(two ?? ''));
}

type RawAttributeValue = { type?: string; plain?: boolean; data?: unknown } | undefined;

/** Entries of reference lists are compared by their targets: each side creates its own entry ids. */
export function isSameAttributeValue(one: unknown, two: unknown): boolean {
  // Values of attributes were validated by their schema.
  const [a, b] = [one, two] as [RawAttributeValue, RawAttributeValue];
  if (a?.type !== b?.type) return false;
  if (a?.type === 'component-list' || a?.type === 'asset-list') return jsonEquals(entryTargets(a.data), entryTargets(b?.data));
  if (a?.type !== 'string' || typeof a.data !== 'string' || typeof b?.data !== 'string' || a.plain || b.plain) return jsonEquals(a, b);
  return isSameText('rich', a.data, b.data);
}

const entryTargets = (data: unknown): unknown =>
  Array.isArray(data) ? data.map((entry: { component?: string; asset?: string }) => entry.component ?? entry.asset) : data;
