import { z } from 'zod';
import { defineKind } from './define.ts';
import { id } from './fields.ts';

/** [Comment thread and reply] `fullName` is null when the author is no longer there; the id is always kept. */
const said = {
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
  fields: { boardId: id, x: z.number(), y: z.number(), resolved: z.boolean(), ...said },
  defaults: { resolved: false, createdAt: null, updatedAt: null },
  orders: [{ by: 'boardId', list: 'comments', rank: 'rank' }],
  refs: { boardId: { to: ['board'], whenGone: 'cascade', whenMissing: 'missingParent' } },
  texts: { content: { holds: 'rich' } },
  fixed: ['boardId'],
});

/** A reply in a comment thread. */
export const reply = defineKind({
  kind: 'reply',
  plural: 'replies',
  label: 'reply',
  fields: { commentId: id, ...said },
  defaults: { createdAt: null, updatedAt: null },
  orders: [{ by: 'commentId', list: 'replies', rank: 'rank' }],
  refs: { commentId: { to: ['comment'], whenGone: 'cascade', whenMissing: 'notFound' } },
  texts: { content: { holds: 'rich' } },
  fixed: ['commentId'],
});
