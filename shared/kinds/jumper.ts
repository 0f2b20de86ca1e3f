import { defineKind } from './define.ts';
import { coordinate, extent, id, insideCanvas, optionalId } from './fields.ts';

/** A jumper: a place on a board from where the story jumps to an element anywhere in the project. */
export const jumper = defineKind({
  kind: 'jumper',
  plural: 'jumpers',
  label: 'jumper',
  fields: { boardId: id, x: coordinate, y: coordinate, width: extent, height: extent, elementId: optionalId },
  defaults: { width: 185, height: 86, elementId: null },
  orders: [{ by: 'boardId', list: 'jumpers', rank: 'rank' }],
  refs: {
    boardId: { to: ['board'], whenGone: 'cascade', whenMissing: 'missingParent' },
    elementId: { to: ['element'], whenGone: 'clear', whenMissing: 'notFound' },
  },
  texts: {},
  rules: [insideCanvas],
  fixed: ['boardId'],
});
