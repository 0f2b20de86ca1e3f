/** Converts the fields of a create or change command to their stored form, and validates them. */

import { z } from 'zod';
import { parseWithFaults, safeParseJson } from '../../../shared/contracts/schema-issues.ts';
import { isJsonObject } from '../../../shared/json.ts';
import { message } from '../../../shared/messages/message.ts';
import type { CommandOrigin, SingleCommand } from '../../../shared/model/commands.ts';
import { kindNoun } from '../../../shared/model/kind-messages.ts';
import { type AttributeValue, attributeValueTypes } from '../../../shared/model/kinds/attribute-value.ts';
import type { TextRule } from '../../../shared/model/kinds/define-kind.ts';
import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import { attributeValueSchema, getFieldSchema, getRecordSchema } from '../../../shared/model/kinds/kind-schemas.ts';
import { type AnyRecord, getKind, type KindDefinition, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { localizedTextOf } from '../../../shared/model/localized-text.ts';
import { notFoundFault, type StateFault } from '../../../shared/problem.ts';
import type { RichTextDialect } from '../../../shared/rich-text/canonicalize-rich-text.ts';
import { canonicalizeRichText } from '../../../shared/rich-text/canonicalize-rich-text.ts';
import { canonicalizeConditionScript } from '../../../shared/rich-text/condition-script.ts';
import { escapeText } from '../../../shared/rich-text/html.ts';
import { richTextToPlainText } from '../../../shared/rich-text/plain-text.ts';
import type { DecisionContext, Fields, ProjectDraft, ValidationErrors } from './project-draft.ts';

/**
 * The maximum number of characters (UTF-16 code units) of each text that a person or a program writes, except the stylesheet (G9). Imports and sync accept
 * what their caps allow.
 */
export const maxTextLength = 2_000_000;

/** Adds an error for each text of a command that is too long. It is found before any text is parsed, which would take as long as the text is. */
export function reportLongTexts(command: SingleCommand, errors: ValidationErrors): void {
  const report = (value: unknown, path: string): void => {
    if (typeof value === 'string') {
      if (value.length > maxTextLength) errors.addInvalidField(path, message('fault.atMost.characters', { maximum: maxTextLength }));
    } else if (typeof value === 'object' && value !== null)
      // The path of a text in a language is that of the language.
      for (const [key, inner] of Object.entries(value)) report(inner, key === 'text' ? path : `${path}.${key}`);
  };
  const fields = 'fields' in command ? command.fields : command;
  const unlimited = 'kind' in command ? getKind(command.kind).unlimitedFields : [];
  for (const [field, value] of Object.entries(fields)) if (!unlimited.includes(field)) report(value, field);
  if ('fields' in command && 'conditions' in command) report(command.conditions, 'conditions');
}

/** The fields of `requested` in stored form. `before` is the record that is being changed. Unknown fields are retained, so that the schema rejects them by name. */
export function toStoredFields(
  kind: KindDefinition,
  requested: Fields,
  before: AnyRecord | undefined,
  { draft, origin, errors }: DecisionContext,
): Fields {
  const stored: Fields = { ...requested };
  const locales = draft.find('project', 'project')?.locales.map(({ iso }) => iso) ?? [];
  for (const [field, rule] of Object.entries(kind.texts)) {
    const value = requested[field];
    if (value === undefined) continue;
    if (rule.isTypedValue) stored[field] = toStoredAttributeValue(value, before, origin, errors);
    else if (rule.localized) {
      const current = localizedTextOf(before, field);
      stored[field] = mergeLocalizedText(
        { value, current, rule, origin, path: field, locales, mainLocale: draft.project.mainLocale },
        errors,
      );
    } else if (!(rule.format === 'plain' && value === null)) stored[field] = toStoredText(value, rule, origin, field, errors);
  }
  if (requested.cover !== undefined && (kind.kind === 'element' || kind.kind === 'component'))
    stored.cover = toStoredCover(kind.kind, requested.cover, draft, errors);
  return stored;
}

/**
 * The fields of a whole record if it is valid in shape. Otherwise adds the errors of the schema, at most one for each field, and returns a valid record for
 * the rules that find the errors of the other fields: faulty fields have the value of `fallback` (the default, or that of the record before the change) or
 * any valid value. Undefined if there is none.
 */
export function validateShape(kind: KindDefinition, fields: Fields, fallback: Fields, errors: ValidationErrors): Fields | undefined {
  const read = parseWithFaults(getRecordSchema(kind.kind), fields);
  const found = read.success ? [] : read.faults.filter(([, , field]) => !errors.has(field));
  for (const [path, fault, field] of found) errors.addInvalidField(path, fault, field);
  if (!errors.hasInvalidFields) return fields;
  const replaced = Object.keys(kind.fields).map((field) => {
    if (!errors.has(field)) return [field, fields[field]];
    const likeIt = errors.hasAt(`${field}.type`) ? [] : validValuesLike(fields[field]);
    const values = [...likeIt, fallback[field], fields[field], null, 0, 'x'];
    const schema = getFieldSchema(kind.kind, field);
    return [field, values.find((value) => value !== undefined && schema && safeParseJson(schema, value).success)];
  });
  const known: Fields = Object.fromEntries(replaced);
  return safeParseJson(getRecordSchema(kind.kind), known).success ? known : undefined;
}

/** A value of an attribute has its type, because other fields of the attribute depend on the type. */
function validValuesLike(value: unknown): unknown[] {
  const type = isJsonObject(value) ? attributeValueTypes.find((each) => each === value.type) : undefined;
  if (type === undefined || !isJsonObject(value)) return [];
  const data = defaultData[type];
  return type === 'string' ? [{ type, data, plain: value.plain }] : [{ type, data }];
}

const supportedCoverTypes = { element: ['image', 'template-image', 'video', 'template-video'], component: ['image', 'template-image'] };

/**
 * [Elements] the stored form of a cover. An omitted type becomes that of the asset. A missing asset is a 404; an unsupported or wrong type
 * is a 400.
 */
function toStoredCover(kind: KindName, cover: unknown, draft: ProjectDraft, errors: ValidationErrors): unknown {
  if (!isJsonObject(cover)) return cover;
  const requestedType = cover.type;
  if (requestedType === undefined && typeof cover.id !== 'string')
    errors.addInvalidField('cover.id', cover.id === undefined ? message('fault.required') : message('fault.type.text'));
  if (typeof cover.id !== 'string') return cover;
  if (requestedType === 'icon' || requestedType === 'youtube') return cover;
  const asset = draft.find('asset', cover.id);
  if (!asset) {
    errors.addState('cover.id', notFoundFault(kindNoun('asset'), cover.id));
    return { type: kind === 'component' ? 'image' : 'video', ...cover };
  }
  const types = kind === 'component' ? supportedCoverTypes.component : supportedCoverTypes.element;
  if (!types.includes(asset.type)) errors.addInvalidField('cover.id', message('fault.cover.wrongType', { type: asset.type }));
  else if (requestedType !== undefined && requestedType !== asset.type)
    errors.addInvalidField('cover.type', message('fault.cover.otherType', { type: asset.type }));
  return { ...cover, type: asset.type };
}

/** The canonical text in the stored dialect (G21); null if it is empty. Adds an error to `errors` under `path` if the value is not a valid text. */
export function toStoredText(value: unknown, rule: TextRule, origin: CommandOrigin, path: string, errors: ValidationErrors): string | null {
  if (value === null) return null;
  if (typeof value !== 'string') {
    errors.addInvalidField(path, message('fault.text.textOrNull'));
    return null;
  }
  // A text that is too long was reported.
  if (value.length > maxTextLength && errors.hasAt(path)) return null;
  if (value === '' || rule.format === 'plain') return value === '' && rule.format !== 'plain' ? null : value;
  if (rule.format === 'script') {
    const read = canonicalizeConditionScript(value);
    if (!read.ok) errors.addInvalidField(path, read.error);
    return read.ok ? read.script : null;
  }
  const read = canonicalizeRichText(value, dialectOf(rule, origin));
  if (!read.ok) errors.addInvalidField(path, read.error);
  return read.ok ? read.html : null;
}

/** [G21] the API uses its own dialect, and another one in notes; every other sender uses the stored dialect. */
function dialectOf({ format }: TextRule, origin: CommandOrigin): RichTextDialect {
  if (origin !== 'api') return 'story';
  return format === 'note' ? 'note' : 'api';
}

interface LocalizedTextInput {
  readonly value: unknown;
  readonly current: LocalizedText;
  readonly rule: TextRule;
  readonly origin: CommandOrigin;
  readonly path: string;
  readonly locales: readonly string[];
  readonly mainLocale: string;
}

/**
 * Merges a requested value into a localized text: a string or null sets the main language, a map sets the languages it contains. Clearing
 * an empty text changes nothing.
 */
function mergeLocalizedText(
  { value, current, rule, origin, path, locales, mainLocale }: LocalizedTextInput,
  errors: ValidationErrors,
): LocalizedText {
  const after = { ...current };
  for (const [locale, input, at] of parseLocalizedInput(value, mainLocale, path, errors)) {
    const text = toStoredText(input, rule, origin, at, errors);
    if (!locales.includes(locale)) {
      errors.addState(at, unknownLocaleFault(locale));
      continue;
    }
    if (text !== (current[locale]?.text ?? null)) after[locale] = { text };
  }
  return after;
}

function parseLocalizedInput(
  value: unknown,
  main: string,
  path: string,
  errors: ValidationErrors,
): [locale: string, text: unknown, path: string][] {
  if (value === null || typeof value === 'string') return [[main, value, path]];
  if (typeof value !== 'object' || Array.isArray(value)) {
    errors.addInvalidField(path, message('fault.text.localized'));
    return [];
  }
  return Object.entries(value).flatMap(([locale, entry]: [string, unknown]): [string, unknown, string][] => {
    const at = `${path}.${locale}`;
    if (entry === null || typeof entry === 'string') return [[locale, entry, at]];
    if (typeof entry === 'object' && 'text' in entry && Object.keys(entry).length === 1) return [[locale, entry.text, at]];
    errors.addInvalidField(at, message('fault.text.languageText'));
    return [];
  });
}

const unknownLocaleFault = (locale: string): StateFault => ({
  code: 'unknownLocale',
  text: message('problem.locale.unknown', { locale }),
  conflictType: 'unknown_locale',
  context: { locale },
});

const attributeValueInput = z.strictObject({
  type: z.enum(attributeValueTypes).optional(),
  data: z.unknown().optional(),
  plain: z.boolean().optional(),
});

const defaultData = {
  string: null,
  'rich-text': null,
  'component-list': null,
  'asset-list': null,
  boolean: false,
  integer: 0,
  float: 0,
} as const;

/**
 * The stored form of `value`, a request body. With `before`, the attribute being changed, omitted parts keep their values: the type, the text format
 * (if both `type` and `plain` are omitted) and the data (unless the type changes; then the data is the default of the new type).
 * Replies show both text formats as `string`, so a request for `string` does not change the type: the text is converted to the new format.
 * Errors are added to `errors` with paths that begin with `value`.
 */
function toStoredAttributeValue(value: unknown, before: AnyRecord | undefined, origin: CommandOrigin, errors: ValidationErrors): unknown {
  const parsed = parseWithFaults(attributeValueInput, value);
  if (!parsed.success) {
    for (const [path, fault] of parsed.faults) errors.addInvalidField(path === 'fields' ? 'value' : `value.${path}`, fault);
    return value;
  }
  const previous = before ? attributeValueSchema.parse(before.value) : undefined;
  const type = parsed.data.type ?? previous?.type;
  const { plain, data } = parsed.data;
  if (!type) {
    errors.addInvalidField('value.type', message('fault.required'));
    return value;
  }
  if (plain !== undefined && type !== 'string' && type !== 'rich-text')
    errors.addInvalidField('value.plain', message('fault.value.textOnly'));
  if (type === 'rich-text' && plain === true) errors.addInvalidField('value.plain', message('fault.value.richText'));
  if (type === 'string' || type === 'rich-text') {
    const defaultIsPlain = parsed.data.type === undefined && previous?.type === 'string' ? previous.plain : type === 'string';
    const isPlain = plain ?? defaultIsPlain;
    const text =
      data === undefined
        ? retainedText(previous, type, isPlain)
        : toStoredText(data, { format: isPlain ? 'plain' : 'rich' }, origin, 'value.data', errors);
    return { type: 'string', plain: isPlain, data: text === '' ? null : text };
  }
  const retainedData = previous?.type === type ? previous.data : defaultData[type];
  const newData = data === undefined ? retainedData : data;
  return { type, data: Array.isArray(newData) && newData.length === 0 ? null : newData };
}

/** The previous text, converted to the requested format; null if the previous value was not text. */
function retainedText(previous: AttributeValue | undefined, type: 'string' | 'rich-text', isPlain: boolean): string | null {
  if (previous?.type !== 'string' || previous.data === null || (type === 'rich-text' && previous.plain)) return null;
  if (previous.plain === isPlain) return previous.data;
  if (isPlain) return richTextToPlainText(previous.data);
  return previous.data
    .split('\n')
    .map((line) => `<p>${escapeText(line)}</p>`)
    .join('');
}
