/** [Boards and folders]: the tree, its items, and what is deleted with a board. */
import { expect } from 'vitest';
import { shapes } from './read-rows.ts';
import { rule } from './rule.ts';
import { expectFields, newStory, type Story, unknownId } from './story.ts';

const entry = async (story: Story, id: string) => (await story.read('/board')).find((each: { id: string }) => each.id === id);

rule(
  ['[Board and folder 1]', '[Board and folder 2]', '[Boards and folders] GET /{hash}/board'],
  'the tree lists the root, folders and boards with the same fields and their counts',
  async (client) => {
    const story = await newStory(client);
    const folder = await story.boardFolder({ name: 'Acts' });
    const inner = await story.newBoard({ parentId: folder, name: 'Act 2' });
    const [one, two] = [await story.element(), await story.element()];
    await story.connection(one, two);
    await story.note();
    await story.branch();
    await story.jumper();
    const tree = await story.read('/board');
    for (const each of tree) expectFields(each, shapes.treeBoard);
    const root = tree.find(({ parentId }: { parentId: string | null }) => parentId === null);
    const none = { elementCount: 0, noteCount: 0, connectionCount: 0, branchCount: 0, jumperCount: 0 };
    expect(root).toMatchObject({ type: 'folder', children: [story.board, folder], ...none });
    expect(await entry(story, folder)).toMatchObject({ name: 'Acts', type: 'folder', parentId: root.id, children: [inner], ...none });
    expect(await entry(story, inner)).toMatchObject({ name: 'Act 2', type: 'board', parentId: folder, children: [], ...none });
    expect(await entry(story, story.board)).toMatchObject({
      children: [],
      elementCount: 2,
      noteCount: 1,
      connectionCount: 1,
      branchCount: 1,
      jumperCount: 1,
    });
  },
);

rule(
  ['[Board and folder 3]', '[Board and folder 4]', '[Board and folder 8]'],
  'a board is read with its items, a folder with its children and without customId',
  async (client) => {
    const story = await newStory(client);
    const [element, note, jumper, branch] = [await story.element(), await story.note(), await story.jumper(), await story.branch()];
    const connection = await story.connection(element, element);
    const attribute = await story.attribute(`/board/${story.board}`);
    const board = await story.read(`/board/${story.board}`);
    expect(board).toMatchObject({
      id: story.board,
      elements: [element],
      notes: [note],
      jumpers: [jumper],
      branches: [branch],
      connections: [connection],
      comments: [],
      attributes: [attribute],
    });
    const folder = await story.boardFolder({ name: 'Acts' });
    const inner = await story.newBoard({ parentId: folder });
    const read = await story.read(`/board/${folder}`);
    expect(read).toMatchObject({ id: folder, name: 'Acts', children: [inner] });
    for (const field of ['elements', 'notes', 'jumpers', 'branches', 'connections']) expect(read).not.toHaveProperty(field);
    expect(read.customId ?? null).toBeNull();
  },
);

rule(
  ['[Boards and folders] POST /{hash}/board', '[Board and folder 7]'],
  'defaults: a board named "Untitled board" at the end of the root, a folder named "New Folder"',
  async (client) => {
    const story = await newStory(client);
    const board = await story.create('/board');
    expect(await entry(story, board)).toMatchObject({ type: 'board', name: 'Untitled board' });
    expect((await story.read(`/board/${board}`)).customId).toMatch(/^[A-Za-z$][0-9A-Za-z_]*$/);
    const folder = await story.create('/board', { type: 'folder' });
    expect(await entry(story, folder)).toMatchObject({ type: 'folder', name: 'New Folder' });
    const root = (await story.read('/board')).find(({ parentId }: { parentId: string | null }) => parentId === null);
    expect(root.children.slice(-2)).toEqual([board, folder]);
    const atRoot = await story.create('/board', { parentId: null, index: 0 });
    expect((await entry(story, root.id)).children[0]).toBe(atRoot);
  },
);

rule(
  ['[Board and folder 6]', '[Board and folder 7]', '[G23]'],
  'a generated customId is derived from the name and unique among boards and components',
  async (client) => {
    const story = await newStory(client);
    const idOf = async (id: string) => (await story.read(`/board/${id}`)).customId;
    const [one, two] = [await idOf(await story.newBoard({ name: 'Café 3' })), await idOf(await story.newBoard({ name: 'Café 3' }))];
    expect(one).toMatch(/^cafe_?3$/);
    expect(two).not.toBe(one);
    const component = await story.component({ name: 'Café 3' });
    expect([one, two]).not.toContain((await story.read(`/component/${component}`)).customId);
    expect(await idOf(await story.newBoard({ name: 'random' }))).not.toBe('random');
    expect(await idOf(await story.newBoard({ name: '3 !' }))).toMatch(/^[A-Za-z$]/);
  },
);

