/** [Connections], [Branches and conditions], [Notes], [Jumpers]. */
import { expect } from 'vitest';
import { rule } from './rule.ts';
import { newStory, type Story, textIn, unknownId } from './story.ts';

const branchOf = (story: Story, id: string) => story.read(`/branch/${id}`);
const conditionsOf = async (story: Story, id: string) => (await branchOf(story, id)).conditions;
const scripts = async (story: Story, id: string) => {
  const { ifCondition, elseIfConditions, elseCondition } = await conditionsOf(story, id);
  return {
    if: ifCondition.script,
    elseIf: elseIfConditions.map(({ script }: { script: string | null }) => script),
    else: elseCondition ? elseCondition.script : undefined,
  };
};
const patchBranch = '[Branches and conditions] PATCH /{hash}/branch/{branchID}';

rule(
  [
    '[Note 1]',
    '[Note 2]',
    '[Note 3]',
    '[Notes] POST /{hash}/note',
    '[Notes] PATCH /{hash}/note/{noteID}',
    '[Notes] DELETE /{hash}/note/{noteID}',
  ],
  'a note has its defaults, keeps omitted fields, and can be deleted',
  async (client) => {
    const story = await newStory(client);
    const id = await story.create('/note', { boardId: story.board, x: 1, y: 2 });
    expect(await story.read(`/note/${id}`)).toMatchObject({
      id,
      boardId: story.board,
      x: 1,
      y: 2,
      width: 301,
      height: 101,
      theme: 'default',
      content: null,
    });
    const [item] = await story.read(`/board/${story.board}/notes`);
    expect(item).toMatchObject({ id, autoHeight: true, content: null, width: 301, height: 101 });
    await story.patch(`/note/${id}`, { content: '<p>Mind <b>this</b></p>', autoHeight: false });
    await story.patch(`/note/${id}`, { x: 3 });
    expect(await story.read(`/note/${id}`)).toMatchObject({ x: 3, content: '<p>Mind <b>this</b></p>' });
    expect((await story.read(`/board/${story.board}/notes`))[0]).toMatchObject({ autoHeight: false });
    await story.patch(`/note/${id}`, { content: null });
    expect((await story.read(`/note/${id}`)).content).toBeNull();
    await story.remove(`/note/${id}`);
    expect((await story.get(`/note/${id}`)).status).toBe(404);
    expect((await story.read(`/board/${story.board}`)).notes).toEqual([]);
  },
);

rule(
  [
    '[Jumper 1]',
    '[Jumper 2]',
    '[Jumper 3]',
    '[Jumpers 1]',
    '[Jumpers] POST /{hash}/jumper',
    '[Jumpers] PATCH /{hash}/jumper/{jumperID}',
    '[G5]',
  ],
  'a jumper has its defaults, its element must exist, and its position may be fractional',
  async (client) => {
    const story = await newStory(client);
    const [element, far] = [await story.element(), await story.element({ boardId: await story.newBoard() })];
    const id = await story.create('/jumper', { boardId: story.board, x: 1, y: 2 });
    expect(await story.read(`/jumper/${id}`)).toMatchObject({ id, boardId: story.board, x: 1, y: 2, elementId: null });
    expect((await story.read(`/board/${story.board}/jumpers`))[0]).toMatchObject({ width: 185, height: 86, elementId: null });
    await story.patch(`/jumper/${id}`, { x: 0.125, y: 7.5, width: 20.25, height: 3.5 });
    expect((await story.read(`/board/${story.board}/jumpers`))[0]).toMatchObject({ x: 0.125, y: 7.5, width: 20.25, height: 3.5 });
    await story.patch(`/jumper/${id}`, { elementId: element });
    await story.patch(`/jumper/${id}`, { elementId: far });
    expect((await story.read(`/jumper/${id}`)).elementId).toBe(far);
    await story.patch(`/jumper/${id}`, { elementId: null });
    expect((await story.read(`/jumper/${id}`)).elementId).toBeNull();
    await story.refuse(404, 'PATCH', `/jumper/${id}`, { elementId: unknownId() });
    await story.refuse(404, 'POST', '/jumper', { boardId: story.board, x: 0, y: 0, elementId: unknownId() });
    expect((await story.read(`/jumper/${await story.jumper({ elementId: element })}`)).elementId).toBe(element);
  },
);

