import { defineField, defineKind } from './define-kind.ts';
import {
  autoHeightField,
  boardIdField,
  coordinateField,
  dimensionField,
  elementCoverField,
  localizedTextField,
  optionalIdSchemaFactory,
  themeField,
  translationStatusField,
  validateInsideCanvas,
} from './field-schemas.ts';

/** A box of story on a board. Connections lead from it and to it. */
export const element = defineKind({
  kind: 'element',
  plural: 'elements',
  label: 'element',
  fields: {
    boardId: boardIdField,
    x: coordinateField,
    y: coordinateField,
    width: dimensionField(301),
    height: dimensionField(121),
    theme: themeField,
    autoHeight: autoHeightField,
    title: localizedTextField('rich', { whenEmpty: 'null' }),
    content: localizedTextField('rich', { whenEmpty: 'text' }),
    status: translationStatusField,
    cover: elementCoverField,
    linkedBoard: defineField(optionalIdSchemaFactory, {
      default: null,
      reference: { targetKinds: ['board'], onTargetRemoved: 'clear', missingTargetError: 'notFound' },
      api: 'ownRoute',
      export: 'custom',
    }),
  },
  itemSize: 'own',
  orders: [{ parentField: 'boardId', list: 'elements', rankField: 'rank' }],
  recordRules: [validateInsideCanvas],
});
