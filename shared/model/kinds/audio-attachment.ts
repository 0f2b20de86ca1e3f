import { z } from 'zod';
import { defineKind } from './define-kind.ts';
import { idSchema } from './field-schemas.ts';

/** A sound that an element plays: one entry of its ordered list. `delay` is in milliseconds. */
export const audioAttachment = defineKind({
  kind: 'audioAttachment',
  plural: 'audioAttachments',
  label: 'audio attachment',
  fields: { elementId: idSchema, assetId: idSchema, mode: z.enum(['once', 'loop', 'stop']), delay: z.number().min(0) },
  defaults: { mode: 'once', delay: 0 },
  orders: [{ parentField: 'elementId', list: 'audio', rankField: 'rank' }],
  references: {
    elementId: { targetKinds: ['element'], onTargetRemoved: 'cascade', missingTargetError: 'notFound' },
    assetId: { targetKinds: ['asset'], onTargetRemoved: 'cascade', missingTargetError: 'notFound' },
  },
  texts: {},
  immutableFields: ['elementId'],
});
