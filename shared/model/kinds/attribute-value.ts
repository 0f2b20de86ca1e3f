/** The value of an attribute ([Attribute] value types): what `data` may contain for each `type`, and what is omitted. */
import { defineSchema, type SchemaValue } from './define-kind.ts';
import { idSchemaFactory } from './field-schemas.ts';

export const attributeValueTypes = ['string', 'rich-text', 'component-list', 'asset-list', 'boolean', 'integer', 'float'] as const;
export type AttributeValueType = (typeof attributeValueTypes)[number];

/** The stored form: rich-text is a string with `plain: false`, empty text and empty lists are null. */
export const attributeValueSchemaFactory = defineSchema((z) =>
  z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('string'), plain: z.boolean(), data: z.string().min(1).nullable() }),
    z.strictObject({
      type: z.literal('component-list'),
      data: z
        .array(z.strictObject({ id: idSchemaFactory(z), component: idSchemaFactory(z) }))
        .min(1)
        .nullable(),
    }),
    z.strictObject({
      type: z.literal('asset-list'),
      data: z
        .array(z.strictObject({ id: idSchemaFactory(z), asset: idSchemaFactory(z) }))
        .min(1)
        .nullable(),
    }),
    z.strictObject({ type: z.literal('boolean'), data: z.boolean() }),
    z.strictObject({ type: z.literal('integer'), data: z.int() }),
    z.strictObject({ type: z.literal('float'), data: z.number() }),
  ]),
);
export type AttributeValue = SchemaValue<typeof attributeValueSchemaFactory>;

/** Plain text, boolean, integer and float can be variables of their board or component. */
export const canBeVariableValue = (value: AttributeValue): boolean =>
  value.type === 'string' ? value.plain : value.type === 'boolean' || value.type === 'integer' || value.type === 'float';
