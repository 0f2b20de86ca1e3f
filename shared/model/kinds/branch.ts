import { defineKind } from './define-kind.ts';
import { boardIdField, coordinateField, themeField, validateInsideCanvas } from './field-schemas.ts';

/** [Branch and conditions] a branch has a fixed size. */
export const branchWidth = 288;
export const branchHeight = 53;

/** Splits the story: the first condition that is true decides where it continues. The conditions are records of their own. */
export const branch = defineKind({
  kind: 'branch',
  plural: 'branches',
  label: 'branch',
  fields: { boardId: boardIdField, x: coordinateField, y: coordinateField, theme: themeField },
  itemSize: { width: branchWidth, height: branchHeight },
  orders: [{ parentField: 'boardId', list: 'branches', rankField: 'rank' }],
  recordRules: [({ x, y }) => validateInsideCanvas({ x, y, width: branchWidth, height: branchHeight })],
});
