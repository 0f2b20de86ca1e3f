import { defineKind } from './define-kind.ts';
import { idSchema } from './field-schemas.ts';

/** A component that an element carries: one entry of its ordered list. */
export const componentAttachment = defineKind({
  kind: 'componentAttachment',
  plural: 'componentAttachments',
  label: 'component attachment',
  fields: { elementId: idSchema, componentId: idSchema },
  defaults: {},
  orders: [{ parentField: 'elementId', list: 'components', rankField: 'rank' }],
  references: {
    elementId: { targetKinds: ['element'], onTargetRemoved: 'cascade', missingTargetError: 'notFound' },
    componentId: { targetKinds: ['component'], onTargetRemoved: 'cascade', missingTargetError: 'notFound' },
  },
  texts: {},
  immutableFields: ['elementId', 'componentId'],
});
