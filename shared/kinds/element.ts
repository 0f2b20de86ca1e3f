import { z } from 'zod';
import { defineKind } from './define.ts';
import { coordinate, elementCover, extent, id, insideCanvas, localizedText, optionalId, theme, translationStatus } from './fields.ts';

/** An element: a box of story on a board. Connections lead from it and to it. */
export const element = defineKind({
  kind: 'element',
  plural: 'elements',
  label: 'element',
  fields: {
    boardId: id,
    x: coordinate,
    y: coordinate,
    width: extent,
    height: extent,
    theme,
    autoHeight: z.boolean(),
    title: localizedText,
    content: localizedText,
    status: translationStatus.nullable(),
    cover: elementCover.nullable(),
    linkedBoard: optionalId,
  },
  defaults: {
    width: 301,
    height: 121,
    theme: 'default',
    autoHeight: true,
    title: {},
    content: {},
    status: null,
    cover: null,
    linkedBoard: null,
  },
  orders: [{ by: 'boardId', list: 'elements', rank: 'rank' }],
  refs: {
    boardId: { to: ['board'], whenGone: 'cascade', whenMissing: 'missingParent' },
    'cover.id': { to: ['asset'], whenGone: 'clear', whenMissing: 'notFound', clears: 'cover' },
    linkedBoard: { to: ['board'], whenGone: 'clear', whenMissing: 'notFound' },
  },
  texts: { title: { holds: 'rich', localized: true }, content: { holds: 'rich', localized: true } },
  rules: [insideCanvas],
  fixed: ['boardId'],
});
