/** [Variable (global), Variables (global)] */
import { describe, expect, test } from 'vitest';
import { openStory, pathsOf } from './open-story.ts';

describe('[Variables] create', () => {
  test('the type is string by default, the value empty for its type', () => {
    const { make, project } = openStory();
    const of = (fields: object) => project.find('variable', make('variable', fields));
    expect(of({ name: 'a' })).toMatchObject({ type: 'string', value: '' });
    expect(of({ name: 'b', type: 'integer' })?.value).toBe(0);
    expect(of({ name: 'c', type: 'float' })?.value).toBe(0);
    expect(of({ name: 'd', type: 'boolean' })?.value).toBe(false);
  });

  test('the name starts with a letter, $ or _, is not a reserved word, and is unique among variables', () => {
    const { make, refusedCreate } = openStory();
    for (const name of ['a', '$a', '_a', 'A', 'a1_', 'True']) make('variable', { name });
    for (const name of ['', '1a', 'a-b', 'ä', 'true', 'resetAll', 'a', null])
      expect(pathsOf(refusedCreate('variable', { name }))).toEqual(['name']);
    expect(pathsOf(refusedCreate('variable', {}))).toEqual(['name']);
    expect(pathsOf(refusedCreate('variable', { name: 'z', boardId: 'x' }))).toEqual(['boardId']);
  });

  test('the value matches the type', () => {
    const { make, refusedCreate } = openStory();
    const good = { string: ['', 'x'], integer: [0, -3, 2.0], float: [0.5, 3], boolean: [true] };
    const bad = { string: [1, true, null], integer: ['1', 1.5, true], float: ['1', Number.NaN, null], boolean: ['true', 0, null] };
    let count = 0;
    for (const [type, values] of Object.entries(good)) for (const value of values) make('variable', { name: `v${count++}`, type, value });
    for (const [type, values] of Object.entries(bad))
      for (const value of values) expect(pathsOf(refusedCreate('variable', { name: 'w', type, value }))).toEqual(['value']);
    expect(pathsOf(refusedCreate('variable', { name: 'w', type: 'number' }))).toContain('type');
  });

  test('variables are ordered, and inserted at the requested index', () => {
    const { make, project, send } = openStory();
    const [a, b] = [make('variable', { name: 'a' }), make('variable', { name: 'b' })];
    const c = make('variable', { name: 'c' }, { at: 1 });
    expect(project.childIds(null, 'variables')).toEqual([a, c, b]);
    send({ do: 'move', kind: 'variable', id: a, at: 1 });
    expect(project.childIds(null, 'variables')).toEqual([c, a, b]);
  });
});

describe('[Variables] change', () => {
  test('renaming is unsupported', () => {
    const { build, refusedChange } = openStory();
    expect(pathsOf(refusedChange('variable', build('variable').id, { name: 'other' }))).toEqual(['name']);
  });

  test.each([
    ['string', '7', 'integer', 7],
    ['string', '2.5', 'float', 2.5],
    ['string', 'true', 'boolean', true],
    ['string', '', 'integer', 0],
    ['integer', 7, 'string', '7'],
    ['integer', 7, 'float', 7],
    ['float', 2, 'integer', 2],
    ['boolean', true, 'integer', 1],
    ['integer', 0, 'boolean', false],
    ['boolean', false, 'string', 'false'],
  ])('with only a type, %s %j is converted to %s %j', (type, value, to, expected) => {
    const { make, change, project } = openStory();
    const id = make('variable', { name: 'a', type, value });
    change('variable', id, { type: to });
    expect(project.find('variable', id)).toMatchObject({ type: to, value: expected });
  });

  test.each([
    ['string', 'many', 'integer'],
    ['string', 'yes', 'boolean'],
    ['float', 2.5, 'integer'],
    ['integer', 7, 'boolean'],
  ])('%s %j cannot be converted and is rejected as %s without a value', (type, value, to) => {
    const { make, refusedChange } = openStory();
    expect(pathsOf(refusedChange('variable', make('variable', { name: 'a', type, value }), { type: to }))).toEqual(['value']);
  });

  test('a value alone must match the current type', () => {
    const { make, change, refusedChange, project } = openStory();
    const id = make('variable', { name: 'a', type: 'integer' });
    change('variable', id, { value: 3 });
    expect(project.find('variable', id)?.value).toBe(3);
    expect(pathsOf(refusedChange('variable', id, { value: 'x' }))).toEqual(['value']);
    change('variable', id, { type: 'string', value: 'x' });
    expect(project.find('variable', id)?.value).toBe('x');
  });
});

test('[Variables] delete', () => {
  const { build, send, project, make } = openStory();
  const { id, name } = build('variable');
  send({ do: 'remove', kind: 'variable', id });
  expect(project.childIds(null, 'variables')).toEqual([]);
  make('variable', { name });
});
