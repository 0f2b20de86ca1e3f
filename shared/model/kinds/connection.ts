import { message } from '../../messages/message.ts';
import { defineField, defineKind } from './define-kind.ts';
import { boardIdField, idSchemaFactory, localizedTextField, themeSchemaFactory, translationStatusField } from './field-schemas.ts';

/** The kinds at which a connection starts, each with the name of its collection, which is the type of the end. */
export const sourceTypes = { element: 'elements', condition: 'conditions' } as const;
/** The kinds at which a connection ends, likewise. */
export const targetTypes = { element: 'elements', branch: 'branches', jumper: 'jumpers' } as const;

const faceField = defineField((z) => z.enum(['left', 'right', 'top', 'bottom']).nullable(), { default: null });
const endField = (types: Readonly<Record<string, string>>) =>
  defineField(idSchemaFactory, {
    reference: { targetKinds: Object.keys(types), onTargetRemoved: 'cascade', missingTargetError: 'invalidTarget' },
  });

/** An arrow on a board from an element or a condition to where the story continues. It is removed with either end. */
export const connection = defineKind({
  kind: 'connection',
  plural: 'connections',
  label: 'connection',
  fields: {
    boardId: boardIdField,
    sourceid: endField(sourceTypes),
    sourceType: defineField((z) => z.enum(sourceTypes), { mergesWith: 'sourceid' }),
    targetid: endField(targetTypes),
    targetType: defineField((z) => z.enum(targetTypes), { mergesWith: 'targetid' }),
    sourceFace: faceField,
    targetFace: faceField,
    label: localizedTextField('rich'),
    labelLocation: defineField((z) => z.number().min(0).max(1), { default: 0.5 }),
    labelWidth: defineField((z) => z.number().positive().nullable(), { default: null }),
    theme: defineField(themeSchemaFactory, { default: 'default', export: 'always' }),
    type: defineField((z) => z.enum(['Straight', 'Bezier', 'Flowchart']), { default: 'Bezier', export: 'always' }),
    status: translationStatusField,
  },
  orders: [
    { parentField: 'boardId', list: 'connections', rankField: 'rank' },
    { parentField: 'sourceid', list: 'outputs', rankField: 'outputRank' },
  ],
  uniqueKeys: ({ sourceid, sourceType }) =>
    sourceType === 'conditions'
      ? [
          {
            key: `output:${sourceid}`,
            field: 'sourceid',
            fault: message('fault.connection.conditionConnected'),
            conflict: message('fault.connection.conditionConnectedSentence'),
            status: 'duplicate',
          },
        ]
      : [],
});
