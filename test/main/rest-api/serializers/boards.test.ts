import { describe, expect, test } from 'vitest';
import { addedLists } from '../../../added-lists.ts';
import { openReads } from './open-reads.ts';

const itemLists = ['listBoardElements', 'listBoardNotes', 'listBoardJumpers', 'listBoardBranches', 'listBoardConnections'] as const;

describe('the board tree', () => {
  test('[Board and folder] every entry has the same fields, the root is a folder without a parent, counts are of direct items', () => {
    const { read, build, board, roots } = openReads();
    const folder = build('board', { type: 'folder', name: 'Part 1' });
    const inner = build('board', { name: 'Inner', parentId: folder.id });
    const one = build('element', { boardId: board });
    const two = build('element', { boardId: board });
    build('connection', { boardId: board, sourceid: one.id, targetid: two.id });
    build('note', { boardId: board });
    build('branch', { boardId: board });
    build('jumper', { boardId: inner.id });
    const none = { elementCount: 0, noteCount: 0, connectionCount: 0, branchCount: 0, jumperCount: 0 };
    expect(read('listBoards')).toEqual([
      { id: roots.board, name: 'Root', type: 'folder', parentId: null, children: [board, folder.id], ...none },
      {
        id: board,
        name: 'Act 1',
        type: 'board',
        parentId: roots.board,
        children: [],
        elementCount: 2,
        noteCount: 1,
        connectionCount: 1,
        branchCount: 1,
        jumperCount: 0,
      },
      { id: folder.id, name: 'Part 1', type: 'folder', parentId: roots.board, children: [inner.id], ...none },
      { id: inner.id, name: 'Inner', type: 'board', parentId: folder.id, children: [], ...none, jumperCount: 1 },
    ]);
  });

  test('[Board and folder] folders list their children in order, at any depth of the tree', () => {
    const { list, send, build, roots } = openReads();
    let parentId: string = roots.board;
    for (let depth = 0; depth < 190; depth++)
      [parentId = ''] = send({ do: 'create', kind: 'board', fields: { type: 'folder', parentId } }).ids;
    const last = build('board', { name: 'Deep', parentId, customId: 'deep' });
    expect(list('listBoards')).toHaveLength(193);
    expect(list('listBoards').at(-1)).toMatchObject({ id: last.id, parentId });
    const first = build('board', { name: 'Before', parentId });
    send({ do: 'move', kind: 'board', id: first.id, at: 0 });
    expect(list('listBoards').find(({ id }) => id === parentId)?.children).toEqual([first.id, last.id]);
  });
});

describe('a stored board', () => {
  test('[Board and folder] a board lists its contents by id, in order', () => {
    const { read, build, board } = openReads();
    const [one, two] = [build('element', { boardId: board }), build('element', { boardId: board })];
    const connection = build('connection', { boardId: board, sourceid: one.id, targetid: two.id });
    const note = build('note', { boardId: board });
    const jumper = build('jumper', { boardId: board });
    const branch = build('branch', { boardId: board });
    const thread = build('comment', { boardId: board });
    const attribute = build('attribute', { cId: board, cType: 'boards', value: { type: 'boolean' }, customId: 'open' });
    expect(read('getBoard', { boardId: board })).toEqual({
      id: board,
      name: 'Act 1',
      customId: 'act_1',
      elements: [one.id, two.id],
      notes: [note.id],
      jumpers: [jumper.id],
      branches: [branch.id],
      connections: [connection.id],
      ...Object.fromEntries(addedLists.map((list) => [list, []])),
      comments: [thread.id],
      attributes: [attribute.id],
    });
  });

  test('[Board and folder] a folder carries children instead of items, and no customId; so does the root', () => {
    const { read, build, board, roots } = openReads();
    const folder = build('board', { type: 'folder', name: 'Part 1' });
    expect(read('getBoard', { boardId: folder.id })).toEqual({ id: folder.id, name: 'Part 1', children: [] });
    expect(read('getBoard', { boardId: roots.board })).toEqual({ id: roots.board, name: 'Root', children: [board, folder.id] });
  });

  test('[Errors 5] an unknown board is a 404', () => {
    const { refusedRead, build } = openReads();
    expect(refusedRead('getBoard', { boardId: 'nobody' })).toMatchObject({ status: 404, context: { kind: 'board', id: 'nobody' } });
    expect(refusedRead('getBoard', { boardId: build('note').id }).status).toBe(404);
  });
});

test.each(itemLists)('[Boards] %s is a 404 for a missing board and a 400 if the id is a folder', (name) => {
  const { refusedRead, read, board, roots, build } = openReads();
  expect(refusedRead(name, { boardId: 'nobody' }).status).toBe(404);
  expect(refusedRead(name, { boardId: roots.board })).toMatchObject({ status: 400, errors: { boardId: expect.any(String) } });
  expect(refusedRead(name, { boardId: build('board', { type: 'folder', name: 'F' }).id }).status).toBe(400);
  expect(read(name, { boardId: board })).toEqual([]);
});
