/** [Element, Elements] and what every item on a board has in common ([Common conventions] Canvas, color theme, index). */
import { describe, expect, test } from 'vitest';
import { themes } from '../../../shared/model/kinds/field-schemas.ts';
import { openStory, pathsOf } from './open-story.ts';

const items = [
  ['element', { width: 301, height: 121 }],
  ['note', { width: 301, height: 101 }],
  ['jumper', { width: 185, height: 86 }],
  ['branch', { width: 288, height: 53 }],
] as const;

describe.each(items)('[Common conventions] %s', (kind, { width, height }) => {
  test('is entirely inside the canvas of 40000 by 40000', () => {
    const { board: boardId, make, refusedCreate } = openStory();
    const at = (x: unknown, y: unknown) => ({ boardId, x, y });
    make(kind, at(0, 0));
    make(kind, at(40_000 - width, 40_000 - height));
    make(kind, at(0.5, 12.25));
    expect(refusedCreate(kind, at(40_000 - width + 1, 40_000 - height + 1))).toMatchObject({ status: 400 });
    expect(pathsOf(refusedCreate(kind, at(40_000 - width + 1, 40_000 - height + 1)))).toEqual(['x', 'y']);
    for (const bad of [-1, '1', null, Number.NaN, Number.POSITIVE_INFINITY])
      expect(pathsOf(refusedCreate(kind, at(bad, bad)))).toEqual(['x', 'y']);
  });

  test('a change is checked with the geometry that stays', () => {
    const { board: boardId, make, refusedChange, change } = openStory();
    const id = make(kind, { boardId, x: 0, y: 40_000 - height });
    expect(change(kind, id, { x: 40_000 - width }).versionTime).not.toBeNull();
    expect(pathsOf(refusedChange(kind, id, { x: 40_000 }))).toEqual(['x']);
    if (kind === 'branch') expect(pathsOf(refusedChange(kind, id, { width: 1 }))).toEqual(['width']);
    else expect(refusedChange(kind, id, { height: height + 1 }).status).toBe(400);
  });

  test('needs a board that exists (409 missing_parent) and is no folder (400)', () => {
    const { make, refusedCreate } = openStory();
    const folder = make('board', { type: 'folder' });
    expect(refusedCreate(kind, { boardId: 'nowhere', x: 0, y: 0 })).toMatchObject({ status: 409, conflictType: 'missing_parent' });
    expect(pathsOf(refusedCreate(kind, { boardId: folder, x: 0, y: 0 }))).toEqual(['boardId']);
    expect(pathsOf(refusedCreate(kind, {}))).toEqual(['boardId', 'x', 'y']);
  });

  test('is inserted into the order of its board at the requested index', () => {
    const { board: boardId, project, make, send } = openStory();
    const place = { boardId, x: 0, y: 0 };
    const list = `${kind}s`.replace('branchs', 'branches');
    const [a, b] = [make(kind, place), make(kind, place)];
    const c = make(kind, place, { at: 0 });
    expect(project.childIds(boardId, list)).toEqual([c, a, b]);
    send({ do: 'move', kind, id: c, at: 1 });
    expect(project.childIds(boardId, list)).toEqual([a, c, b]);
    send({ do: 'move', kind, id: a, at: 50 });
    expect(project.childIds(boardId, list)).toEqual([c, b, a]);
  });

  test('does not change its board', () => {
    const { board: boardId, make, refusedChange, refused } = openStory();
    const [id, other] = [make(kind, { boardId, x: 0, y: 0 }), make('board', {})];
    expect(pathsOf(refusedChange(kind, id, { boardId: other }))).toEqual(['boardId']);
    expect(refused({ do: 'move', kind, id, to: other, at: 0 }).status).toBe(400);
  });

  test('the color theme is one of twelve, case-sensitive, and default if omitted', () => {
    const { board: boardId, project, make, change, refusedChange } = openStory();
    const id = make(kind, { boardId, x: 0, y: 0 });
    if (kind === 'jumper') return expect(refusedChange(kind, id, { theme: 'red' }).status).toBe(400);
    expect(project.get(id)?.theme).toBe('default');
    expect(themes).toHaveLength(12);
    for (const theme of themes) change(kind, id, { theme });
    expect(project.get(id)?.theme).toBe(themes.at(-1));
    for (const theme of ['Red', 'lightblue', '', null]) expect(pathsOf(refusedChange(kind, id, { theme }))).toEqual(['theme']);
    change(kind, id, { x: 5 });
    expect(project.get(id)?.theme).toBe(themes.at(-1));
  });
});

