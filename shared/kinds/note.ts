import { z } from 'zod';
import { defineKind } from './define.ts';
import { coordinate, extent, id, insideCanvas, theme } from './fields.ts';

/** A note: a remark on a board that is no part of the story. */
export const note = defineKind({
  kind: 'note',
  plural: 'notes',
  label: 'note',
  fields: {
    boardId: id,
    x: coordinate,
    y: coordinate,
    width: extent,
    height: extent,
    theme,
    autoHeight: z.boolean(),
    content: z.string().nullable(),
  },
  defaults: { width: 301, height: 101, theme: 'default', autoHeight: true, content: null },
  orders: [{ by: 'boardId', list: 'notes', rank: 'rank' }],
  refs: { boardId: { to: ['board'], whenGone: 'cascade', whenMissing: 'missingParent' } },
  texts: { content: { holds: 'note' } },
  rules: [insideCanvas],
  fixed: ['boardId'],
});
