import { z } from 'zod';
import { defineKind } from './define-kind.ts';
import { idSchema } from './field-schemas.ts';

/** [Comment thread and reply] `fullName` is null when the author is no longer there; the id is always kept. */
const messageFields = {
  author: z.strictObject({ id: z.number(), fullName: z.string().nullable() }),
  content: z.string(),
  createdAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
};

/** A comment thread: what someone said at a place on a board. Read-only over the API ([Comments]). */
export const comment = defineKind({
  kind: 'comment',
  plural: 'comments',
  label: 'comment',
  fields: { boardId: idSchema, x: z.number(), y: z.number(), resolved: z.boolean(), ...messageFields },
  defaults: { resolved: false, createdAt: null, updatedAt: null },
  orders: [{ parentField: 'boardId', list: 'comments', rankField: 'rank' }],
  references: { boardId: { targetKinds: ['board'], onTargetRemoved: 'cascade', missingTargetError: 'missingParent' } },
  texts: { content: { format: 'rich' } },
  immutableFields: ['boardId'],
});

/** A reply in a comment thread. */
export const reply = defineKind({
  kind: 'reply',
  plural: 'replies',
  label: 'reply',
  fields: { commentId: idSchema, ...messageFields },
  defaults: { createdAt: null, updatedAt: null },
  orders: [{ parentField: 'commentId', list: 'replies', rankField: 'rank' }],
  references: { commentId: { targetKinds: ['comment'], onTargetRemoved: 'cascade', missingTargetError: 'notFound' } },
  texts: { content: { format: 'rich' } },
  immutableFields: ['commentId'],
});
