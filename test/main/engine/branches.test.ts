/** [Branch and conditions, Branches and conditions] */
import { describe, expect, test } from 'vitest';
import { countOperations } from '../../count-operations.ts';
import { openStory, pathsOf } from './open-story.ts';

function withBranch(
  conditions: object = { ifCondition: { script: 'a' }, elseIfConditions: [{ script: 'b' }, { script: 'c' }], elseCondition: {} },
) {
  const opened = openStory();
  const { project, make, board, send } = opened;
  const branch = make('branch', { boardId: board, x: 0, y: 0 }, { conditions });
  const all = () => project.children('condition', branch, 'conditions');
  const conditionTexts = () => all().map(({ role, script }) => `${role}: ${script}`);
  const ids = () => all().map(({ id }) => id);
  const set = (wanted: object) => send({ do: 'setConditions', id: branch, conditions: wanted }, 'api');
  const refusedSet = (wanted: object) => opened.refused({ do: 'setConditions', id: branch, conditions: wanted });
  return { ...opened, branch, all, said: conditionTexts, ids, set, refusedSet };
}

describe('[Branches] create', () => {
  test('a branch always gets an if, by default without a script', () => {
    expect(withBranch({}).said()).toEqual(['if: null']);
  });

  test('conditions keep their order, and the reply lists the branch first, then each condition', () => {
    const { send, board, project } = openStory();
    const conditions = { elseCondition: { script: null }, elseIfConditions: [{ script: 'b' }, {}], ifCondition: { script: '' } };
    const { ids } = send({ do: 'create', kind: 'branch', fields: { boardId: board, x: 0, y: 0 }, conditions });
    const found = project.children('condition', ids[0] ?? '', 'conditions');
    expect(found.map(({ role, script }) => `${role}: ${script}`)).toEqual(['if: null', 'elseIf: b', 'elseIf: null', 'else: null']);
    expect(ids.slice(1)).toEqual(found.map(({ id }) => id));
  });

  test('condition ids cannot be chosen', () => {
    const { refused, board } = openStory();
    const conditions = { ifCondition: { id: 'x' }, elseIfConditions: [{ id: 'y' }] };
    const refusal = refused({ do: 'create', kind: 'branch', fields: { boardId: board, x: 0, y: 0 }, conditions });
    expect(pathsOf(refusal)).toEqual(['conditions.elseIfConditions.0.id', 'conditions.ifCondition.id']);
  });

  test('the window may choose new ids, so that one batch connects what it creates; the API may not', () => {
    const { send, refused, make, board, project } = openStory();
    const goal = make('element', { boardId: board, x: 0, y: 0 });
    const [branch, first, last, connection] = Array.from({ length: 4 }, (_, at) => `0000000${at}-0000-4000-8000-00000000aaaa`);
    const conditions = { ifCondition: { id: first, script: 'a' }, elseIfConditions: [{}], elseCondition: { id: last } };
    const create = { do: 'create', kind: 'branch', id: branch, fields: { boardId: board, x: 0, y: 0 }, conditions } as const;
    const ends = { sourceid: last, sourceType: 'conditions', targetid: goal, targetType: 'elements' } as const;
    const lead = { do: 'create', kind: 'connection', id: connection, fields: { boardId: board, ...ends } } as const;
    expect(pathsOf(refused(create))).toEqual(['conditions.elseCondition.id', 'conditions.ifCondition.id']);
    send({ do: 'batch', commands: [create, lead] }, 'user');
    const made = project.children('condition', branch ?? '', 'conditions');
    expect(made.map(({ id }) => id)).toEqual([first, made[1]?.id, last]);
    expect(project.childIds(last ?? '', 'outputs')).toEqual([connection]);
    const invalidCreate = { ...create, id: connection?.replace('3', '9') };
    expect(() => send(invalidCreate, 'user')).toThrow();
    expect(() => send({ ...invalidCreate, conditions: { ifCondition: { id: 'no uuid' } } }, 'user')).toThrow();
  });

  test('an id that the window chooses is a UUID, and no other record or condition has it', () => {
    const { refused, board } = openStory();
    const id = '0000000a-0000-4000-8000-00000000aaaa';
    const refusedIds = (ifId: string, elseId?: string) => {
      const conditions = { ifCondition: { id: ifId }, ...(elseId && { elseCondition: { id: elseId } }) };
      return pathsOf(refused({ do: 'create', kind: 'branch', fields: { boardId: board, x: 0, y: 0 }, conditions }, 'user'));
    };
    for (const wrong of [`${id}0`, `0${id}`, id.slice(0, -1), id.slice(1), id.replace('-0000', '-0'), id.replaceAll('-', ''), board])
      expect(refusedIds(wrong), wrong).toEqual(['conditions.ifCondition.id']);
    expect(refusedIds(id, id)).toEqual(['conditions.elseCondition.id']);
  });

  test('only branches have conditions', () => {
    const { refused, board } = openStory();
    expect(pathsOf(refused({ do: 'create', kind: 'note', fields: { boardId: board, x: 0, y: 0 }, conditions: {} }))).toEqual([
      'conditions',
    ]);
  });
});

