import { z } from 'zod';
import { defineKind } from './define-kind.ts';
import { idSchema, localizedTextSchema, themeSchema, translationStatusSchema } from './field-schemas.ts';

const faceSchema = z.enum(['left', 'right', 'top', 'bottom']).nullable();

/** A connection: an arrow on a board from an element or a condition to where the story goes on. It goes with either end. */
export const connection = defineKind({
  kind: 'connection',
  plural: 'connections',
  label: 'connection',
  fields: {
    boardId: idSchema,
    sourceid: idSchema,
    sourceType: z.enum(['elements', 'conditions']),
    targetid: idSchema,
    targetType: z.enum(['elements', 'branches', 'jumpers']),
    sourceFace: faceSchema,
    targetFace: faceSchema,
    label: localizedTextSchema,
    labelLocation: z.number().min(0).max(1),
    labelWidth: z.number().positive().nullable(),
    theme: themeSchema,
    type: z.enum(['Straight', 'Bezier', 'Flowchart']),
    status: translationStatusSchema.nullable(),
  },
  defaults: {
    sourceFace: null,
    targetFace: null,
    label: {},
    labelLocation: 0.5,
    labelWidth: null,
    theme: 'default',
    type: 'Bezier',
    status: null,
  },
  orders: [
    { parentField: 'boardId', list: 'connections', rankField: 'rank' },
    { parentField: 'sourceid', list: 'outputs', rankField: 'outputRank' },
  ],
  references: {
    boardId: { targetKinds: ['board'], onTargetRemoved: 'cascade', missingTargetError: 'missingParent' },
    sourceid: { targetKinds: ['element', 'condition'], onTargetRemoved: 'cascade', missingTargetError: 'invalidTarget' },
    targetid: { targetKinds: ['element', 'branch', 'jumper'], onTargetRemoved: 'cascade', missingTargetError: 'invalidTarget' },
  },
  texts: { label: { format: 'rich', localized: true } },
  uniqueKeys: ({ sourceid, sourceType }) =>
    sourceType === 'conditions'
      ? [{ key: `output:${sourceid}`, field: 'sourceid', message: 'the condition already leads somewhere', status: 'duplicate' }]
      : [],
  immutableFields: ['boardId'],
});
