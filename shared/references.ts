/** Where a record refers to others: by the reference paths of its kind, and by mentions in its texts and scripts. */
import { type AnyRecord, kindNamed } from './kinds/all.ts';
import type { RefRule, TextRule } from './kinds/define.ts';
import { mentionsIn } from './rich-text/mentions.ts';

export interface Reference {
  /** As in the kind's definition: `boardId`, `cover.id`, `value.data[].component`. */
  readonly path: string;
  /** With the position in a list: `value.data.2.component`. */
  readonly at: string;
  readonly id: string;
  readonly rule: RefRule;
}

/** Every reference of a record that is not null. */
export function* referencesOf(record: AnyRecord): Generator<Reference> {
  const { refs } = kindNamed(record.kind);
  for (const path in refs) {
    const rule = refs[path];
    if (rule) yield* follow(record, splitPath(path), '', path, rule);
  }
}

function* follow(value: unknown, steps: readonly string[], at: string, path: string, rule: RefRule): Generator<Reference> {
  const [step, ...rest] = steps;
  if (step === undefined) {
    if (typeof value === 'string') yield { path, at, id: value, rule };
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const inner: unknown = (value as Record<string, unknown>)[step.replace('[]', '')];
  const here = at === '' ? step.replace('[]', '') : `${at}.${step.replace('[]', '')}`;
  if (!step.endsWith('[]')) yield* follow(inner, rest, here, path, rule);
  else if (Array.isArray(inner)) for (const [index, entry] of inner.entries()) yield* follow(entry, rest, `${here}.${index}`, path, rule);
}

const split = new Map<string, readonly string[]>();
function splitPath(path: string): readonly string[] {
  const known = split.get(path) ?? path.split('.');
  split.set(path, known);
  return known;
}

export interface Text {
  readonly field: string;
  /** null where the field is not localized. */
  readonly locale: string | null;
  readonly text: string;
  readonly rule: TextRule;
}

/** Every text of a record that is not null: each language of localized fields, and the text of an attribute's value. */
export function* textsOf(record: AnyRecord): Generator<Text> {
  const { texts } = kindNamed(record.kind);
  for (const field in texts) {
    const rule = texts[field];
    const value: unknown = record[field];
    if (!rule || value === null || value === undefined) continue;
    if (typeof value === 'string') yield { field, locale: null, text: value, rule };
    else if (rule.localized) {
      for (const [locale, held] of Object.entries(value as Record<string, { text: string | null }>))
        if (held.text !== null) yield { field, locale, text: held.text, rule };
    } else if (isRichValue(value)) yield { field, locale: null, text: value.data, rule };
  }
}

/** The same record with one of its texts replaced. */
export function withText(record: AnyRecord, { field, locale }: Pick<Text, 'field' | 'locale'>, text: string): AnyRecord {
  const value: unknown = record[field];
  if (locale !== null) return { ...record, [field]: { ...(value as object), [locale]: { text } } };
  return { ...record, [field]: typeof value === 'string' ? text : { ...(value as object), data: text } };
}

function isRichValue(value: unknown): value is { type: 'string'; plain: false; data: string } {
  const { type, plain, data } = value as { type?: unknown; plain?: unknown; data?: unknown };
  return type === 'string' && plain === false && typeof data === 'string';
}

/** The ids that a record refers to or mentions; an id may come more than once. */
export function* targetsOf(record: AnyRecord): Generator<string> {
  for (const { id } of referencesOf(record)) yield id;
  for (const { text, rule } of textsOf(record))
    if (rule.holds !== 'plain' && text.includes('data-id')) for (const { id } of mentionsIn(text)) yield id;
}