describe('[Branches] conditions as the final state', () => {
  test('the if condition keeps its id and gets the script; omitted conditions stay', () => {
    const { set, said: conditionTexts, ids } = withBranch();
    const before = ids();
    set({ ifCondition: { script: 'z' } });
    set({ ifCondition: { id: before[0] } });
    expect(conditionTexts()).toEqual(['if: z', 'elseIf: b', 'elseIf: c', 'else: null']);
    expect(ids()).toEqual(before);
  });

  test('else-ifs are the final ordered list: kept by id, created without one, omitted ones removed with their output', () => {
    const { set, said: conditionTexts, ids, build, project, sound } = withBranch();
    const [first, b = '', c] = ids();
    const output = build('connection', { sourceid: b, sourceType: 'conditions' }).id;
    const { ids: made } = set({ elseIfConditions: [{ script: 'new' }, { id: c, script: 'C' }] });
    expect(conditionTexts()).toEqual(['if: a', 'elseIf: new', 'elseIf: C', 'else: null']);
    expect([ids()[0], ids()[1], ids()[2]]).toEqual([first, made[0], c]);
    expect([project.has(b), project.has(output)]).toEqual([false, false]);
    sound();
  });

  test('reordering keeps outputs', () => {
    const { set, ids, build, project } = withBranch();
    const [, b = '', c = ''] = ids();
    const output = build('connection', { sourceid: b, sourceType: 'conditions' }).id;
    set({ elseIfConditions: [{ id: c }, { id: b }] });
    expect(ids().slice(1, 3)).toEqual([c, b]);
    expect(project.childIds(b, 'outputs')).toEqual([output]);
  });

  test('an object creates or changes the else condition, null deletes it with its output', () => {
    const { set, said: conditionTexts, ids, build, project } = withBranch();
    const last = ids().at(-1) ?? '';
    const output = build('connection', { sourceid: last, sourceType: 'conditions' }).id;
    set({ elseCondition: { script: 'never' } });
    expect(conditionTexts().at(-1)).toBe('else: never');
    set({ elseCondition: null });
    expect(conditionTexts()).toEqual(['if: a', 'elseIf: b', 'elseIf: c']);
    expect(project.has(output)).toBe(false);
    set({ elseCondition: {} });
    expect(conditionTexts().at(-1)).toBe('else: null');
  });

  test('an id must be that of the condition there: if and else 400, an unknown else-if 404, one of another branch 409', () => {
    const { refusedSet, ids, make, board, project } = withBranch();
    const other = make('branch', { boardId: board, x: 0, y: 0 }, { conditions: { elseIfConditions: [{}] } });
    const foreign = project.childIds(other, 'conditions')[1];
    expect(pathsOf(refusedSet({ ifCondition: { id: foreign }, elseCondition: { id: ids()[0] } }))).toEqual([
      'conditions.elseCondition.id',
      'conditions.ifCondition.id',
    ]);
    expect(refusedSet({ elseIfConditions: [{ id: 'nothing' }] }).status).toBe(404);
    for (const id of [foreign, ids()[0]])
      expect(refusedSet({ elseIfConditions: [{ id }] })).toMatchObject({ status: 409, conflictType: 'stale' });
    expect(refusedSet({ elseIfConditions: [{ id: foreign }] }).detail).toContain('belongs to another branch');
    for (const [id, role] of [[ids()[0], 'if'] as const, [ids().at(-1), 'else'] as const])
      expect(refusedSet({ elseIfConditions: [{ id }] }).detail).toContain(`is the “${role}” of the branch`);
    for (const more of [[], [{ script: 'new' }]])
      expect(pathsOf(refusedSet({ elseIfConditions: [{ id: ids()[1] }, { id: ids()[1] }, ...more] }))).toEqual([
        'conditions.elseIfConditions',
      ]);
  });

  test('scripts are checked, and all errors are reported by path', () => {
    const { refusedSet } = withBranch();
    const bad = { script: '<b>a</b>' };
    expect(pathsOf(refusedSet({ ifCondition: bad, elseIfConditions: [{ script: 'fine' }, bad], elseCondition: bad }))).toEqual([
      'conditions.elseCondition.script',
      'conditions.elseIfConditions.1.script',
      'conditions.ifCondition.script',
    ]);
  });

  test('an empty change is a 400, a missing branch a 404, and the same value again changes nothing', () => {
    const { refusedSet, refused, set, ids } = withBranch();
    expect(refusedSet({}).status).toBe(400);
    expect(refused({ do: 'setConditions', id: 'no', conditions: { ifCondition: {} } }).status).toBe(404);
    expect(pathsOf(refused({ do: 'setConditions', id: withBranch().branch, conditions: {} }))).toEqual(['conditions']);
    expect(
      set({
        elseIfConditions: ids()
          .slice(1, 3)
          .map((id) => ({ id })),
      }).versionTime,
    ).toBeNull();
  });
});