rule('[Jumpers] DELETE /{hash}/jumper/{jumperID}', 'deleting a jumper deletes the connections that lead to it', async (client) => {
  const story = await newStory(client);
  const [element, jumper] = [await story.element(), await story.jumper()];
  const connection = await story.connection(element, jumper, { targetType: 'jumpers' });
  await story.remove(`/jumper/${jumper}`);
  expect((await story.get(`/connection/${connection}`)).status).toBe(404);
  expect((await story.read(`/element/${element}`)).outputs).toEqual([]);
});

rule(
  ['[Errors 3.1]', '[Errors 3.2]', '[Errors 3.3]', '[Errors] 409', '[Connections 1]', '[G5]', '[G10]'],
  'creating an item on a missing board is a 409 missing_parent',
  async (client) => {
    const story = await newStory(client);
    const element = await story.element();
    const place = { boardId: unknownId(), x: 1, y: 1 };
    for (const kind of ['element', 'note', 'jumper', 'branch']) {
      const { body } = await story.refuse(409, 'POST', `/${kind}`, place);
      expect(body).toMatchObject({ type: 'integrity_conflict', conflictType: 'missing_parent' });
    }
    const line = { boardId: unknownId(), sourceid: element, sourceType: 'elements', targetid: element, targetType: 'elements' };
    const { body } = await story.refuse(409, 'POST', '/connection', line);
    expect(body).toMatchObject({ conflictType: 'missing_parent' });
  },
);

rule(
  ['[Connection 1]', '[Connections] POST /{hash}/connection', '[Connections] GET /{hash}/connection/{connectionID}'],
  'a connection has its defaults, in the list and when it is read by itself',
  async (client) => {
    const story = await newStory(client);
    const [from, to] = [await story.element(), await story.element()];
    const id = await story.connection(from, to);
    const ends = { id, boardId: story.board, sourceid: from, sourceType: 'elements', targetid: to, targetType: 'elements' };
    const plain = { sourceFace: null, targetFace: null, labelLocation: 0.5, labelWidth: null, theme: 'default', type: 'Bezier' };
    const read = await story.read(`/connection/${id}`);
    expect(read).toMatchObject({ ...ends, ...plain });
    expect(textIn(read.label)).toBeNull();
    const [item] = await story.read(`/board/${story.board}/connections`);
    expect(item).toMatchObject({ ...ends, ...plain });
    const fields = { sourceFace: 'left', targetFace: 'top', labelLocation: 0.25, labelWidth: 80.5, theme: 'pink', type: 'Flowchart' };
    await story.patch(`/connection/${id}`, { ...fields, label: '<p>go</p>' });
    const changed = await story.read(`/connection/${id}`);
    expect(changed).toMatchObject({ ...ends, ...fields });
    expect(textIn(changed.label)).toBe('<p>go</p>');
    await story.patch(`/connection/${id}`, { type: 'Straight' });
    expect(await story.read(`/connection/${id}`)).toMatchObject({ ...fields, type: 'Straight' });
    await story.patch(`/connection/${id}`, { sourceFace: null, labelWidth: null });
    expect(await story.read(`/connection/${id}`)).toMatchObject({ sourceFace: null, targetFace: 'top', labelWidth: null });
    expect((await story.read(`/element/${from}`)).outputs).toEqual([id]);
    await story.remove(`/connection/${id}`);
    expect((await story.read(`/element/${from}`)).outputs).toEqual([]);
  },
);