rule('[Board and folder 6]', 'a customId follows its pattern, is not reserved, and is unique', async (client) => {
  const story = await newStory(client);
  const board = await story.newBoard({ customId: '$act_2' });
  expect((await story.read(`/board/${board}`)).customId).toBe('$act_2');
  for (const customId of ['1st', 'a b', 'ä', '_a', '', 'a-b', 'if', 'elseif', 'true', 'random', 'visits', 'resetAll', '$act_2'])
    await story.refuse(400, 'POST', '/board', { customId }, 'customId');
  await story.newBoard({ customId: 'If' });
  await story.newBoard({ customId: '$Act_2' });
  const { customId } = await story.read(`/component/${await story.component({ name: 'Ada' })}`);
  await story.refuse(400, 'POST', '/board', { customId }, 'customId');
});

rule(
  ['[Boards and folders 3]', '[Boards and folders 4]', '[Boards and folders 5]', '[Board and folder 8]'],
  'a customId can be sent again but not changed; folders have none',
  async (client) => {
    const story = await newStory(client);
    const board = await story.newBoard({ customId: 'act' });
    await story.same(`/board/${board}`, { customId: 'act' });
    await story.patch(`/board/${board}`, { customId: 'act', name: 'Other' });
    expect(await story.read(`/board/${board}`)).toMatchObject({ name: 'Other', customId: 'act' });
    await story.refuse(400, 'PATCH', `/board/${board}`, { customId: 'scene' }, 'customId');
    await story.refuse(400, 'PATCH', `/board/${board}`, { customId: null }, 'customId');
    const folder = await story.boardFolder();
    await story.refuse(400, 'PATCH', `/board/${folder}`, { customId: 'folder_1' }, 'customId');
    await story.refuse(400, 'POST', '/board', { type: 'folder', customId: 'folder_1' }, 'customId');
    await story.patch(`/board/${folder}`, { name: 'Renamed' });
  },
);

rule(
  ['[Boards and folders 1]', '[Errors] 404', '[Errors] 400'],
  'the five lists are a 404 for a missing board and a 400 for a folder',
  async (client) => {
    const story = await newStory(client);
    const folder = await story.boardFolder();
    for (const list of ['elements', 'notes', 'jumpers', 'branches', 'connections']) {
      expect((await story.get(`/board/${unknownId()}/${list}`)).status, list).toBe(404);
      expect((await story.get(`/board/${folder}/${list}`)).status, list).toBe(400);
      expect(await story.read(`/board/${story.board}/${list}`)).toEqual([]);
    }
  },
);

rule(
  '[Boards and folders] GET /{hash}/board/{boardID}/notes',
  'the lists are in board order, and a folder as board of an item is a 400',
  async (client) => {
    const story = await newStory(client);
    for (const kind of ['note', 'jumper', 'branch'] as const) {
      const ids = [await story[kind](), await story[kind](), await story[kind]()];
      const list = await story.read(`/board/${story.board}/${kind === 'branch' ? 'branches' : `${kind}s`}`);
      expect(list.map(({ id }: { id: string }) => id)).toEqual(ids);
    }
    const [a, b] = [await story.element(), await story.element()];
    const connections = [await story.connection(a, b), await story.connection(b, a), await story.connection(a, a)];
    expect((await story.read(`/board/${story.board}/connections`)).map(({ id }: { id: string }) => id)).toEqual(connections);
    const boardId = await story.boardFolder();
    for (const kind of ['element', 'note', 'jumper', 'branch']) await story.refuse(400, 'POST', `/${kind}`, { boardId, x: 0, y: 0 });
  },
);

rule(['[Boards and folders 2]', '[Errors] 400', '[Errors] 404', '[G5]'], 'a parent must exist and be a folder', async (client) => {
  const story = await newStory(client);
  await story.refuse(404, 'POST', '/board', { parentId: unknownId() });
  await story.refuse(400, 'POST', '/board', { parentId: story.board });
  await story.refuse(404, 'PATCH', `/board/${story.board}/index`, { parentId: unknownId(), index: 0 });
  await story.refuse(400, 'PATCH', `/board/${story.board}/index`, { parentId: await story.newBoard(), index: 0 });
});

rule(
  ['[Boards and folders 6]', '[Boards and folders] PATCH /{hash}/board/{boardID}/index'],
  'a board moves into a folder, keeps its parent if none is named, and never moves into itself',
  async (client) => {
    const story = await newStory(client);
    const [outer, second] = [await story.boardFolder(), await story.newBoard()];
    const inner = await story.boardFolder({ parentId: outer });
    await story.patch(`/board/${second}/index`, { parentId: outer, index: 0 });
    expect((await entry(story, outer)).children).toEqual([second, inner]);
    await story.patch(`/board/${second}/index`, { index: 1 });
    expect((await entry(story, outer)).children).toEqual([inner, second]);
    await story.patch(`/board/${second}/index`, { parentId: null, index: 0 });
    const root = (await story.read('/board')).find(({ parentId }: { parentId: string | null }) => parentId === null);
    expect(root.children[0]).toBe(second);
    await story.refuse(400, 'PATCH', `/board/${outer}/index`, { parentId: outer, index: 0 });
    await story.refuse(400, 'PATCH', `/board/${outer}/index`, { parentId: inner, index: 0 });
    await story.patch(`/board/${inner}/index`, { parentId: root.id, index: 0 });
  },
);

