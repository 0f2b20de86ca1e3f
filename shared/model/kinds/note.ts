import { z } from 'zod';
import { defineKind } from './define-kind.ts';
import { coordinateSchema, dimensionSchema, idSchema, themeSchema, validateInsideCanvas } from './field-schemas.ts';

/** A note: a remark on a board that is no part of the story. */
export const note = defineKind({
  kind: 'note',
  plural: 'notes',
  label: 'note',
  fields: {
    boardId: idSchema,
    x: coordinateSchema,
    y: coordinateSchema,
    width: dimensionSchema,
    height: dimensionSchema,
    theme: themeSchema,
    autoHeight: z.boolean(),
    content: z.string().nullable(),
  },
  defaults: { width: 301, height: 101, theme: 'default', autoHeight: true, content: null },
  orders: [{ parentField: 'boardId', list: 'notes', rankField: 'rank' }],
  references: { boardId: { targetKinds: ['board'], onTargetRemoved: 'cascade', missingTargetError: 'missingParent' } },
  texts: { content: { format: 'note' } },
  recordRules: [validateInsideCanvas],
  immutableFields: ['boardId'],
});
