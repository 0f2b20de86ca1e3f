import { z } from 'zod';
import { isValidCustomId } from '../identifiers.ts';
import { defineKind } from './define-kind.ts';
import { componentCoverSchema, localizedTextSchema, optionalIdSchema, translationStatusSchema } from './field-schemas.ts';

/** A component (a character, place or thing of the story) or a folder of them. The root folder has no parent. */
export const component = defineKind({
  kind: 'component',
  plural: 'components',
  label: 'component',
  fields: {
    parentId: optionalIdSchema,
    type: z.enum(['component', 'folder']),
    name: localizedTextSchema,
    customId: z.string().refine(isValidCustomId, 'is not a valid customId').nullable(),
    cover: componentCoverSchema.nullable(),
    status: translationStatusSchema.nullable(),
  },
  defaults: { type: 'component', name: {}, customId: null, cover: null, status: null },
  orders: [{ parentField: 'parentId', list: 'components', rankField: 'rank' }],
  references: {
    parentId: { targetKinds: ['component'], onTargetRemoved: 'cascade', missingTargetError: 'notFound' },
    'cover.id': { targetKinds: ['asset'], onTargetRemoved: 'clear', missingTargetError: 'notFound', clearedField: 'cover' },
  },
  texts: { name: { format: 'plain', localized: true } },
  recordRules: [
    ({ type, cover }) => (type === 'folder' && cover !== null ? { cover: 'folders have no cover' } : undefined),
    ({ type, customId }) => (type === 'folder' && customId !== null ? { customId: 'folders have no customId' } : undefined),
  ],
  uniqueKeys: ({ customId }) =>
    customId === null
      ? []
      : [{ key: `scope:${customId}`, field: 'customId', message: 'is already taken by a board or component', status: 'invalid' }],
  immutableFields: ['parentId', 'type', 'customId'],
});
