/** Converts the requested value of an attribute to its stored form ([Attribute] value types, defaults and conversions). */

import { z } from 'zod';
import { parseWithFaults } from '../../../shared/contracts/schema-issues.ts';
import { message } from '../../../shared/messages/message.ts';
import type { CommandOrigin } from '../../../shared/model/commands.ts';
import { type AttributeValue, attributeValueTypes } from '../../../shared/model/kinds/attribute-value.ts';
import { attributeValueSchema } from '../../../shared/model/kinds/kind-schemas.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { richTextToPlainText } from '../../../shared/rich-text/plain-text.ts';
import { escapeText } from '../../../shared/rich-text/serialize-html.ts';
import { toStoredText } from './stored-texts.ts';
import type { ValidationErrors } from './validation-errors.ts';

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
export function toStoredAttributeValue(
  value: unknown,
  before: AnyRecord | undefined,
  origin: CommandOrigin,
  errors: ValidationErrors,
): unknown {
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
