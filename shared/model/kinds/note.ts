import { defineField, defineKind } from './define-kind.ts';
import { boardIdField, coordinateField, dimensionField, themeField, validateInsideCanvas } from './field-schemas.ts';

/** A remark on a board that is not part of the story. */
export const note = defineKind({
  kind: 'note',
  plural: 'notes',
  label: 'note',
  fields: {
    boardId: boardIdField,
    x: coordinateField,
    y: coordinateField,
    width: dimensionField(301),
    height: dimensionField(101),
    theme: themeField,
    /** [Note] only lists contain it. */
    autoHeight: defineField((z) => z.boolean(), { default: true, api: { access: 'write', shown: 'list' }, export: 'always' }),
    content: defineField((z) => z.string().nullable(), { default: null, text: { format: 'note' }, export: 'custom' }),
  },
  orders: [{ parentField: 'boardId', list: 'notes', rankField: 'rank' }],
  recordRules: [validateInsideCanvas],
});
