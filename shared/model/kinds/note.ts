import { defineField, defineKind } from './define-kind.ts';
import { boardIdField, coordinateField, dimensionField, themeField, validateInsideCanvas } from './field-schemas.ts';

/** A remark on a board that is not part of the story, or a frame: a titled area that moves what it holds. */
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
    /** Whether this computer shows the note as a frame, with its content as the title. The service has no frames: no request and no export contains it. */
    isFrame: defineField((z) => z.boolean(), {
      default: false,
      api: { access: 'none', shown: 'never' },
      sync: 'local',
      export: 'never',
    }),
  },
  itemSize: 'own',
  orders: [{ parentField: 'boardId', list: 'notes', rankField: 'rank' }],
  recordRules: [validateInsideCanvas],
});
