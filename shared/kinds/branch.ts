import { defineKind } from './define.ts';
import { coordinate, id, insideCanvas, theme } from './fields.ts';

/** [Branch and conditions] a branch has a fixed size. */
export const BRANCH_WIDTH = 288;
export const BRANCH_HEIGHT = 53;

/** A branch: where the story takes one of several ways. Its conditions are records of their own. */
export const branch = defineKind({
  kind: 'branch',
  plural: 'branches',
  label: 'branch',
  fields: { boardId: id, x: coordinate, y: coordinate, theme },
  defaults: { theme: 'default' },
  orders: [{ by: 'boardId', list: 'branches', rank: 'rank' }],
  refs: { boardId: { to: ['board'], whenGone: 'cascade', whenMissing: 'missingParent' } },
  texts: {},
  rules: [({ x, y }) => insideCanvas({ x, y, width: BRANCH_WIDTH, height: BRANCH_HEIGHT })],
  fixed: ['boardId'],
});
