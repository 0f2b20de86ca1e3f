import { z } from 'zod';
import { isCustomId } from '../identifiers.ts';
import { defineKind } from './define.ts';
import { optionalId } from './fields.ts';

/** A board (a canvas that holds the story's items) or a folder of boards. The root folder has no parent. */
export const board = defineKind({
  kind: 'board',
  plural: 'boards',
  label: 'board',
  fields: {
    parentId: optionalId,
    type: z.enum(['board', 'folder']),
    name: z.string(),
    customId: z.string().refine(isCustomId, 'is not a valid customId').nullable(),
  },
  defaults: { type: 'board', customId: null },
  orders: [{ by: 'parentId', list: 'boards', rank: 'rank' }],
  refs: { parentId: { to: ['board'], whenGone: 'cascade', whenMissing: 'notFound' } },
  texts: { name: { holds: 'plain' } },
  rules: [({ type, customId }) => (type === 'folder' && customId !== null ? { customId: 'folders have no customId' } : undefined)],
  unique: ({ customId }) =>
    customId === null
      ? []
      : [{ key: `scope:${customId}`, field: 'customId', message: 'is already taken by a board or component', status: 'invalid' }],
  fixed: ['parentId', 'type'],
});
