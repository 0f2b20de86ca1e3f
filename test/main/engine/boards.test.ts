/** [Board and folder, Boards and folders] */
import { describe, expect, test } from 'vitest';
import { maxTreeDepth } from '../../../shared/model/kinds/field-schemas.ts';
import { reservedWords } from '../../../shared/script/identifiers.ts';
import { createEmptyStory } from '../../story-builder.ts';
import { openStory, pathsOf } from './open-story.ts';

describe('[Boards] create', () => {
  test('without anything it is a board at the end of the root, named and with a customId of its own', () => {
    const { project, make, roots, board } = openStory();
    const id = make('board', {});
    expect(project.find('board', id)).toMatchObject({
      type: 'board',
      name: 'Untitled board',
      customId: 'untitled_board',
      parentId: roots.board,
    });
    expect(project.childIds(roots.board, 'boards')).toEqual([board, id]);
  });

  test('a folder is named New Folder and has no customId', () => {
    const { project, make, refusedCreate } = openStory();
    expect(project.find('board', make('board', { type: 'folder' }))).toMatchObject({ name: 'New Folder', customId: null });
    expect(pathsOf(refusedCreate('board', { type: 'folder', customId: 'shelf' }))).toEqual(['customId']);
  });

  test('parentId null is the root; a missing parent is a 404, one that is no folder a 400 (G5)', () => {
    const { project, make, roots, board, refusedCreate } = openStory();
    expect(project.find('board', make('board', { parentId: null }))?.parentId).toBe(roots.board);
    expect(refusedCreate('board', { parentId: 'nowhere' }).status).toBe(404);
    expect(refusedCreate('board', { parentId: board })).toMatchObject({ status: 400, errors: { parentId: 'isn’t a folder' } });
  });

  test('index is the position among all children of the parent; omitted or too large means the end', () => {
    const { project, make, roots, board } = openStory();
    const first = make('board', {}, { at: 0 });
    const folder = make('board', { type: 'folder' }, { at: 1 });
    const last = make('board', {}, { at: '-' });
    const far = make('board', {}, { at: 99 });
    expect(project.childIds(roots.board, 'boards')).toEqual([first, folder, board, last, far]);
  });

  test('a customId follows the pattern, is not reserved and unique among boards and components', () => {
    const { make, refusedCreate, refusedChange, change, project } = openStory();
    const somebody = make('component', { name: 'Ada' });
    expect(project.find('component', somebody)?.customId).toBe('ada');
    for (const customId of ['1st', '_x', 'a-b', '', 'ä', ...reservedWords]) {
      expect(refusedCreate('board', { customId })).toMatchObject({ status: 400 });
      expect(pathsOf(refusedCreate('board', { customId }))).toEqual(['customId']);
    }
    for (const customId of ['ada', 'act_1']) expect(pathsOf(refusedCreate('board', { customId }))).toEqual(['customId']);
    for (const customId of ['$', 'A1_', 'IF', 'Ada']) make('board', { customId });
    const folder = make('board', { type: 'folder' });
    expect(refusedChange('board', folder, { customId: 'x' }).status).toBe(400);
    expect(change('board', folder, { name: 'Shelf' }).versionTime).not.toBeNull();
  });

  test('[G23] a generated customId is derived from the name and unique', () => {
    const { project, make } = openStory();
    const ids = ['Küche', 'Küche', 'if', '42', 'act 1', ''].map((name) => project.find('board', make('board', { name }))?.customId);
    expect(ids).toEqual(['kuche', 'kuche_2', 'if_2', 'id_42', 'act_1_2', 'id']);
  });

  test('a name must be a text', () => {
    const { refusedCreate } = openStory();
    expect(pathsOf(refusedCreate('board', { name: null }))).toEqual(['name']);
    expect(pathsOf(refusedCreate('board', { name: 7, type: 'shelf' }))).toEqual(['name', 'type']);
  });
});

