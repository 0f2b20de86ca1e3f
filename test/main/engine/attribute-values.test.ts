/** [Attribute] the table of value types: what data may contain, what is stored, what a change keeps. */
import { describe, expect, test } from 'vitest';
import { openStory, pathsOf } from './open-story.ts';

/** An attribute on a board (where all types go) or on an element, and its stored value after a create or a change over the API. */
function withAttribute() {
  const opened = openStory();
  const { make, change, project, board, build, refusedCreate, refusedChange } = opened;
  const onBoard = { cId: board, cType: 'boards' };
  const onElement = { cId: build('element').id, cType: 'elements' };
  const heldBy = (id: string) => project.find('attribute', id)?.value;
  let count = 0;
  const variable = (value: { type: string; plain?: boolean }) =>
    ['boolean', 'integer', 'float'].includes(value.type) || (value.type === 'string' && value.plain !== false)
      ? { customId: `v${count++}` }
      : {};
  const create = (owner: object, value: { type: string; plain?: boolean; data?: unknown }) =>
    opened.api({ do: 'create', kind: 'attribute', fields: { ...owner, value, ...(owner === onBoard ? variable(value) : {}) } }).ids[0] ??
    '';
  const changed = (id: string, value: object, more: object = {}) => {
    change('attribute', id, { value, ...more });
    return heldBy(id);
  };
  const faults = (owner: object, value: object, more: object = {}) => pathsOf(refusedCreate('attribute', { ...owner, value, ...more }));
  const changeFaults = (id: string, value: object) => pathsOf(refusedChange('attribute', id, { value }));
  return { ...opened, onBoard, onElement, heldBy, create, changed, faults, changeFaults, make };
}

test('[Attribute] a value that is no object is an error of the value itself', () => {
  const { create, changeFaults, onElement } = withAttribute();
  const id = create(onElement, { type: 'string' });
  // As a client may send it.
  for (const value of [7, null, []]) expect(changeFaults(id, value as unknown as object)).toEqual(['value']);
});