rule(
  ['[Connections 1]', '[Errors 3.3]', '[G5]', '[G6]'],
  'both ends must exist, be on the board, and be of the given type',
  async (client) => {
    const story = await newStory(client);
    const [one, branch, jumper, note] = [await story.element(), await story.branch(), await story.jumper(), await story.note()];
    const far = await story.element({ boardId: await story.newBoard() });
    const line = { boardId: story.board, sourceid: one, sourceType: 'elements', targetid: one, targetType: 'elements' };
    await story.create('/connection', line);
    await story.create('/connection', { ...line, targetid: branch, targetType: 'branches' });
    await story.create('/connection', { ...line, targetid: jumper, targetType: 'jumpers' });
    const wrong = [
      { targetid: unknownId() },
      { sourceid: unknownId() },
      { targetid: far },
      { sourceid: far },
      { targetid: note },
      { targetType: 'branches' },
      { sourceType: 'conditions' },
      { targetid: jumper, targetType: 'branches' },
    ];
    for (const each of wrong) {
      const answer = await client.post(`/${story.hash}/connection`, { ...line, ...each });
      expect([400, 409], JSON.stringify(each)).toContain(answer.status);
      if ('targetid' in each && each.targetid !== note && !('targetType' in each))
        expect(answer).toMatchObject({ status: 409, body: { conflictType: 'invalid_target' } });
    }
    expect((await story.read(`/board/${story.board}`)).connections).toHaveLength(3);
  },
);

rule(
  ['[Connections 2]', '[Connections 3]', '[Connections] PATCH /{hash}/connection/{connectionID}'],
  'the id and the type of an end are changed together; one without the other is a 400',
  async (client) => {
    const story = await newStory(client);
    const [a, b, branch] = [await story.element(), await story.element(), await story.branch()];
    const id = await story.connection(a, b);
    await story.patch(`/connection/${id}`, { targetid: branch, targetType: 'branches' });
    expect(await story.read(`/connection/${id}`)).toMatchObject({ targetid: branch, targetType: 'branches', sourceid: a });
    await story.patch(`/connection/${id}`, { sourceid: b, sourceType: 'elements' });
    expect((await story.read(`/element/${b}`)).outputs).toEqual([id]);
    expect((await story.read(`/element/${a}`)).outputs).toEqual([]);
    for (const half of [{ targetid: b }, { targetType: 'elements' }, { sourceid: a }, { sourceType: 'elements' }])
      await story.refuse(400, 'PATCH', `/connection/${id}`, half);
    await story.refuse(409, 'PATCH', `/connection/${id}`, { targetid: unknownId(), targetType: 'elements' });
  },
);

rule(
  ['[Connections 4]', '[Errors 3.3]', '[Errors] 409', '[G5]', '[Branch and conditions 4]'],
  'a condition has at most one output',
  async (client) => {
    const story = await newStory(client);
    const [one, two, branch] = [await story.element(), await story.element(), await story.branch()];
    const { ifCondition } = await conditionsOf(story, branch);
    const condition = ifCondition.id;
    const id = await story.connection(condition, one, { sourceType: 'conditions' });
    expect((await conditionsOf(story, branch)).ifCondition.output).toBe(id);
    const line = { boardId: story.board, sourceid: condition, sourceType: 'conditions', targetid: two, targetType: 'elements' };
    await story.refuse(409, 'POST', '/connection', line);
    const other = await story.connection(one, two);
    await story.refuse(409, 'PATCH', `/connection/${other}`, { sourceid: condition, sourceType: 'conditions' });
    await story.patch(`/connection/${id}`, { targetid: two, targetType: 'elements' });
    await story.remove(`/connection/${id}`);
    expect((await conditionsOf(story, branch)).ifCondition.output).toBeNull();
    await story.patch(`/connection/${other}`, { sourceid: condition, sourceType: 'conditions' });
  },
);

