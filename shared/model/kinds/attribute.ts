import { type Message, message } from '../../messages/message.ts';
import { schemaError } from '../../messages/schema-error.ts';
import { isValidVariableName } from '../../script/identifiers.ts';
import { type AttributeValue, attributeValueSchemaFactory, canBeVariableValue } from './attribute-value.ts';
import { defineField, defineKind } from './define-kind.ts';
import { idSchemaFactory } from './field-schemas.ts';

/** A named value of an element, a board or a component. With a customId it is a variable of its owner. */
export const attribute = defineKind({
  kind: 'attribute',
  plural: 'attributes',
  label: 'attribute',
  fields: {
    cId: defineField(idSchemaFactory, {
      reference: { targetKinds: ['board', 'element', 'component'], onTargetRemoved: 'cascade', missingTargetError: 'notFound' },
      api: 'path',
      export: 'always',
    }),
    cType: defineField((z) => z.enum(['boards', 'elements', 'components']), { api: 'path', export: 'always' }),
    name: defineField((z) => z.string().nullable(), { default: null, export: 'always' }),
    size: defineField((z) => z.enum(['full', 'half']), { default: 'full', export: 'never' }),
    value: defineField(attributeValueSchemaFactory, {
      text: { format: 'rich', isTypedValue: true },
      innerReferences: {
        'data[].component': { targetKinds: ['component'], onTargetRemoved: 'drop', missingTargetError: 'invalid' },
        'data[].asset': { targetKinds: ['asset'], onTargetRemoved: 'drop', missingTargetError: 'invalid' },
      },
      export: 'custom',
    }),
    customId: defineField(
      (z) =>
        z
          .string()
          .refine(isValidVariableName, schemaError(message('fault.variableName.short')))
          .nullable(),
      {
        default: null,
        api: { access: 'write', bodySchema: (z) => z.string(), isOmittedWhenNull: true },
        mergesWith: 'value',
        export: 'custom',
      },
    ),
  },
  orders: [{ parentField: 'cId', list: 'attributes', rankField: 'rank' }],
  recordRules: [validateVariable, validateUniqueEntryIds],
  uniqueKeys: ({ cId, customId }) =>
    customId === null
      ? []
      : [{ key: `variable:${cId}:${customId}`, field: 'customId', fault: message('fault.taken.ownersVariable'), status: 'invalid' }],
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
}): Record<string, Message> | undefined {
  if (cType === 'elements' && (value.type === 'boolean' || value.type === 'integer' || value.type === 'float'))
    return { 'value.type': message('fault.attribute.elementTypes') };
  if (customId !== null && cType === 'elements') return { customId: message('fault.attribute.elementCustomId') };
  if (customId !== null && !canBeVariableValue(value)) return { customId: message('fault.attribute.customIdTypes') };
  return undefined;
}

/** [Attribute] reference ids are unique within the list. */
function validateUniqueEntryIds({ value }: { value: AttributeValue }): Record<string, Message> | undefined {
  if ((value.type !== 'component-list' && value.type !== 'asset-list') || value.data === null) return undefined;
  const ids = value.data.map((entry) => entry.id);
  return new Set(ids).size < ids.length ? { 'value.data': message('fault.attribute.duplicateReference') } : undefined;
}