describe('[Attribute] create', () => {
  test.each([
    ['string', { type: 'string', plain: true, data: null }],
    ['rich-text', { type: 'string', plain: false, data: null }],
    ['component-list', { type: 'component-list', data: null }],
    ['asset-list', { type: 'asset-list', data: null }],
    ['boolean', { type: 'boolean', data: false }],
    ['integer', { type: 'integer', data: 0 }],
    ['float', { type: 'float', data: 0 }],
  ])('%s without data', (type, stored) => {
    const { create, heldBy, onBoard } = withAttribute();
    expect(heldBy(create(onBoard, { type }))).toEqual(stored);
  });

  test('data of each type is stored', () => {
    const { create, heldBy, onBoard, build } = withAttribute();
    const [component, asset] = [build('component').id, build('asset').id];
    const stored = (value: { type: string; data: unknown; plain?: boolean }) => heldBy(create(onBoard, value));
    expect(stored({ type: 'string', data: 'a < b' })).toEqual({ type: 'string', plain: true, data: 'a < b' });
    expect(stored({ type: 'string', plain: false, data: '<p>a</p>' })).toEqual({ type: 'string', plain: false, data: '<p>a</p>' });
    expect(stored({ type: 'rich-text', data: '<p><b>a</b></p>' })).toEqual({ type: 'string', plain: false, data: '<p><b>a</b></p>' });
    expect(stored({ type: 'rich-text', plain: false, data: '' } as never)).toEqual({ type: 'string', plain: false, data: null });
    expect(stored({ type: 'string', data: '' })).toEqual({ type: 'string', plain: true, data: null });
    const components = [{ id: 'r', component }];
    expect(stored({ type: 'component-list', data: components })).toEqual({ type: 'component-list', data: components });
    expect(stored({ type: 'component-list', data: [] })).toEqual({ type: 'component-list', data: null });
    expect(stored({ type: 'asset-list', data: [{ id: 'r', asset }] })).toEqual({ type: 'asset-list', data: [{ id: 'r', asset }] });
    expect(stored({ type: 'boolean', data: true })).toEqual({ type: 'boolean', data: true });
    expect(stored({ type: 'integer', data: -7 })).toEqual({ type: 'integer', data: -7 });
    expect(stored({ type: 'float', data: 0.25 })).toEqual({ type: 'float', data: 0.25 });
  });

  test('data of another type is a 400', () => {
    const { faults, onElement, onBoard } = withAttribute();
    for (const data of [1, true, {}, []]) expect(faults(onElement, { type: 'string', data })).toEqual(['value.data']);
    for (const data of ['<u>', '<p>a', 1]) expect(faults(onElement, { type: 'rich-text', data })).toEqual(['value.data']);
    const variable = (value: object) => faults(onBoard, value, { customId: 'a' });
    for (const data of ['true', 1, null]) expect(variable({ type: 'boolean', data })).toEqual(['value.data']);
    for (const data of ['1', 1.5, null, true]) expect(variable({ type: 'integer', data })).toEqual(['value.data']);
    for (const data of ['1', null, Number.POSITIVE_INFINITY]) expect(variable({ type: 'float', data })).toEqual(['value.data']);
    for (const data of ['x', {}, 3]) expect(faults(onElement, { type: 'asset-list', data })).toEqual(['value.data']);
  });

  test('elements have texts and lists only', () => {
    const { faults, create, onElement } = withAttribute();
    for (const type of ['boolean', 'integer', 'float']) expect(faults(onElement, { type })).toEqual(['value.type']);
    for (const type of ['string', 'rich-text', 'component-list', 'asset-list']) create(onElement, { type });
  });

  test('type is required and known; plain is for text only, and false for rich text; a value has no other properties', () => {
    const { faults, onElement, onBoard } = withAttribute();
    expect(faults(onElement, { data: 'x' })).toEqual(['value.type']);
    expect(faults(onElement, { type: 'text' })).toEqual(['value.type']);
    expect(faults(onElement, { type: 'rich-text', plain: true })).toEqual(['value.plain']);
    expect(faults(onElement, { type: 'asset-list', plain: false })).toEqual(['value.plain']);
    expect(faults(onBoard, { type: 'integer', plain: true }, { customId: 'a' })).toEqual(['value.plain']);
    expect(faults(onElement, { type: 'rich-text', plain: 'no', more: 1 })).toEqual(['value.more', 'value.plain']);
  });

  test('entries of lists have an id and a target that exists and is no folder; ids are unique', () => {
    const { faults, onElement, build, make } = withAttribute();
    const [component, asset] = [build('component').id, build('asset').id];
    const list = (data: unknown[]) => faults(onElement, { type: 'component-list', data });
    expect(
      list([
        { id: 'a', component },
        { id: 'b', component: 'no' },
        { id: 'c', component: 'no' },
      ]),
    ).toEqual(['value.data.1.component', 'value.data.2.component']);
    expect(list([{ id: 'a', component: asset }])).toEqual(['value.data.0.component']);
    expect(list([{ id: 'a', component: make('component', { type: 'folder' }) }])).toEqual(['value.data.0.component']);
    expect(
      list([
        { id: 'a', component },
        { id: 'a', component },
      ]),
    ).toEqual(['value.data']);
    expect(list([{ id: 'a', component, more: 1 }, { id: 2, component }, { component }, 'x'])).toEqual([
      'value.data.0.more',
      'value.data.1.id',
      'value.data.2.id',
      'value.data.3',
    ]);
    expect(faults(onElement, { type: 'asset-list', data: [{ id: 'a', component }] })).toEqual([
      'value.data.0.asset',
      'value.data.0.component',
    ]);
    expect(faults(onElement, { type: 'asset-list', data: [{ id: 'a', asset: make('asset', { name: 'F' }) }] })).toEqual([
      'value.data.0.asset',
    ]);
  });
});

