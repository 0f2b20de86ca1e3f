import { defineField, defineKind } from './define-kind.ts';
import { boardIdField, coordinateField, dimensionSchemaFactory, optionalIdSchemaFactory, validateInsideCanvas } from './field-schemas.ts';

/** [Jumper] only lists contain the size. */
const sizeField = (pixels: number) =>
  defineField(dimensionSchemaFactory, { default: pixels, api: { access: 'write', shown: 'list' }, export: 'custom' });

/** A place on a board from which the story jumps to an element anywhere in the project. */
export const jumper = defineKind({
  kind: 'jumper',
  plural: 'jumpers',
  label: 'jumper',
  fields: {
    boardId: boardIdField,
    x: coordinateField,
    y: coordinateField,
    width: sizeField(185),
    height: sizeField(86),
    elementId: defineField(optionalIdSchemaFactory, {
      default: null,
      reference: { targetKinds: ['element'], onTargetRemoved: 'clear', missingTargetError: 'notFound' },
      export: 'custom',
    }),
  },
  itemSize: 'own',
  orders: [{ parentField: 'boardId', list: 'jumpers', rankField: 'rank' }],
  recordRules: [validateInsideCanvas],
});