rule(
  ['[Boards and folders 7]', '[Boards and folders 8]', '[Boards and folders] DELETE /{hash}/board/{boardID}'],
  'deleting a board deletes its contents, deleting a folder everything below it',
  async (client) => {
    const story = await newStory(client);
    const folder = await story.boardFolder();
    const inner = await story.boardFolder({ parentId: folder });
    const boardId = await story.newBoard({ parentId: inner });
    const element = await story.element({ boardId });
    const gone = {
      element,
      note: await story.note({ boardId }),
      jumper: await story.jumper({ boardId }),
      branch: await story.branch({ boardId }),
      connection: await story.connection(element, element, { boardId }),
      attribute: await story.attribute(`/board/${boardId}`),
      board: boardId,
    };
    const ofElement = await story.attribute(`/element/${element}`);
    const outside = await story.jumper({ elementId: element });
    await story.remove(`/board/${folder}`);
    for (const [kind, id] of Object.entries(gone)) expect((await story.get(`/${kind}/${id}`)).status, kind).toBe(404);
    expect((await story.get(`/attribute/${ofElement}`)).status).toBe(404);
    expect(await entry(story, inner)).toBeUndefined();
    expect((await story.read(`/jumper/${outside}`)).elementId).toBeNull();
  },
);

const startOf = async (story: Story) => ((await story.read('/json')) as { startingElement: string | null }).startingElement;

rule(
  [
    '[Boards and folders 9]',
    '[States and transitions] element E is start: DELETE element E',
    '[States and transitions] element E is start: DELETE board or folder whose subtree contains E',
    '[Elements] DELETE /{hash}/element/{elementID}',
  ],
  'the start is cleared with its element, its board or a folder around it, and no other is chosen',
  async (client) => {
    const story = await newStory(client);
    const folder = await story.boardFolder();
    const boardId = await story.newBoard({ parentId: folder });
    const ways: [string, (element: string) => string][] = [
      [story.board, (element) => `/element/${element}`],
      [await story.newBoard(), () => ''],
      [boardId, () => `/board/${folder}`],
    ];
    for (const [home, path] of ways) {
      const [element] = [await story.element({ boardId: home }), await story.element()];
      await story.patch('/starting-element', { id: element });
      expect(await startOf(story)).toBe(element);
      await story.remove(path(element) || `/board/${home}`);
      expect(await startOf(story)).toBeNull();
    }
  },
);

rule(
  [
    '[States and transitions] any: PATCH starting-element with id = element ID',
    '[States and transitions] any: PATCH starting-element with id = null',
    '[Elements] PATCH /{hash}/starting-element',
  ],
  'the start is set to an existing element, and cleared by null',
  async (client) => {
    const story = await newStory(client);
    const [one, two] = [await story.element(), await story.element()];
    await story.patch('/starting-element', { id: one });
    expect(await startOf(story)).toBe(one);
    await story.same('/starting-element', { id: one });
    await story.patch('/starting-element', { id: two });
    await story.refuse(404, 'PATCH', '/starting-element', { id: unknownId() });
    await story.refuse(400, 'PATCH', '/starting-element', {});
    expect(await startOf(story)).toBe(two);
    await story.patch('/starting-element', { id: null });
    expect(await startOf(story)).toBeNull();
  },
);

rule(
  [
    '[Boards and folders 10]',
    '[Board and folder 5]',
    '[Errors 3.1]',
    '[Errors 3.2]',
    '[Errors] 409',
    '[States and transitions] any: DELETE last playable board, or folder holding all remaining playable boards',
  ],
  'the last playable board stays, even if it is empty: 409 integrity_conflict, invalid_target, nothing applied',
  async (client) => {
    const story = await newStory(client);
    await story.boardFolder();
    const element = await story.element();
    await story.patch('/starting-element', { id: element });
    const expectKept = async (path: string) => {
      const { body } = await story.refuse(409, 'DELETE', path);
      expect(body).toMatchObject({ type: 'integrity_conflict', conflictType: 'invalid_target' });
      expect(await startOf(story)).toBe(element);
    };
    await expectKept(`/board/${story.board}`);
    const folder = await story.boardFolder();
    await story.patch(`/board/${story.board}/index`, { parentId: folder, index: 0 });
    const second = await story.newBoard({ parentId: folder });
    await expectKept(`/board/${folder}`);
    const third = await story.newBoard();
    await story.remove(`/board/${second}`);
    await story.remove(`/board/${third}`);
    await expectKept(`/board/${folder}`);
  },
);
