import { z } from 'zod';
import { isValidCustomId } from '../identifiers.ts';
import { defineKind } from './define-kind.ts';
import { optionalIdSchema } from './field-schemas.ts';

/** A board (a canvas that holds the story's items) or a folder of boards. The root folder has no parent. */
export const board = defineKind({
  kind: 'board',
  plural: 'boards',
  label: 'board',
  fields: {
    parentId: optionalIdSchema,
    type: z.enum(['board', 'folder']),
    name: z.string(),
    customId: z.string().refine(isValidCustomId, 'is not a valid customId').nullable(),
  },
  defaults: { type: 'board', customId: null },
  orders: [{ parentField: 'parentId', list: 'boards', rankField: 'rank' }],
  references: { parentId: { targetKinds: ['board'], onTargetRemoved: 'cascade', missingTargetError: 'notFound' } },
  texts: { name: { format: 'plain' } },
  recordRules: [({ type, customId }) => (type === 'folder' && customId !== null ? { customId: 'folders have no customId' } : undefined)],
  uniqueKeys: ({ customId }) =>
    customId === null
      ? []
      : [{ key: `scope:${customId}`, field: 'customId', message: 'is already taken by a board or component', status: 'invalid' }],
  immutableFields: ['parentId', 'type'],
});
