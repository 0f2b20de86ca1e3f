import { defineKind } from './define-kind.ts';
import { coordinateSchema, idSchema, themeSchema, validateInsideCanvas } from './field-schemas.ts';

/** [Branch and conditions] a branch has a fixed size. */
export const BRANCH_WIDTH = 288;
export const BRANCH_HEIGHT = 53;

/** A branch: where the story takes one of several ways. Its conditions are records of their own. */
export const branch = defineKind({
  kind: 'branch',
  plural: 'branches',
  label: 'branch',
  fields: { boardId: idSchema, x: coordinateSchema, y: coordinateSchema, theme: themeSchema },
  defaults: { theme: 'default' },
  orders: [{ parentField: 'boardId', list: 'branches', rankField: 'rank' }],
  references: { boardId: { targetKinds: ['board'], onTargetRemoved: 'cascade', missingTargetError: 'missingParent' } },
  texts: {},
  recordRules: [({ x, y }) => validateInsideCanvas({ x, y, width: BRANCH_WIDTH, height: BRANCH_HEIGHT })],
  immutableFields: ['boardId'],
});
