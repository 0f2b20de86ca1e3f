import { defineKind } from './define.ts';
import { id } from './fields.ts';

/** A component that an element carries: one entry of its ordered list. */
export const componentAttachment = defineKind({
  kind: 'componentAttachment',
  plural: 'componentAttachments',
  label: 'component attachment',
  fields: { elementId: id, componentId: id },
  defaults: {},
  orders: [{ by: 'elementId', list: 'components', rank: 'rank' }],
  refs: {
    elementId: { to: ['element'], whenGone: 'cascade', whenMissing: 'notFound' },
    componentId: { to: ['component'], whenGone: 'cascade', whenMissing: 'notFound' },
  },
  texts: {},
  fixed: ['elementId', 'componentId'],
});
