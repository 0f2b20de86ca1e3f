import { describe, expect, test } from 'vitest';
import {
  addElse,
  addElseIf,
  branchConditionsInput,
  moveElseIf,
  removeCondition,
  setConditionScript,
} from '../../../../renderer/records/board/branch-conditions.ts';
import { conditionsInputSchema } from '../../../../shared/model/commands.ts';
import { projectOf, record } from '../../../story-records.ts';

const project = projectOf(
  record('branch', 'fork', { boardId: 'board', x: 0, y: 0 }),
  record('condition', 'i', { branchId: 'fork', role: 'if', script: 'a' }),
  record('condition', 'e1', { branchId: 'fork', role: 'elseIf', script: 'b' }),
  record('condition', 'e2', { branchId: 'fork', role: 'elseIf', script: 'c' }),
);
const now = () => branchConditionsInput(project, 'fork');

describe('[Branches and conditions] the desired final state', () => {
  test('contains the conditions by id and in order, and leaves the scripts unchanged', () => {
    expect(now()).toEqual({
      ifCondition: { id: 'i' },
      elseIfConditions: [{ id: 'e1' }, { id: 'e2' }],
    });
  });

  test('conditions are added, moved, changed and removed', () => {
    expect(addElseIf(now()).elseIfConditions).toHaveLength(3);
    expect(addElse(now()).elseCondition).toEqual({ script: null });
    expect(moveElseIf(now(), 'e2', -1).elseIfConditions?.map(({ id }) => id)).toEqual(['e2', 'e1']);
    expect(moveElseIf(now(), 'e2', 1)).toEqual(now());
    expect(setConditionScript(now(), 'i', 'x > 1').ifCondition).toEqual({ id: 'i', script: 'x > 1' });
    expect(removeCondition(now(), 'e1').elseIfConditions?.map(({ id }) => id)).toEqual(['e2']);
    for (const state of [now(), addElse(now()), addElseIf(now())]) expect(conditionsInputSchema.safeParse(state).success).toBe(true);
  });
});