describe('[Attribute] change', () => {
  test('without type and plain the text format stays', () => {
    const { create, changed, onElement } = withAttribute();
    expect(changed(create(onElement, { type: 'string', data: 'x' }), { data: '<b>' })).toEqual({
      type: 'string',
      plain: true,
      data: '<b>',
    });
    expect(changed(create(onElement, { type: 'rich-text', data: '<p>x</p>' }), { data: '<p>y</p>' })).toEqual({
      type: 'string',
      plain: false,
      data: '<p>y</p>',
    });
  });

  test('type string is plain unless plain is false', () => {
    const { create, changed, onElement } = withAttribute();
    const id = create(onElement, { type: 'rich-text', data: '<p>x</p>' });
    expect(changed(id, { type: 'string', data: 'y' })).toEqual({ type: 'string', plain: true, data: 'y' });
    expect(changed(id, { type: 'string', plain: false, data: '<p>z</p>' })).toEqual({ type: 'string', plain: false, data: '<p>z</p>' });
  });

  test('changing the text format without data keeps the text: without HTML in plain text, escaped in HTML', () => {
    const { create, changed, onElement } = withAttribute();
    const id = create(onElement, { type: 'rich-text', data: '<p>a &lt; <b>b</b></p><p>c</p>' });
    expect(changed(id, { type: 'string' })).toEqual({ type: 'string', plain: true, data: 'a < b\nc' });
    expect(changed(id, { plain: false })).toEqual({ type: 'string', plain: false, data: '<p>a &lt; b</p><p>c</p>' });
    expect(changed(id, { plain: true })).toEqual({ type: 'string', plain: true, data: 'a < b\nc' });
  });

  test('a change of type without data clears it to the default of the new type', () => {
    const { create, changed, onElement, onBoard, build } = withAttribute();
    const list = [{ id: 'a', component: build('component').id }];
    const id = create(onElement, { type: 'string', data: 'x' });
    expect(changed(id, { type: 'rich-text' })).toEqual({ type: 'string', plain: false, data: null });
    expect(changed(id, { type: 'component-list', data: list })).toEqual({ type: 'component-list', data: list });
    expect(changed(id, { type: 'asset-list' })).toEqual({ type: 'asset-list', data: null });
    expect(changed(id, { type: 'string' })).toEqual({ type: 'string', plain: true, data: null });
    const variable = create(onBoard, { type: 'integer', data: 5 });
    expect(changed(variable, { type: 'float' })).toEqual({ type: 'float', data: 0 });
    expect(changed(variable, { type: 'boolean' })).toEqual({ type: 'boolean', data: false });
    expect(changed(variable, { type: 'string' })).toEqual({ type: 'string', plain: true, data: null });
  });

  test('the same type without data keeps it', () => {
    const { create, changed, onElement, onBoard, build } = withAttribute();
    const list = [{ id: 'a', component: build('component').id }];
    expect(changed(create(onElement, { type: 'component-list', data: list }), { type: 'component-list' })).toMatchObject({ data: list });
    expect(changed(create(onBoard, { type: 'integer', data: 5 }), { type: 'integer' })).toMatchObject({ data: 5 });
    expect(changed(create(onElement, { type: 'rich-text', data: '<p>x</p>' }), { type: 'rich-text' })).toMatchObject({ data: '<p>x</p>' });
    expect(changed(create(onElement, { type: 'rich-text', data: '<p>x</p>' }), { plain: false })).toMatchObject({ data: '<p>x</p>' });
  });

  test('[G21] text of the window that the API could not write is kept when the API does not send it', () => {
    const { make, changed, onElement, change, project } = withAttribute();
    const data = '<ul><li><p>x</p></li></ul>';
    const id = make('attribute', { ...onElement, value: { type: 'rich-text', data } });
    expect(changed(id, { plain: false })).toMatchObject({ data });
    change('attribute', id, { name: 'n' });
    expect(project.find('attribute', id)?.value).toMatchObject({ data });
  });

  test('errors are those of a create, by path', () => {
    const { create, changeFaults, onElement } = withAttribute();
    const id = create(onElement, { type: 'rich-text', data: '<p>x</p>' });
    expect(changeFaults(id, { type: 'rich-text', plain: true })).toEqual(['value.plain']);
    expect(changeFaults(id, { type: 'asset-list', plain: true, data: [{ id: 'a', asset: 'no' }] })).toContain('value.plain');
    expect(changeFaults(id, { data: '<u>' })).toEqual(['value.data']);
    expect(changeFaults(id, { type: 'integer' })).toEqual(['value.type']);
    expect(changeFaults(id, { more: 1 })).toEqual(['value.more']);
  });
});