describe('[Elements] create and change', () => {
  test('defaults: width 301, height 121, autoHeight, no title, no content', () => {
    const { board, project, make } = openStory();
    expect(project.find('element', make('element', { boardId: board, x: 1, y: 2 }))).toMatchObject({
      width: 301,
      height: 121,
      autoHeight: true,
      theme: 'default',
      title: {},
      content: {},
      cover: null,
      linkedBoard: null,
    });
  });

  test('width and height are 0 to 40000', () => {
    const { board, make, refusedCreate } = openStory();
    make('element', { boardId: board, x: 0, y: 0, width: 0, height: 40_000 });
    expect(pathsOf(refusedCreate('element', { boardId: board, x: 0, y: 0, width: -1, height: 40_001 }))).toEqual(['height', 'width']);
  });

  test('omitted fields keep their values; unknown fields and an empty change are rejected', () => {
    const { build, project, change, refusedChange } = openStory();
    const element = build('element', { title: 'Hall', content: 'Dark.', theme: 'red', autoHeight: false });
    change('element', element.id, { x: 7 });
    expect(project.get(element.id)).toEqual({ ...element, x: 7 });
    expect(pathsOf(refusedChange('element', element.id, { colour: 'red', id: 'x', outputs: [] }))).toEqual(['colour', 'id', 'outputs']);
    expect(refusedChange('element', element.id, {}).status).toBe(400);
  });

  test('[G3] all errors of a request are reported together, those of its fields before those of the state', () => {
    const { refusedCreate, refusedChange, build } = openStory();
    const all = {
      boardId: 'nowhere',
      x: 39_900,
      y: 0,
      theme: 'Red',
      title: '<i>x</i>',
      content: { fr: '<u>', en: 7 },
      cover: { type: 'icon', id: 'a' },
    };
    expect(pathsOf(refusedCreate('element', all))).toEqual(['content.en', 'content.fr', 'cover.file', 'cover.id', 'theme', 'title', 'x']);
    expect(refusedCreate('element', { boardId: 'nowhere', x: 39_900, y: 0 }).status).toBe(400);
    expect(refusedChange('element', build('element').id, { linkedBoard: 'no', cover: { id: 'no' }, theme: 'x' }).status).toBe(400);
    expect(refusedChange('element', build('element').id, { linkedBoard: 'no', cover: { id: 'no' } }).status).toBe(404);
  });
});

describe('[Elements] delete', () => {
  test('[G6] removing it removes its attributes, attachments and connections in both directions; jumpers to it lose their target', () => {
    const { build, project, send, sound } = openStory();
    const gone = build('element').id;
    const other = build('element').id;
    const branch = build('branch').id;
    const [condition = ''] = project.childIds(branch, 'conditions');
    const kept = build('connection', { sourceid: other, targetid: other }).id;
    const jumper = build('jumper', { elementId: gone }).id;
    const before = project.size;
    build('connection', { sourceid: gone, targetid: other });
    build('connection', { sourceid: other, targetid: gone });
    build('connection', { sourceid: gone, targetid: gone });
    build('connection', { sourceid: condition, sourceType: 'conditions', targetid: gone });
    build('attribute', { cId: gone });
    const component = build('component').id;
    build('componentAttachment', { elementId: gone, componentId: component });
    const asset = build('asset').id;
    build('audioAttachment', { elementId: gone, assetId: asset });
    send({ do: 'remove', kind: 'element', id: gone });
    expect(project.size).toBe(before - 1 + 2);
    expect(project.childIds(other, 'outputs')).toEqual([kept]);
    expect(project.childIds(condition, 'outputs')).toEqual([]);
    expect(project.find('jumper', jumper)?.elementId).toBeNull();
    sound();
  });

  test('the starting element is cleared if it was this one', () => {
    const { build, project, send } = openStory();
    const [start, other] = [build('element').id, build('element').id];
    send({ do: 'change', kind: 'project', id: 'project', fields: { startingElement: start } });
    send({ do: 'remove', kind: 'element', id: other });
    expect(project.projectRecord.startingElement).toBe(start);
    send({ do: 'remove', kind: 'element', id: start });
    expect(project.projectRecord.startingElement).toBeNull();
  });
});

describe('[Starting element]', () => {
  test('is an element that exists, or null; a missing one is a 404', () => {
    const { build, board, project, change, refusedChange } = openStory();
    const element = build('element').id;
    change('project', 'project', { startingElement: element });
    expect(project.projectRecord.startingElement).toBe(element);
    for (const id of ['nothing', board]) expect(refusedChange('project', 'project', { startingElement: id }).status).toBe(404);
    change('project', 'project', { startingElement: null });
    expect(project.projectRecord.startingElement).toBeNull();
  });
});

describe('[Elements] linked board', () => {
  test('is a board that exists', () => {
    const { build, board, make, change, project, refusedChange } = openStory();
    const { id } = build('element');
    change('element', id, { linkedBoard: board });
    expect(project.find('element', id)?.linkedBoard).toBe(board);
    expect(refusedChange('element', id, { linkedBoard: 'nowhere' }).status).toBe(404);
    expect(pathsOf(refusedChange('element', id, { linkedBoard: make('board', { type: 'folder' }) }))).toEqual(['linkedBoard']);
    change('element', id, { linkedBoard: null });
    expect(project.find('element', id)?.linkedBoard).toBeNull();
  });
});

describe('[Elements] outputs', () => {
  test('are ordered, and reordered only within the same element', () => {
    const { build, project, send, refused } = openStory();
    const [from, to] = [build('element').id, build('element').id];
    const link = () => build('connection', { sourceid: from, targetid: to }).id;
    const [a, b, c] = [link(), link(), link()];
    const onBoard = project.childIds(build('element').boardId, 'connections');
    send({ do: 'move', kind: 'connection', id: c, at: 0, list: 'outputs' });
    expect(project.childIds(from, 'outputs')).toEqual([c, a, b]);
    expect(project.childIds(build('element').boardId, 'connections')).toEqual(onBoard);
    expect(refused({ do: 'move', kind: 'connection', id: c, to, at: 0, list: 'outputs' }).status).toBe(400);
  });
});
