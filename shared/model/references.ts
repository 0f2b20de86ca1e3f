/** The references of a record to others: by the reference paths of its kind, and by mentions in its texts and scripts. */

import { findMentions } from '../rich-text/mentions.ts';
import type { ReferenceRule, TextRule } from './kinds/define-kind.ts';
import { type AnyRecord, getKind } from './kinds/kinds.ts';

export interface Reference {
  /** As in the kind's definition: `boardId`, `cover.id`, `value.data[].component`. */
  readonly rulePath: string;
  /** With the position in a list: `value.data.2.component`. */
  readonly valuePath: string;
  readonly targetId: string;
  readonly rule: ReferenceRule;
}

/** Every reference of a record that is not null. */
export function* referencesOf(record: AnyRecord): Generator<Reference> {
  const { references } = getKind(record.kind);
  for (const path in references) {
    const rule = references[path];
    if (rule) yield* followPath(record, splitPath(path), '', path, rule);
  }
}

function* followPath(
  value: unknown,
  steps: readonly string[],
  valuePath: string,
  rulePath: string,
  rule: ReferenceRule,
): Generator<Reference> {
  const [step, ...rest] = steps;
  if (step === undefined) {
    if (typeof value === 'string') yield { rulePath, valuePath, targetId: value, rule };
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const inner: unknown = (value as Record<string, unknown>)[step.replace('[]', '')];
  const here = valuePath === '' ? step.replace('[]', '') : `${valuePath}.${step.replace('[]', '')}`;
  if (!step.endsWith('[]')) yield* followPath(inner, rest, here, rulePath, rule);
  else if (Array.isArray(inner))
    for (const [index, entry] of inner.entries()) yield* followPath(entry, rest, `${here}.${index}`, rulePath, rule);
}

const splitPaths = new Map<string, readonly string[]>();
function splitPath(path: string): readonly string[] {
  const known = splitPaths.get(path) ?? path.split('.');
  splitPaths.set(path, known);
  return known;
}

export interface RecordText {
  readonly field: string;
  /** null where the field is not localized. */
  readonly locale: string | null;
  readonly text: string;
  readonly rule: TextRule;
}

/** Every text of a record that is not null: each language of localized fields, and the text of an attribute's value. */
export function* textsOfRecord(record: AnyRecord): Generator<RecordText> {
  const { texts } = getKind(record.kind);
  for (const field in texts) {
    const rule = texts[field];
    const value: unknown = record[field];
    if (!rule || value === null || value === undefined) continue;
    if (typeof value === 'string') yield { field, locale: null, text: value, rule };
    else if (rule.localized) {
      for (const [locale, held] of Object.entries(value as Record<string, { text: string | null }>))
        if (held.text !== null) yield { field, locale, text: held.text, rule };
    } else if (isRichTextValue(value)) yield { field, locale: null, text: value.data, rule };
  }
}

/** The same record with one of its texts replaced. */
export function replaceText(record: AnyRecord, { field, locale }: Pick<RecordText, 'field' | 'locale'>, text: string): AnyRecord {
  const value: unknown = record[field];
  if (locale !== null) return { ...record, [field]: { ...(value as object), [locale]: { text } } };
  return { ...record, [field]: typeof value === 'string' ? text : { ...(value as object), data: text } };
}

function isRichTextValue(value: unknown): value is { type: 'string'; plain: false; data: string } {
  const { type, plain, data } = value as { type?: unknown; plain?: unknown; data?: unknown };
  return type === 'string' && plain === false && typeof data === 'string';
}

/** The ids that a record refers to or mentions; an id may come more than once. */
export function* referencedIds(record: AnyRecord): Generator<string> {
  for (const { targetId } of referencesOf(record)) yield targetId;
  for (const { text, rule } of textsOfRecord(record))
    if (rule.format !== 'plain' && text.includes('data-id')) for (const { id } of findMentions(text)) yield id;
}
