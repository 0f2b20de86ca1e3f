import { z } from 'zod';
import { defineKind } from './define.ts';
import { id } from './fields.ts';

/** A sound that an element plays: one entry of its ordered list. `delay` is in milliseconds. */
export const audioAttachment = defineKind({
  kind: 'audioAttachment',
  plural: 'audioAttachments',
  label: 'audio attachment',
  fields: { elementId: id, assetId: id, mode: z.enum(['once', 'loop', 'stop']), delay: z.number().min(0) },
  defaults: { mode: 'once', delay: 0 },
  orders: [{ by: 'elementId', list: 'audio', rank: 'rank' }],
  refs: {
    elementId: { to: ['element'], whenGone: 'cascade', whenMissing: 'notFound' },
    assetId: { to: ['asset'], whenGone: 'cascade', whenMissing: 'notFound' },
  },
  texts: {},
  fixed: ['elementId'],
});
