import { defineField, defineKind } from './define-kind.ts';
import { attachmentOwnerField, idSchemaFactory } from './field-schemas.ts';

/** A component that belongs to an element: one entry of its ordered list. */
export const componentAttachment = defineKind({
  kind: 'componentAttachment',
  plural: 'componentAttachments',
  label: 'component attachment',
  fields: {
    elementId: attachmentOwnerField,
    componentId: defineField(idSchemaFactory, {
      reference: { targetKinds: ['component'], onTargetRemoved: 'cascade', missingTargetError: 'notFound' },
      api: 'create',
      export: 'custom',
    }),
  },
  orders: [{ parentField: 'elementId', list: 'components', rankField: 'rank' }],
});