describe('[Boards] change', () => {
  test('a missing customId can be set and an existing one sent again, but not changed', () => {
    const { engine, environment, refusedChange, change, make } = openStory();
    const { hash } = engine.createProject(
      createEmptyStory(environment).map((record) => (record.customId ? { ...record, customId: null } : record)),
    );
    const project = engine.getProject(hash);
    const [old = ''] = project.childIds(project.projectRecord.roots.board, 'boards');
    engine.execute(hash, { do: 'change', kind: 'board', id: old, fields: { customId: 'hall' } }, 'api');
    expect(project.find('board', old)?.customId).toBe('hall');
    const id = make('board', { customId: 'hall' });
    expect(change('board', id, { customId: 'hall' }).versionTime).toBeNull();
    expect(refusedChange('board', id, { customId: 'cellar' })).toMatchObject({
      status: 400,
      errors: { customId: 'can’t be changed once it is set' },
    });
    expect(refusedChange('board', id, { customId: null }).status).toBe(400);
  });

  test('type and parent are no fields of a change', () => {
    const { make, refusedChange, board } = openStory();
    const folder = make('board', { type: 'folder' });
    expect(pathsOf(refusedChange('board', board, { type: 'folder', parentId: folder }))).toEqual(['parentId', 'type']);
  });

  test('the root cannot be changed, and a missing board is a 404', () => {
    const { roots, refusedChange } = openStory();
    expect(refusedChange('board', roots.board, { name: 'Mine' }).status).toBe(400);
    expect(refusedChange('board', 'nothing', { name: 'Mine' }).status).toBe(404);
  });
});

describe('[Boards] move', () => {
  test('index counts without the board itself; without a parent it stays in its folder, null is the root', () => {
    const { project, make, send, board, roots } = openStory();
    const [one, two] = [make('board', {}), make('board', {})];
    const folder = make('board', { type: 'folder' });
    send({ do: 'move', kind: 'board', id: board, at: 1 });
    expect(project.childIds(roots.board, 'boards')).toEqual([one, board, two, folder]);
    send({ do: 'move', kind: 'board', id: board, to: folder, at: 0 });
    expect(project.childIds(folder, 'boards')).toEqual([board]);
    send({ do: 'move', kind: 'board', id: board, at: 5 });
    expect(project.find('board', board)?.parentId).toBe(folder);
    send({ do: 'move', kind: 'board', id: board, to: null, at: 0 });
    expect(project.childIds(roots.board, 'boards')).toEqual([board, one, two, folder]);
  });

  test('a move to the current position changes nothing', () => {
    const { send, board } = openStory();
    expect(send({ do: 'move', kind: 'board', id: board, at: 0 }).versionTime).toBeNull();
    expect(send({ do: 'move', kind: 'board', id: board, at: '-' }).versionTime).toBeNull();
  });

  test('the target is an existing folder, the root cannot be moved, and nothing can be moved into itself', () => {
    const { make, board, roots, refused } = openStory();
    const outer = make('board', { type: 'folder' });
    const inner = make('board', { type: 'folder', parentId: outer });
    const move = (id: string, to: string) => refused({ do: 'move', kind: 'board', id, to, at: 0 });
    expect(move(outer, board)).toMatchObject({ status: 400, errors: { parentId: 'isn’t a folder' } });
    expect(move(outer, 'nowhere').status).toBe(404);
    expect(move(outer, roots.component).status).toBe(404);
    expect(move(outer, outer).status).toBe(400);
    expect(move(outer, inner).status).toBe(400);
    expect(refused({ do: 'move', kind: 'board', id: roots.board, at: 0 }).status).toBe(400);
  });

  test('[G33] no board or folder is deeper than 200 levels, also below a folder that moves', () => {
    const { make, send, refused, refusedCreate, project } = openStory();
    const chain = (parentId: string | null, levels: number) => {
      const ids: string[] = [];
      for (let level = 0; level < levels; level++) ids.push(make('board', { type: 'folder', parentId: ids.at(-1) ?? parentId }));
      return ids;
    };
    const deep = chain(null, maxTreeDepth - 1);
    const last = deep.at(-1) ?? '';
    make('board', { parentId: last });
    expect(pathsOf(refusedCreate('board', { parentId: make('board', { type: 'folder', parentId: last }) }))).toEqual(['parentId']);
    const [outer = '', inner = ''] = chain(null, 2);
    make('board', { parentId: inner });
    const move = (levels: number) => ({ do: 'move', kind: 'board', id: outer, to: deep[maxTreeDepth - levels - 1] ?? '', at: 0 });
    expect(refused(move(2))).toMatchObject({ status: 400, errors: { parentId: 'is more than 200 levels below the root' } });
    send(move(3));
    expect(project.find('board', outer)?.parentId).toBe(deep[maxTreeDepth - 4]);
  });
});

