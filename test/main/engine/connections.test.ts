/** [Connection, Connections] and what a valid connection is (G5, G6). */
import { describe, expect, test } from 'vitest';
import { openStory, pathsOf } from './open-story.ts';

function withEnds() {
  const opened = openStory();
  const { build, project, board } = opened;
  const [from, to, jumper, branch] = [build('element').id, build('element').id, build('jumper').id, build('branch').id];
  const condition = project.childIds(branch, 'conditions')[0] ?? '';
  const link = (fields: object = {}) => ({
    boardId: board,
    sourceid: from,
    sourceType: 'elements',
    targetid: to,
    targetType: 'elements',
    ...fields,
  });
  return { ...opened, from, to, jumper, branch, condition, link };
}

describe('[Connections] create', () => {
  test('defaults: Bezier, labelLocation 0.5, the theme default, no faces, no label', () => {
    const { project, make, link } = withEnds();
    expect(project.get(make('connection', link()))).toMatchObject({
      type: 'Bezier',
      labelLocation: 0.5,
      labelWidth: null,
      theme: 'default',
      sourceFace: null,
      targetFace: null,
      label: {},
    });
  });

  test('connects elements and conditions to elements, branches and jumpers; an element may lead to itself', () => {
    const { make, link, from, jumper, branch, condition, project } = withEnds();
    const made = [
      make('connection', link({ targetid: from })),
      make('connection', link({ targetid: branch, targetType: 'branches' })),
      make('connection', link({ targetid: jumper, targetType: 'jumpers' })),
    ];
    expect(project.childIds(from, 'outputs')).toEqual(made);
    make('connection', link({ sourceid: condition, sourceType: 'conditions' }));
    expect(project.childIds(condition, 'outputs')).toHaveLength(1);
  });

  test('a missing board is a 409 missing_parent, a missing end a 409 invalid_target', () => {
    const { refusedCreate, link, jumper, condition } = withEnds();
    expect(refusedCreate('connection', link({ boardId: 'no' }))).toMatchObject({ status: 409, conflictType: 'missing_parent' });
    for (const fields of [{ sourceid: 'no' }, { targetid: 'no' }, { sourceid: jumper }, { targetid: jumper }, { sourceid: condition }])
      expect(refusedCreate('connection', link(fields))).toMatchObject({ status: 409, conflictType: 'invalid_target' });
  });

  test('both ends are on the board of the connection', () => {
    const { refusedCreate, link, build, make } = withEnds();
    const elsewhere = make('board', {});
    const far = build('element', { boardId: elsewhere }).id;
    for (const fields of [{ sourceid: far }, { targetid: far }, { boardId: elsewhere }])
      expect(refusedCreate('connection', link(fields))).toMatchObject({ status: 409, conflictType: 'invalid_target' });
    expect(pathsOf(refusedCreate('connection', link({ boardId: make('board', { type: 'folder' }) })))).toEqual(['boardId']);
  });

  test('ids and types are required and checked, numbers and names too, and all errors are reported together', () => {
    const { refusedCreate, link } = withEnds();
    expect(pathsOf(refusedCreate('connection', {}))).toEqual(['boardId', 'sourceType', 'sourceid', 'targetType', 'targetid']);
    const bad = {
      sourceType: 'jumpers',
      targetType: 'conditions',
      type: 'bezier',
      labelLocation: 1.1,
      labelWidth: 0,
      theme: 'Red',
      sourceFace: 'middle',
      targetFace: '',
      label: '<i>x</i>',
    };
    expect(pathsOf(refusedCreate('connection', link(bad)))).toEqual(Object.keys(bad).sort());
  });

  test('a second output of a condition is a 409', () => {
    const { make, link, condition, refusedCreate } = withEnds();
    const output = link({ sourceid: condition, sourceType: 'conditions' });
    make('connection', output);
    expect(refusedCreate('connection', output)).toMatchObject({ status: 409, conflictType: 'duplicate' });
  });
});

describe('[Connections] change', () => {
  test('sets type, position, width, theme and label; null clears width and faces, and omitted fields stay', () => {
    const { make, link, change, project } = withEnds();
    const id = make('connection', link({ labelWidth: 12.5, sourceFace: 'left', targetFace: 'top' }));
    change('connection', id, { type: 'Straight', labelLocation: 0, theme: 'red', label: '<p>go</p>' });
    expect(project.get(id)).toMatchObject({
      labelWidth: 12.5,
      sourceFace: 'left',
      targetFace: 'top',
      label: { en: { text: '<p>go</p>' } },
    });
    change('connection', id, { labelWidth: null, sourceFace: null });
    expect(project.get(id)).toMatchObject({ labelWidth: null, sourceFace: null, targetFace: 'top', type: 'Straight' });
  });

  test('an id without its type, or a type without its id, is a 400', () => {
    const { make, link, refusedChange, jumper } = withEnds();
    const id = make('connection', link());
    expect(pathsOf(refusedChange('connection', id, { targetid: jumper, sourceType: 'elements' }))).toEqual(['sourceid', 'targetType']);
  });

  test('its ends can be moved, to valid ends only', () => {
    const { make, link, change, refusedChange, jumper, project, from, to } = withEnds();
    const id = make('connection', link());
    make('connection', link({ sourceid: to, targetid: from }));
    change('connection', id, { targetid: jumper, targetType: 'jumpers' });
    change('connection', id, { sourceid: to, sourceType: 'elements' });
    expect(project.childIds(from, 'outputs')).toEqual([]);
    expect(project.childIds(to, 'outputs').at(-1)).toBe(id);
    expect(refusedChange('connection', id, { targetid: 'no', targetType: 'elements' })).toMatchObject({
      status: 409,
      conflictType: 'invalid_target',
    });
    expect(refusedChange('connection', id, { sourceid: jumper, sourceType: 'elements' })).toMatchObject({ status: 409 });
  });

  test('a condition with an output cannot become the source of another connection, but its own connection may be sent again', () => {
    const { make, link, change, refusedChange, condition } = withEnds();
    const source = { sourceid: condition, sourceType: 'conditions' };
    const own = make('connection', link(source));
    const other = make('connection', link());
    expect(refusedChange('connection', other, source)).toMatchObject({ status: 409, conflictType: 'duplicate' });
    expect(change('connection', own, source).versionTime).toBeNull();
  });

  test('its board does not change', () => {
    const { make, link, refusedChange } = withEnds();
    expect(pathsOf(refusedChange('connection', make('connection', link()), { boardId: make('board', {}) }))).toEqual(['boardId']);
  });
});

test('[Connections] deleting a connection keeps both ends, and the condition can have an output again', () => {
  const { make, link, send, condition, project, to } = withEnds();
  const output = link({ sourceid: condition, sourceType: 'conditions' });
  send({ do: 'remove', kind: 'connection', id: make('connection', output) });
  expect(project.has(condition) && project.has(to)).toBe(true);
  make('connection', output);
});