rule(
  [
    '[Branch and conditions 2]',
    '[Branch and conditions 3]',
    '[Branch and conditions 5]',
    '[Branch and conditions 7]',
    '[Branches and conditions 1]',
    '[Branches and conditions] POST /{hash}/branch',
    '[Branches and conditions] GET /{hash}/branch/{branchID}',
  ],
  'a branch is created with an if, and with the other conditions of the request',
  async (client) => {
    const story = await newStory(client);
    const plain = await story.branch();
    const { conditions, ...branch } = await branchOf(story, plain);
    expect(branch).toEqual({ id: plain, boardId: story.board, x: 10, y: 20, theme: 'default' });
    expect(Object.keys(conditions.ifCondition).sort()).toEqual(['id', 'output', 'script']);
    expect(conditions.ifCondition).toMatchObject({ output: null, script: null });
    expect(conditions.elseIfConditions ?? []).toEqual([]);
    expect(conditions.elseCondition ?? null).toBeNull();
    const full = await story.branch({
      theme: 'red',
      conditions: { ifCondition: { script: 'a' }, elseIfConditions: [{ script: 'b' }, { script: '' }, {}], elseCondition: { script: 'c' } },
    });
    expect(await scripts(story, full)).toEqual({ if: 'a', elseIf: ['b', null, null], else: 'c' });
    expect((await branchOf(story, full)).theme).toBe('red');
  },
);

rule(
  ['[Branch and conditions 6]', '[Boards and folders] GET /{hash}/board/{boardID}/branches'],
  'the list contains only the ids of conditions',
  async (client) => {
    const story = await newStory(client);
    const id = await story.branch({ conditions: { elseIfConditions: [{ script: 'b' }], elseCondition: {} } });
    const { ifCondition, elseIfConditions, elseCondition } = await conditionsOf(story, id);
    const [item] = await story.read(`/board/${story.board}/branches`);
    expect(item.conditions).toEqual({
      ifCondition: ifCondition.id,
      elseIfConditions: [elseIfConditions[0].id],
      elseCondition: elseCondition.id,
    });
  },
);

rule(
  ['[Branches and conditions 2]', '[Branches and conditions 3]'],
  'a condition in a create contains a script and nothing else',
  async (client) => {
    const story = await newStory(client);
    const place = { boardId: story.board, x: 0, y: 0 };
    for (const conditions of [
      { ifCondition: { script: 'a', output: null } },
      { ifCondition: { id: unknownId() } },
      { elseIfConditions: [{ script: 'a', output: 'x' }] },
      { elseIfConditions: [{ id: unknownId() }] },
      { elseCondition: { output: null } },
      { elseCondition: { role: 'else' } },
      { other: {} },
    ])
      await story.refuse(400, 'POST', '/branch', { ...place, conditions }, 'conditions');
  },
);

rule(
  [patchBranch, '[Branches and conditions 4]', '[Branches and conditions 5]', '[Branches and conditions 6]'],
  'conditions of a PATCH are the final state',
  async (client) => {
    const story = await newStory(client);
    const id = await story.branch({
      conditions: { ifCondition: { script: 'a' }, elseIfConditions: [{ script: 'b' }, { script: 'c' }, { script: 'd' }] },
    });
    const { ifCondition, elseIfConditions } = await conditionsOf(story, id);
    const [b, c, d] = elseIfConditions.map((each: { id: string }) => each.id);
    const element = await story.element();
    const [fromB, fromD] = [
      await story.connection(b, element, { sourceType: 'conditions' }),
      await story.connection(d, element, { sourceType: 'conditions' }),
    ];
    await story.patch(`/branch/${id}`, { conditions: { elseIfConditions: [{ id: d, script: 'D' }, { script: 'new' }, { id: c }] } });
    expect(await scripts(story, id)).toEqual({ if: 'a', elseIf: ['D', 'new', 'c'], else: undefined });
    const after = await conditionsOf(story, id);
    expect(after.elseIfConditions.map((each: { id: string }) => each.id)).toEqual([d, expect.any(String), c]);
    expect([b, c, d]).not.toContain(after.elseIfConditions[1].id);
    expect(after.elseIfConditions[0].output).toBe(fromD);
    expect((await story.get(`/connection/${fromB}`)).status).toBe(404);
    await story.patch(`/branch/${id}`, {
      conditions: { ifCondition: { id: ifCondition.id, script: 'A' }, elseCondition: { script: 'e' } },
    });
    expect(await scripts(story, id)).toEqual({ if: 'A', elseIf: ['D', 'new', 'c'], else: 'e' });
    const elseId = (await conditionsOf(story, id)).elseCondition.id;
    await story.patch(`/branch/${id}`, { conditions: { elseCondition: { script: 'E' } } });
    expect((await conditionsOf(story, id)).elseCondition).toMatchObject({ id: elseId, script: 'E' });
    const fromElse = await story.connection(elseId, element, { sourceType: 'conditions' });
    await story.patch(`/branch/${id}`, { conditions: { elseCondition: null } });
    expect((await scripts(story, id)).else).toBeUndefined();
    expect((await story.get(`/connection/${fromElse}`)).status).toBe(404);
    await story.patch(`/branch/${id}`, { conditions: { elseIfConditions: [] } });
    expect(await scripts(story, id)).toEqual({ if: 'A', elseIf: [], else: undefined });
    await story.patch(`/branch/${id}`, { theme: 'blue' });
    expect(await branchOf(story, id)).toMatchObject({ theme: 'blue', x: 10, y: 20 });
  },
);

