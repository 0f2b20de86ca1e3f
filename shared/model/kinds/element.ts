import { z } from 'zod';
import { defineKind } from './define-kind.ts';
import {
  coordinateSchema,
  dimensionSchema,
  elementCoverSchema,
  idSchema,
  localizedTextSchema,
  optionalIdSchema,
  themeSchema,
  translationStatusSchema,
  validateInsideCanvas,
} from './field-schemas.ts';

/** An element: a box of story on a board. Connections lead from it and to it. */
export const element = defineKind({
  kind: 'element',
  plural: 'elements',
  label: 'element',
  fields: {
    boardId: idSchema,
    x: coordinateSchema,
    y: coordinateSchema,
    width: dimensionSchema,
    height: dimensionSchema,
    theme: themeSchema,
    autoHeight: z.boolean(),
    title: localizedTextSchema,
    content: localizedTextSchema,
    status: translationStatusSchema.nullable(),
    cover: elementCoverSchema.nullable(),
    linkedBoard: optionalIdSchema,
  },
  defaults: {
    width: 301,
    height: 121,
    theme: 'default',
    autoHeight: true,
    title: {},
    content: {},
    status: null,
    cover: null,
    linkedBoard: null,
  },
  orders: [{ parentField: 'boardId', list: 'elements', rankField: 'rank' }],
  references: {
    boardId: { targetKinds: ['board'], onTargetRemoved: 'cascade', missingTargetError: 'missingParent' },
    'cover.id': { targetKinds: ['asset'], onTargetRemoved: 'clear', missingTargetError: 'notFound', clearedField: 'cover' },
    linkedBoard: { targetKinds: ['board'], onTargetRemoved: 'clear', missingTargetError: 'notFound' },
  },
  texts: { title: { format: 'rich', localized: true }, content: { format: 'rich', localized: true } },
  recordRules: [validateInsideCanvas],
  immutableFields: ['boardId'],
});
