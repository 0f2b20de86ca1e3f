/** [Attribute, Attributes]: owners, variables, order. The value table is in attribute-values.test.ts. */
import { describe, expect, test } from 'vitest';
import { reservedWords } from '../../../shared/script/identifiers.ts';
import { createEmptyStory } from '../../story-builder.ts';
import { openStory, pathsOf } from './open-story.ts';

const text = { type: 'string', data: 'x' };
const rich = { type: 'rich-text', data: '<p>x</p>' };

function withOwners() {
  const opened = openStory();
  const { build, board } = opened;
  return {
    ...opened,
    onBoard: { cId: board, cType: 'boards' },
    onElement: { cId: build('element').id, cType: 'elements' },
    onComponent: { cId: build('component').id, cType: 'components' },
  };
}

describe('[Attributes] owner', () => {
  test('exists (404), is of the named type and no folder (400)', () => {
    const { refusedCreate, make, onBoard, onElement } = withOwners();
    expect(refusedCreate('attribute', { cId: 'no', cType: 'elements', value: rich }).status).toBe(404);
    expect(pathsOf(refusedCreate('attribute', { ...onElement, cType: 'boards', value: rich }))).toEqual(['cType']);
    expect(pathsOf(refusedCreate('attribute', { ...onBoard, cType: 'folders', value: rich }))).toEqual(['cType']);
    const folders = { boards: make('board', { type: 'folder' }), components: make('component', { type: 'folder' }) };
    for (const [cType, cId] of Object.entries(folders))
      expect(pathsOf(refusedCreate('attribute', { cId, cType, value: rich }))).toEqual(['cId']);
  });

  test('cannot be changed, and deleting it deletes the attributes', () => {
    const { make, send, project, onElement, onComponent, refusedChange } = withOwners();
    const [one, two] = [make('attribute', { ...onElement, value: rich }), make('attribute', { ...onComponent, value: rich })];
    expect(pathsOf(refusedChange('attribute', one, { cId: onComponent.cId, cType: 'components' }))).toEqual(['cId', 'cType']);
    send({ do: 'remove', kind: 'element', id: onElement.cId });
    send({ do: 'remove', kind: 'component', id: onComponent.cId });
    expect([project.has(one), project.has(two)]).toEqual([false, false]);
  });
});

describe('[Attributes] fields', () => {
  test('defaults: no name, size full, no customId, at the end of the list', () => {
    const { make, project, onElement } = withOwners();
    const first = make('attribute', { ...onElement, value: text });
    const second = make('attribute', { ...onElement, value: text });
    expect(project.get(first)).toMatchObject({ name: null, size: 'full', customId: null });
    expect(project.childIds(onElement.cId, 'attributes')).toEqual([first, second]);
  });

  test('name is a text or null, size full or half, value is needed', () => {
    const { make, change, project, onElement, refusedCreate } = withOwners();
    expect(pathsOf(refusedCreate('attribute', { ...onElement, name: 3, size: 'Half' }))).toEqual(['name', 'size', 'value']);
    const id = make('attribute', { ...onElement, name: 'tag', size: 'half', value: text });
    change('attribute', id, { name: null, size: 'full' });
    expect(project.get(id)).toMatchObject({ name: null, size: 'full', value: { type: 'string', plain: true, data: 'x' } });
  });

  test('they are reordered only within their owner', () => {
    const { make, send, refused, project, onElement, onComponent } = withOwners();
    const [a, b, c] = ['a', 'b', 'c'].map((name) => make('attribute', { ...onElement, name, value: text }, { at: 0 }));
    expect(project.childIds(onElement.cId, 'attributes')).toEqual([c, b, a]);
    send({ do: 'move', kind: 'attribute', id: c, at: 1 });
    expect(project.childIds(onElement.cId, 'attributes')).toEqual([b, c, a]);
    expect(refused({ do: 'move', kind: 'attribute', id: c, to: onComponent.cId, at: 0 }).status).toBe(400);
  });

  test('[G8] any of them can be deleted', () => {
    const { make, send, project, onBoard, onElement, onComponent } = withOwners();
    for (const owner of [onBoard, onElement, onComponent]) {
      const id = make('attribute', { ...owner, value: rich });
      send({ do: 'remove', kind: 'attribute', id });
      expect(project.has(id)).toBe(false);
    }
  });
});