rule(
  [patchBranch, '[Branches and conditions 3]', '[Branches and conditions 4]', '[Branches and conditions 7]', '[Errors 3.3]'],
  'ids of conditions must belong to the branch, each at most once',
  async (client) => {
    const story = await newStory(client);
    const [id, other] = [
      await story.branch({ conditions: { elseIfConditions: [{ script: 'b' }] } }),
      await story.branch({ conditions: { elseIfConditions: [{ script: 'x' }] } }),
    ];
    const ownConditions = await conditionsOf(story, id);
    const otherConditions = await conditionsOf(story, other);
    const wrong = [
      { ifCondition: { id: otherConditions.ifCondition.id, script: 'a' } },
      { ifCondition: { id: unknownId(), script: 'a' } },
      { elseIfConditions: [{ id: otherConditions.elseIfConditions[0].id }] },
      { elseIfConditions: [{ id: unknownId() }] },
      { elseIfConditions: [{ id: ownConditions.ifCondition.id }] },
      { elseIfConditions: [{ id: ownConditions.elseIfConditions[0].id }, { id: ownConditions.elseIfConditions[0].id }] },
    ];
    const before = await scripts(story, id);
    for (const conditions of wrong) {
      const { status } = await client.patch(`/${story.hash}/branch/${id}`, { conditions });
      expect([400, 404, 409], JSON.stringify(conditions)).toContain(status);
    }
    for (const conditions of [{ ifCondition: { script: 'a', output: 'x' } }, { elseCondition: { output: null } }])
      await story.refuse(400, 'PATCH', `/branch/${id}`, { conditions }, 'conditions');
    expect(await scripts(story, id)).toEqual(before);
    const path = `/branch/${id}/else-if-condition/${otherConditions.elseIfConditions[0].id}`;
    await story.refuse(404, 'PATCH', path, { script: 'mine' });
    await story.refuse(404, 'DELETE', path);
    await story.refuse(404, 'PATCH', `${path}/index`, { index: 0 });
    await story.refuse(404, 'PATCH', `/branch/${id}/else-if-condition/${ownConditions.ifCondition.id}`, { script: 'if' });
  },
);

rule(
  ['[Branches and conditions] PATCH /{hash}/branch/{branchID}/if-condition', '[Branch and conditions 5]'],
  'the if can be changed separately; an empty script is null',
  async (client) => {
    const story = await newStory(client);
    const id = await story.branch();
    await story.patch(`/branch/${id}/if-condition`, { script: 'a == 1' });
    expect((await scripts(story, id)).if).toBe('a == 1');
    await story.patch(`/branch/${id}/if-condition`, { script: '' });
    expect((await scripts(story, id)).if).toBeNull();
    await story.same(`/branch/${id}/if-condition`, { script: null });
  },
);

