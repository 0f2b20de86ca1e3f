import { z } from 'zod';
import { isValidVariableName } from '../identifiers.ts';
import { type AttributeValue, attributeValueSchema, canBeVariableValue } from './attribute-value.ts';
import { defineKind } from './define-kind.ts';
import { idSchema } from './field-schemas.ts';

/** An attribute: a named value on an element, a board or a component. With a customId it is a variable of its owner. */
export const attribute = defineKind({
  kind: 'attribute',
  plural: 'attributes',
  label: 'attribute',
  fields: {
    cId: idSchema,
    cType: z.enum(['boards', 'elements', 'components']),
    name: z.string().nullable(),
    size: z.enum(['full', 'half']),
    value: attributeValueSchema,
    customId: z.string().refine(isValidVariableName, 'is not a valid variable name').nullable(),
  },
  defaults: { name: null, size: 'full', customId: null },
  orders: [{ parentField: 'cId', list: 'attributes', rankField: 'rank' }],
  references: {
    cId: { targetKinds: ['board', 'element', 'component'], onTargetRemoved: 'cascade', missingTargetError: 'notFound' },
    'value.data[].component': { targetKinds: ['component'], onTargetRemoved: 'drop', missingTargetError: 'invalid' },
    'value.data[].asset': { targetKinds: ['asset'], onTargetRemoved: 'drop', missingTargetError: 'invalid' },
  },
  texts: { value: { format: 'rich' } },
  recordRules: [validateVariable, validateUniqueEntryIds],
  uniqueKeys: ({ cId, customId }) =>
    customId === null
      ? []
      : [{ key: `variable:${cId}:${customId}`, field: 'customId', message: 'is already a variable of the same owner', status: 'invalid' }],
  immutableFields: ['cId', 'cType'],
});

/** [Attribute] only variables of boards and components have a customId; elements hold text and lists only. */
function validateVariable({
  cType,
  value,
  customId,
}: {
  cType: string;
  value: AttributeValue;
  customId: string | null;
}): Record<string, string> | undefined {
  if (cType === 'elements' && (value.type === 'boolean' || value.type === 'integer' || value.type === 'float'))
    return { 'value.type': 'element attributes hold only string, rich-text, component-list and asset-list' };
  if (customId !== null && cType === 'elements') return { customId: 'element attributes have no customId' };
  if (customId !== null && !canBeVariableValue(value))
    return { customId: 'only plain text, boolean, integer and float attributes have a customId' };
  return undefined;
}

/** [Attribute] reference ids are unique within the list. */
function validateUniqueEntryIds({ value }: { value: AttributeValue }): Record<string, string> | undefined {
  if ((value.type !== 'component-list' && value.type !== 'asset-list') || value.data === null) return undefined;
  const ids = value.data.map((entry) => entry.id);
  return new Set(ids).size < ids.length ? { 'value.data': 'has the same reference id twice' } : undefined;
}