describe('[Attributes] variables of boards and components', () => {
  const variables = [text, { type: 'boolean' }, { type: 'integer' }, { type: 'float' }];

  test('plain text, booleans and numbers need a customId', () => {
    const { make, refusedCreate, onBoard, onComponent } = withOwners();
    for (const owner of [onBoard, onComponent])
      for (const [index, value] of variables.entries()) {
        expect(pathsOf(refusedCreate('attribute', { ...owner, value }))).toEqual(['customId']);
        make('attribute', { ...owner, value, customId: `v${index}` });
      }
  });

  test('element attributes, rich text and lists have no customId', () => {
    const { refusedCreate, onBoard, onElement, onComponent } = withOwners();
    expect(pathsOf(refusedCreate('attribute', { ...onElement, value: text, customId: 'a' }))).toEqual(['customId']);
    for (const owner of [onBoard, onComponent])
      for (const value of [rich, { type: 'string', plain: false }, { type: 'component-list' }, { type: 'asset-list' }])
        expect(pathsOf(refusedCreate('attribute', { ...owner, value, customId: 'a' }))).toEqual(['customId']);
  });

  test('the customId follows the pattern, is not reserved and unique within the owner', () => {
    const { make, refusedCreate, onBoard, onComponent } = withOwners();
    for (const customId of ['_a', '$', 'a_1']) make('attribute', { ...onBoard, value: text, customId });
    for (const customId of ['', '1', 'a-b', '_a', ...reservedWords])
      expect(pathsOf(refusedCreate('attribute', { ...onBoard, value: text, customId }))).toEqual(['customId']);
    make('attribute', { ...onComponent, value: text, customId: '_a' });
  });

  test('the owner has a customId itself', () => {
    const { engine, environment } = withOwners();
    const { hash } = engine.createProject(
      createEmptyStory(environment).map((record) => (record.customId ? { ...record, customId: null } : record)),
    );
    const project = engine.getProject(hash);
    const cId = project.childIds(project.projectRecord.roots.board, 'boards')[0] ?? '';
    const create = (fields: object) => engine.execute(hash, { do: 'create', kind: 'attribute', fields: fields as never }, 'api');
    expect(() => create({ cId, cType: 'boards', value: text, customId: 'a' })).toThrow(/customId/);
    create({ cId, cType: 'boards', value: rich });
  });

  test('an existing customId stays, and what has one stays a variable', () => {
    const { make, change, refusedChange, onBoard, project } = withOwners();
    const id = make('attribute', { ...onBoard, value: text, customId: 'a' });
    expect(change('attribute', id, { customId: 'a' }).versionTime).toBeNull();
    for (const customId of ['b', null]) expect(pathsOf(refusedChange('attribute', id, { customId }))).toEqual(['customId']);
    for (const value of [{ type: 'rich-text' }, { plain: false }, { type: 'component-list' }, { type: 'asset-list', data: null }])
      expect(pathsOf(refusedChange('attribute', id, { value }))).toEqual(['value.type']);
    change('attribute', id, { value: { type: 'integer' } });
    expect(project.find('attribute', id)?.value).toEqual({ type: 'integer', data: 0 });
  });

  test('any other one becomes a variable with a valid customId', () => {
    const { make, change, refusedChange, onBoard, project } = withOwners();
    const id = make('attribute', { ...onBoard, value: rich });
    for (const value of variables) expect(pathsOf(refusedChange('attribute', id, { value }))).toEqual(['customId']);
    expect(pathsOf(refusedChange('attribute', id, { value: { type: 'float' }, customId: '1' }))).toEqual(['customId']);
    expect(pathsOf(refusedChange('attribute', id, { customId: 'a' }))).toEqual(['customId']);
    change('attribute', id, { value: { type: 'float' }, customId: 'a' });
    expect(project.find('attribute', id)).toMatchObject({ customId: 'a', value: { type: 'float', data: 0 } });
  });
});