rule(
  [
    '[Branches and conditions] POST /{hash}/branch/{branchID}/else-if-condition',
    '[Branches and conditions] PATCH /{hash}/branch/{branchID}/else-if-condition/{conditionID}',
    '[Branches and conditions] PATCH /{hash}/branch/{branchID}/else-if-condition/{conditionID}/index',
    '[Branches and conditions] DELETE /{hash}/branch/{branchID}/else-if-condition/{conditionID}',
    '[Branch and conditions 2]',
  ],
  'else ifs are added, changed and reordered; deleting one deletes its connection',
  async (client) => {
    const story = await newStory(client);
    const id = await story.branch({ conditions: { elseCondition: { script: 'z' } } });
    const list = `/branch/${id}/else-if-condition`;
    const [a, b, c] = [await story.create(list, { script: 'a' }), await story.create(list), await story.create(list, { script: 'c' })];
    expect(await scripts(story, id)).toEqual({ if: null, elseIf: ['a', null, 'c'], else: 'z' });
    await story.patch(`${list}/${b}`, { script: 'b' });
    await story.patch(`${list}/${c}/index`, { index: 0 });
    expect((await scripts(story, id)).elseIf).toEqual(['c', 'a', 'b']);
    await story.patch(`${list}/${c}/index`, { index: 9 });
    expect(await scripts(story, id)).toEqual({ if: null, elseIf: ['a', 'b', 'c'], else: 'z' });
    const connection = await story.connection(a, await story.element(), { sourceType: 'conditions' });
    await story.remove(`${list}/${a}`);
    expect((await scripts(story, id)).elseIf).toEqual(['b', 'c']);
    expect((await story.get(`/connection/${connection}`)).status).toBe(404);
    await story.refuse(404, 'PATCH', `${list}/${a}`, { script: 'a' });
    await story.refuse(404, 'DELETE', `/branch/${await story.branch()}/else-if-condition/${b}`);
  },
);

rule(
  [
    '[Branches and conditions] POST /{hash}/branch/{branchID}/else-condition',
    '[Branches and conditions] PATCH /{hash}/branch/{branchID}/else-condition',
    '[Branches and conditions] DELETE /{hash}/branch/{branchID}/else-condition',
    '[Branch and conditions 2]',
    '[Errors 3.3]',
  ],
  'there is at most one else: a second is a 409, a missing one a 404',
  async (client) => {
    const story = await newStory(client);
    const id = await story.branch();
    const path = `/branch/${id}/else-condition`;
    await story.refuse(404, 'PATCH', path, { script: 'a' });
    await story.refuse(404, 'DELETE', path);
    const condition = await story.create(path);
    expect((await conditionsOf(story, id)).elseCondition).toEqual({ id: condition, output: null, script: null });
    const { body } = await story.refuse(409, 'POST', path, { script: 'b' });
    expect(body.status).toBe(409);
    await story.patch(path, { script: 'b' });
    const connection = await story.connection(condition, await story.element(), { sourceType: 'conditions' });
    await story.remove(path);
    expect((await story.get(`/connection/${connection}`)).status).toBe(404);
    expect((await scripts(story, id)).else).toBeUndefined();
  },
);

rule(
  '[Branches and conditions] DELETE /{hash}/branch/{branchID}',
  'deleting a branch deletes its conditions and the connections to and from it',
  async (client) => {
    const story = await newStory(client);
    const [id, element] = [await story.branch({ conditions: { elseCondition: {} } }), await story.element()];
    const { ifCondition, elseCondition } = await conditionsOf(story, id);
    const lines = [
      await story.connection(element, id, { targetType: 'branches' }),
      await story.connection(ifCondition.id, element, { sourceType: 'conditions' }),
      await story.connection(elseCondition.id, element, { sourceType: 'conditions' }),
    ];
    await story.remove(`/branch/${id}`);
    for (const line of lines) expect((await story.get(`/connection/${line}`)).status).toBe(404);
    await story.refuse(404, 'PATCH', `/branch/${id}/if-condition`, { script: 'a' });
    expect((await story.read(`/board/${story.board}`)).connections).toEqual([]);
  },
);
