import { z } from 'zod';
import { isVariableName } from '../identifiers.ts';
import { type AttributeValue, attributeValue, isVariableValue } from './attribute-value.ts';
import { defineKind } from './define.ts';
import { id } from './fields.ts';

/** An attribute: a named value on an element, a board or a component. With a customId it is a variable of its owner. */
export const attribute = defineKind({
  kind: 'attribute',
  plural: 'attributes',
  label: 'attribute',
  fields: {
    cId: id,
    cType: z.enum(['boards', 'elements', 'components']),
    name: z.string().nullable(),
    size: z.enum(['full', 'half']),
    value: attributeValue,
    customId: z.string().refine(isVariableName, 'is not a valid variable name').nullable(),
  },
  defaults: { name: null, size: 'full', customId: null },
  orders: [{ by: 'cId', list: 'attributes', rank: 'rank' }],
  refs: {
    cId: { to: ['board', 'element', 'component'], whenGone: 'cascade', whenMissing: 'notFound' },
    'value.data[].component': { to: ['component'], whenGone: 'drop', whenMissing: 'invalid' },
    'value.data[].asset': { to: ['asset'], whenGone: 'drop', whenMissing: 'invalid' },
  },
  texts: { value: { holds: 'rich' } },
  rules: [variableRule, uniqueEntries],
  unique: ({ cId, customId }) =>
    customId === null
      ? []
      : [{ key: `variable:${cId}:${customId}`, field: 'customId', message: 'is already a variable of the same owner', status: 'invalid' }],
  fixed: ['cId', 'cType'],
});

/** [Attribute] only variables of boards and components have a customId; elements hold text and lists only. */
function variableRule({
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
  if (customId !== null && !isVariableValue(value))
    return { customId: 'only plain text, boolean, integer and float attributes have a customId' };
  return undefined;
}

/** [Attribute] reference ids are unique within the list. */
function uniqueEntries({ value }: { value: AttributeValue }): Record<string, string> | undefined {
  if ((value.type !== 'component-list' && value.type !== 'asset-list') || value.data === null) return undefined;
  const ids = value.data.map((entry) => entry.id);
  return new Set(ids).size < ids.length ? { 'value.data': 'has the same reference id twice' } : undefined;
}
