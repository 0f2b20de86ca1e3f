/** The value of an attribute as asked for, made into what is stored ([Attribute] value types, defaults and conversions). */

import { z } from 'zod';
import { listSchemaIssues } from '../../../shared/contracts/schema-issues.ts';
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
 * With `before`, what is omitted stays: the type, the text format (when type and plain are both omitted), the data (unless
 * the type changes: then the new type's default). Reads give `string` for both text formats, so naming `string` is no
 * change of type: its words are kept in the new format. Faults go to `faults` below `value`.
 */
export function toStoredAttributeValue(
  value: unknown,
  before: AnyRecord | undefined,
  origin: CommandOrigin,
  faults: ValidationErrors,
): unknown {
  const parsed = attributeValueInput.safeParse(value);
  if (!parsed.success) {
    for (const [path, message] of listSchemaIssues(parsed.error))
      faults.addInvalidField(path === 'fields' ? 'value' : `value.${path}`, message);
    return value;
  }
  const now = before ? attributeValueSchema.parse(before.value) : undefined;
  const type = parsed.data.type ?? now?.type;
  const { plain, data } = parsed.data;
  if (!type) {
    faults.addInvalidField('value.type', 'is needed');
    return value;
  }
  if (plain !== undefined && type !== 'string' && type !== 'rich-text') faults.addInvalidField('value.plain', 'goes with text only');
  if (type === 'rich-text' && plain === true) faults.addInvalidField('value.plain', 'must be false for rich-text');
  if (type === 'string' || type === 'rich-text') {
    const kept = parsed.data.type === undefined && now?.type === 'string' ? now.plain : type === 'string';
    const isPlain = plain ?? kept;
    const held =
      data === undefined
        ? retainedText(now, type, isPlain)
        : toStoredText(data, { format: isPlain ? 'plain' : 'rich' }, origin, 'value.data', faults);
    return { type: 'string', plain: isPlain, data: held === '' ? null : held };
  }
  const held = data !== undefined ? data : now?.type === type ? now.data : defaultData[type];
  return { type, data: Array.isArray(held) && held.length === 0 ? null : held };
}

/** The text that is there, in the format asked for; none where there was another type. */
function retainedText(now: AttributeValue | undefined, type: 'string' | 'rich-text', isPlain: boolean): string | null {
  if (now?.type !== 'string' || now.data === null || (type === 'rich-text' && now.plain)) return null;
  if (now.plain === isPlain) return now.data;
  if (isPlain) return richTextToPlainText(now.data);
  return now.data
    .split('\n')
    .map((line) => `<p>${escapeText(line)}</p>`)
    .join('');
}
