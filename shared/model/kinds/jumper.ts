import { defineKind } from './define-kind.ts';
import { coordinateSchema, dimensionSchema, idSchema, optionalIdSchema, validateInsideCanvas } from './field-schemas.ts';

/** A jumper: a place on a board from where the story jumps to an element anywhere in the project. */
export const jumper = defineKind({
  kind: 'jumper',
  plural: 'jumpers',
  label: 'jumper',
  fields: {
    boardId: idSchema,
    x: coordinateSchema,
    y: coordinateSchema,
    width: dimensionSchema,
    height: dimensionSchema,
    elementId: optionalIdSchema,
  },
  defaults: { width: 185, height: 86, elementId: null },
  orders: [{ parentField: 'boardId', list: 'jumpers', rankField: 'rank' }],
  references: {
    boardId: { targetKinds: ['board'], onTargetRemoved: 'cascade', missingTargetError: 'missingParent' },
    elementId: { targetKinds: ['element'], onTargetRemoved: 'clear', missingTargetError: 'notFound' },
  },
  texts: {},
  recordRules: [validateInsideCanvas],
  immutableFields: ['boardId'],
});