describe('[Boards] delete', () => {
  test('removing a board removes its contents', () => {
    const { project, build, make, send, sound } = openStory();
    const id = make('board', {});
    const before = project.size;
    const [from, to] = [build('element', { boardId: id }), build('element', { boardId: id })];
    build('connection', { boardId: id, sourceid: from.id, targetid: to.id });
    build('note', { boardId: id });
    build('jumper', { boardId: id, elementId: from.id });
    build('branch', { boardId: id });
    build('attribute', { cId: from.id });
    build('attribute', { cId: id, cType: 'boards', customId: 'x' });
    build('reply', { commentId: build('comment', { boardId: id }).id });
    expect(project.size).toBe(before + 11);
    expect(send({ do: 'remove', kind: 'board', id })).toMatchObject({ newVersion: 13 });
    expect(project.size).toBe(before - 1);
    sound();
  });

  test('removing a folder removes its whole subtree', () => {
    const { project, make, send, build } = openStory();
    const before = project.size;
    const outer = make('board', { type: 'folder' });
    const inner = make('board', { type: 'folder', parentId: outer });
    build('element', { boardId: make('board', { parentId: inner }) });
    send({ do: 'remove', kind: 'board', id: outer });
    expect(project.size).toBe(before);
  });

  test('the starting element is cleared if it is inside, and no other is chosen', () => {
    const { project, make, build, send } = openStory();
    const folder = make('board', { type: 'folder' });
    const start = build('element', { boardId: make('board', { parentId: folder }) }).id;
    send({ do: 'change', kind: 'project', id: 'project', fields: { startingElement: start } });
    send({ do: 'remove', kind: 'board', id: folder });
    expect(project.projectRecord.startingElement).toBeNull();
  });

  test('deleting the last playable board is a 409 and changes nothing', () => {
    const { board, refused } = openStory();
    expect(refused({ do: 'remove', kind: 'board', id: board })).toMatchObject({
      status: 409,
      type: 'integrity_conflict',
      conflictType: 'invalid_target',
      context: { kind: 'board', id: board },
    });
  });

  test('so is deleting the folder with all remaining playable boards; an empty board elsewhere is enough', () => {
    const { board, make, send, refused, project } = openStory();
    const outer = make('board', { type: 'folder' });
    const inner = make('board', { type: 'folder', parentId: outer });
    send({ do: 'move', kind: 'board', id: board, to: inner, at: 0 });
    expect(refused({ do: 'remove', kind: 'board', id: outer }).conflictType).toBe('invalid_target');
    make('board', {});
    send({ do: 'remove', kind: 'board', id: outer });
    expect(project.has(board)).toBe(false);
  });

  test('the root cannot be deleted (400), a missing board is a 404', () => {
    const { roots, refused } = openStory();
    expect(refused({ do: 'remove', kind: 'board', id: roots.board }).status).toBe(400);
    expect(refused({ do: 'remove', kind: 'board', id: 'nothing' }).status).toBe(404);
  });

  test('linked boards that pointed at it are cleared', () => {
    const { project, make, build, send } = openStory();
    const other = make('board', {});
    const element = build('element', { linkedBoard: other });
    send({ do: 'remove', kind: 'board', id: other });
    expect(project.find('element', element.id)?.linkedBoard).toBeNull();
  });
});
