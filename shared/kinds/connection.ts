import { z } from 'zod';
import { defineKind } from './define.ts';
import { id, localizedText, theme, translationStatus } from './fields.ts';

const face = z.enum(['left', 'right', 'top', 'bottom']).nullable();

/** A connection: an arrow on a board from an element or a condition to where the story goes on. It goes with either end. */
export const connection = defineKind({
  kind: 'connection',
  plural: 'connections',
  label: 'connection',
  fields: {
    boardId: id,
    sourceid: id,
    sourceType: z.enum(['elements', 'conditions']),
    targetid: id,
    targetType: z.enum(['elements', 'branches', 'jumpers']),
    sourceFace: face,
    targetFace: face,
    label: localizedText,
    labelLocation: z.number().min(0).max(1),
    labelWidth: z.number().positive().nullable(),
    theme,
    type: z.enum(['Straight', 'Bezier', 'Flowchart']),
    status: translationStatus.nullable(),
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
    { by: 'boardId', list: 'connections', rank: 'rank' },
    { by: 'sourceid', list: 'outputs', rank: 'outputRank' },
  ],
  refs: {
    boardId: { to: ['board'], whenGone: 'cascade', whenMissing: 'missingParent' },
    sourceid: { to: ['element', 'condition'], whenGone: 'cascade', whenMissing: 'invalidTarget' },
    targetid: { to: ['element', 'branch', 'jumper'], whenGone: 'cascade', whenMissing: 'invalidTarget' },
  },
  texts: { label: { holds: 'rich', localized: true } },
  unique: ({ sourceid, sourceType }) =>
    sourceType === 'conditions'
      ? [{ key: `output:${sourceid}`, field: 'sourceid', message: 'the condition already leads somewhere', status: 'duplicate' }]
      : [],
  fixed: ['boardId'],
});
