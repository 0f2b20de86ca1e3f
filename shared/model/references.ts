/** The references of a record to others: by the reference paths of its kind, and by mentions in its texts and scripts. */

import { isJsonObject } from '../json.ts';
import { appendAll } from '../lists.ts';
import { findMentions } from '../rich-text/mentions.ts';
import type { ReferenceRule, TextRule } from './kinds/define-kind.ts';
import { isLocalizedText } from './kinds/field-schemas.ts';
import { type AnyRecord, getKind, type KindName } from './kinds/kinds.ts';

interface Reference {
  /** The path in the kind's definition: `boardId`, `cover.id`, `value.data[].component`. */
  readonly rulePath: string;
  /** With the position in a list: `value.data.2.component`. */
  readonly valuePath: string;
  readonly targetId: string;
  readonly rule: ReferenceRule;
}

/** Every reference of a record that is not null. A list, because a generator for each record would take most of the time of opening a project. */
export function referencesOf(record: AnyRecord): readonly Reference[] {
  const found: Reference[] = [];
  for (const { path, steps, field, rule } of referencePathsOf(record.kind)) {
    const value = record[field];
    if (steps.length === 1) {
      if (typeof value === 'string') found.push({ rulePath: path, valuePath: path, targetId: value, rule });
      // Most objects that may contain a reference are null.
    } else if (typeof value === 'object' && value !== null) appendAll(found, followPath(record, steps, '', path, rule));
  }
  return found;
}

interface ReferencePath {
  readonly path: string;
  readonly steps: readonly string[];
  /** The first step. */
  readonly field: string;
  readonly rule: ReferenceRule;
}

const referencePaths = new Map<KindName, readonly ReferencePath[]>();

function referencePathsOf(kind: KindName): readonly ReferencePath[] {
  const known = referencePaths.get(kind);
  if (known) return known;
  const paths = Object.entries(getKind(kind).references).map(([path, rule]) => {
    const steps = path.split('.');
    return { path, steps, field: steps[0] ?? '', rule };
  });
  referencePaths.set(kind, paths);
  return paths;
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
  if (!isJsonObject(value)) return;
  const key = step.replace('[]', '');
  const inner = value[key];
  const path = valuePath === '' ? key : `${valuePath}.${key}`;
  if (!step.endsWith('[]')) yield* followPath(inner, rest, path, rulePath, rule);
  else if (Array.isArray(inner))
    for (const [index, entry] of inner.entries()) yield* followPath(entry, rest, `${path}.${index}`, rulePath, rule);
}

/** Removes the entries of a list that refer to `removedId`; a list that becomes empty is null ([Attribute] empty lists are stored as null). */
export function removeListEntries(record: AnyRecord, { rulePath }: Reference, removedId: string): AnyRecord {
  const [listPath = '', key = ''] = rulePath.split('[].');
  const [field = '', inner = ''] = listPath.split('.');
  const value = record[field];
  // A list with two references to the record is already null at the second.
  const entries = isJsonObject(value) && Array.isArray(value[inner]) ? value[inner] : [];
  const remaining = entries.filter((entry: unknown) => !isJsonObject(entry) || entry[key] !== removedId);
  return { ...record, [field]: { ...Object(value), [inner]: remaining.length > 0 ? remaining : null } };
}

export interface RecordText {
  readonly field: string;
  /** null if the field is not localized. */
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
    else if (rule.localized && isLocalizedText(value)) {
      for (const [locale, { text }] of Object.entries(value)) if (text !== null) yield { field, locale, text, rule };
    } else if (isRichTextValue(value)) yield { field, locale: null, text: value.data, rule };
  }
}

/** The same record with one of its texts replaced. */
export function replaceText(record: AnyRecord, { field, locale }: Pick<RecordText, 'field' | 'locale'>, text: string): AnyRecord {
  const value: unknown = record[field];
  const parts = typeof value === 'object' ? value : {};
  if (locale !== null) return { ...record, [field]: { ...parts, [locale]: { text } } };
  return { ...record, [field]: typeof value === 'string' ? text : { ...parts, data: text } };
}

function isRichTextValue(value: unknown): value is { type: 'string'; plain: false; data: string } {
  if (typeof value !== 'object' || value === null || !('type' in value && 'plain' in value && 'data' in value)) return false;
  return value.type === 'string' && value.plain === false && typeof value.data === 'string';
}

/** The texts, plain ones excepted, that may contain mentions. Fast where there are none: most records have none, and opening or checking a project examines every record. */
export function textsThatMention(record: AnyRecord): readonly RecordText[] {
  const { texts } = getKind(record.kind);
  for (const field in texts)
    if (texts[field]?.format !== 'plain' && containsMention(record[field]))
      return [...textsOfRecord(record)].filter(({ rule, text }) => rule.format !== 'plain' && text.includes('data-id'));
  return noTexts;
}

const noTexts: readonly RecordText[] = [];

/** Whether a text, or a text in an object that is the value of a field, may contain a mention. */
function containsMention(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('data-id');
  if (!isJsonObject(value)) return false;
  for (const key in value) {
    const inner = value[key];
    if (typeof inner === 'string' ? inner.includes('data-id') : isCell(inner) && containsMention(inner.text)) return true;
  }
  return false;
}

const isCell = (value: unknown): value is { readonly text: unknown } => typeof value === 'object' && value !== null && 'text' in value;

/** The ids that a record refers to or mentions; an id may occur more than once. */
export function referencedIds(record: AnyRecord): readonly string[] {
  const ids = referencesOf(record).map(({ targetId }) => targetId);
  for (const { text } of textsThatMention(record)) for (const { id } of findMentions(text)) ids.push(id);
  return ids;
}
