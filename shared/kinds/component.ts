import { z } from 'zod';
import { isCustomId } from '../identifiers.ts';
import { defineKind } from './define.ts';
import { componentCover, localizedText, optionalId, translationStatus } from './fields.ts';

/** A component (a character, place or thing of the story) or a folder of them. The root folder has no parent. */
export const component = defineKind({
  kind: 'component',
  plural: 'components',
  label: 'component',
  fields: {
    parentId: optionalId,
    type: z.enum(['component', 'folder']),
    name: localizedText,
    customId: z.string().refine(isCustomId, 'is not a valid customId').nullable(),
    cover: componentCover.nullable(),
    status: translationStatus.nullable(),
  },
  defaults: { type: 'component', name: {}, customId: null, cover: null, status: null },
  orders: [{ by: 'parentId', list: 'components', rank: 'rank' }],
  refs: {
    parentId: { to: ['component'], whenGone: 'cascade', whenMissing: 'notFound' },
    'cover.id': { to: ['asset'], whenGone: 'clear', whenMissing: 'notFound', clears: 'cover' },
  },
  texts: { name: { holds: 'plain', localized: true } },
  rules: [
    ({ type, cover }) => (type === 'folder' && cover !== null ? { cover: 'folders have no cover' } : undefined),
    ({ type, customId }) => (type === 'folder' && customId !== null ? { customId: 'folders have no customId' } : undefined),
  ],
  unique: ({ customId }) =>
    customId === null
      ? []
      : [{ key: `scope:${customId}`, field: 'customId', message: 'is already taken by a board or component', status: 'invalid' }],
  fixed: ['parentId', 'type', 'customId'],
});
