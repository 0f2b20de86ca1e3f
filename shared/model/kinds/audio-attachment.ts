import { defineField, defineKind } from './define-kind.ts';
import { attachmentOwnerField, idSchemaFactory } from './field-schemas.ts';

/** A sound that an element plays: one entry of its ordered list. `delay` is in milliseconds. */
export const audioAttachment = defineKind({
  kind: 'audioAttachment',
  plural: 'audioAttachments',
  label: 'audio attachment',
  fields: {
    elementId: attachmentOwnerField,
    assetId: defineField(idSchemaFactory, {
      reference: { targetKinds: ['asset'], onTargetRemoved: 'cascade', missingTargetError: 'notFound' },
      export: 'custom',
    }),
    mode: defineField((z) => z.enum(['once', 'loop', 'stop']), { default: 'once', export: 'custom' }),
    delay: defineField((z) => z.number().min(0), { default: 0, export: 'custom' }),
  },
  orders: [{ parentField: 'elementId', list: 'audio', rankField: 'rank' }],
});
