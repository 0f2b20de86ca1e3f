import { defineField, defineKind } from './define-kind.ts';
import { idSchemaFactory } from './field-schemas.ts';

const farthestPosition = 1_000_000;

/** [Comments] comments are read-only over the API, and the service's files contain none. */
const readOnly = { api: 'none', export: 'never' } as const;
const parentField = (kind: string, missingTargetError: 'missingParent' | 'notFound') =>
  defineField(idSchemaFactory, {
    reference: { targetKinds: [kind], onTargetRemoved: 'cascade', missingTargetError },
    isImmutable: true,
    ...readOnly,
  });
/** As the workspace writes it: its format is not specified. */
const timeField = defineField((z) => z.string().nullable(), { default: null, ...readOnly });
/** In pixels. A comment may be beside the canvas, but not so far that nobody could find it. */
const positionField = defineField((z) => z.number().min(-farthestPosition).max(farthestPosition), readOnly);

/** [Comment thread and reply] `fullName` is null when the author's account no longer exists; the id is always kept. */
const messageFields = {
  author: defineField((z) => z.strictObject({ id: z.number(), fullName: z.string().nullable() }), readOnly),
  content: defineField((z) => z.string(), { text: { format: 'rich' }, ...readOnly }),
  createdAt: timeField,
  updatedAt: timeField,
};

/** A comment thread at a position on a board. */
export const comment = defineKind({
  kind: 'comment',
  plural: 'comments',
  label: 'comment',
  fields: {
    boardId: parentField('board', 'missingParent'),
    x: positionField,
    y: positionField,
    resolved: defineField((z) => z.boolean(), { default: false, ...readOnly }),
    ...messageFields,
  },
  isReadOnly: true,
  orders: [{ parentField: 'boardId', list: 'comments', rankField: 'rank' }],
});

/** A reply in a comment thread. */
export const reply = defineKind({
  kind: 'reply',
  plural: 'replies',
  label: 'reply',
  fields: { commentId: parentField('comment', 'notFound'), ...messageFields },
  isReadOnly: true,
  orders: [{ parentField: 'commentId', list: 'replies', rankField: 'rank' }],
});