describe('[Branches] one condition at a time', () => {
  test('an else-if is appended before the else, its script null by default', () => {
    const { make, branch, said: conditionTexts } = withBranch();
    make('condition', { branchId: branch, role: 'elseIf' });
    expect(conditionTexts()).toEqual(['if: a', 'elseIf: b', 'elseIf: c', 'elseIf: null', 'else: null']);
    make('condition', { branchId: branch, role: 'elseIf', script: 'first' }, { at: 0 });
    expect(conditionTexts()).toEqual(['if: a', 'elseIf: first', 'elseIf: b', 'elseIf: c', 'elseIf: null', 'else: null']);
  });

  test('an else is last; a second one is a 409, and so is a second if', () => {
    const { make, branch, said: conditionTexts, refusedCreate } = withBranch({ elseIfConditions: [{ script: 'b' }] });
    make('condition', { branchId: branch, role: 'else' }, { at: 0 });
    expect(conditionTexts()).toEqual(['if: null', 'elseIf: b', 'else: null']);
    for (const role of ['else', 'if'])
      expect(refusedCreate('condition', { branchId: branch, role })).toMatchObject({ status: 409, conflictType: 'duplicate' });
    expect(refusedCreate('condition', { branchId: 'no', role: 'elseIf' }).status).toBe(404);
    expect(pathsOf(refusedCreate('condition', { branchId: branch, role: 'elseIf', output: 'x' }))).toEqual(['output']);
  });

  test('else-if conditions move among themselves, never before the if or behind the else', () => {
    const { send, ids, refused } = withBranch();
    const [first, b, c, last] = ids();
    send({ do: 'move', kind: 'condition', id: c, at: 0 });
    expect(ids()).toEqual([first, c, b, last]);
    send({ do: 'move', kind: 'condition', id: c, at: 9 });
    expect(ids()).toEqual([first, b, c, last]);
    for (const id of [first, last]) expect(refused({ do: 'move', kind: 'condition', id, at: 0 }).status).toBe(400);
  });

  test('a script changes; an empty one is stored as null; role and branch do not change', () => {
    const { change, all, ids, refusedChange } = withBranch();
    const [first = ''] = ids();
    change('condition', first, { script: 'x > 2' });
    expect(all()[0]?.script).toBe('x > 2');
    change('condition', first, { script: '' });
    expect(all()[0]?.script).toBeNull();
    expect(pathsOf(refusedChange('condition', first, { role: 'else', branchId: 'x' }))).toEqual(['branchId', 'role']);
  });

  test('else and else-ifs are deleted with their output, the if stays', () => {
    const { send, ids, said: conditionTexts, build, project, refused } = withBranch();
    const [first, b = '', , last = ''] = ids();
    const outputs = [b, last].map((sourceid) => build('connection', { sourceid, sourceType: 'conditions' }).id);
    for (const id of [b, last]) send({ do: 'remove', kind: 'condition', id });
    expect(conditionTexts()).toEqual(['if: a', 'elseIf: c']);
    expect(outputs.some((id) => project.has(id))).toBe(false);
    expect(refused({ do: 'remove', kind: 'condition', id: first }).status).toBe(400);
  });
});

describe('[Branches] delete', () => {
  test('removes its conditions, the connections to it and the outputs of its conditions', () => {
    const { send, branch, ids, build, project } = withBranch();
    const [first = ''] = ids();
    const kept = [build('element').id, build('element').id];
    const before = project.size;
    build('connection', { sourceid: kept[0], targetid: branch, targetType: 'branches' });
    build('connection', { sourceid: first, sourceType: 'conditions', targetid: kept[1] });
    send({ do: 'remove', kind: 'branch', id: branch });
    expect(project.size).toBe(before - 5);
    expect(kept.every((id) => project.has(id))).toBe(true);
  });
});

test('[Branches] setting the else-ifs takes time in proportion to their number', () => {
  const operationsFor = (count: number): number => {
    const { set, ids } = withBranch({ elseIfConditions: Array.from({ length: count }, () => ({})) });
    const reversed = ids().slice(1).reverse();
    const operations = countOperations(() => set({ elseIfConditions: reversed.map((id) => ({ id })) }));
    expect(ids().slice(1)).toEqual(reversed);
    return operations;
  };
  const small = operationsFor(100);
  expect(small).toBeGreaterThan(100);
  expect(operationsFor(800) / small).toBeLessThan(12);
});
