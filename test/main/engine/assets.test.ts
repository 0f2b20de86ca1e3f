/** [Asset and asset folder, Assets]: the records; bytes are another matter. */
import { describe, expect, test } from 'vitest';
import { getKind } from '../../../shared/model/kinds/kinds.ts';
import { createEmptyStory } from '../../story-builder.ts';
import { openStory, pathsOf, problemOf } from './open-story.ts';

describe('[Assets] create', () => {
  test('without a type it is a folder; a file may lack its stored file', () => {
    const { make, project, roots } = openStory();
    const [folder, file] = [make('asset', { name: 'Pictures' }), make('asset', { name: 'a.png', type: 'image' })];
    expect(project.get(folder)).toMatchObject({ type: 'folder', parentId: roots.asset });
    expect(project.get(file)).toMatchObject({ type: 'image', file: null, size: null, volume: null });
  });

  test('a name is needed, and a type when there are file properties', () => {
    const { refusedCreate } = openStory();
    expect(pathsOf(refusedCreate('asset', { type: 'Image' }))).toEqual(['name', 'type']);
    for (const fields of [{ file: 'f' }, { size: '1 MB' }, { volume: 1 }])
      expect(pathsOf(refusedCreate('asset', { name: 'x', ...fields }))).toEqual(['type']);
    expect(pathsOf(refusedCreate('asset', { name: 'x', type: 'template-image' }))).toEqual(['type']);
    expect(pathsOf(refusedCreate('asset', { name: 'x', type: 'folder', file: 'f' }))).toEqual(['type']);
  });

  test('the parent exists (404) and is a folder (400)', () => {
    const { make, refusedCreate } = openStory();
    expect(refusedCreate('asset', { name: 'x', parentId: 'no' }).status).toBe(404);
    expect(pathsOf(refusedCreate('asset', { name: 'x', parentId: make('asset', { name: 'a', type: 'audio' }) }))).toEqual(['parentId']);
  });
});

describe('[Assets] change', () => {
  test('a file can be filled in later; a folder can be renamed and takes no file properties', () => {
    const { make, change, project, refusedChange } = openStory();
    const file = make('asset', { name: 'a.png', type: 'image' });
    change('asset', file, { file: 'stored.png', size: '12 KB', volume: 0.5 });
    expect(project.get(file)).toMatchObject({ file: 'stored.png', size: '12 KB', volume: 0.5 });
    const folder = make('asset', { name: 'Pictures' });
    change('asset', folder, { name: 'Photos' });
    for (const fields of [{ file: 'f' }, { size: 's' }, { volume: 1 }, { type: 'image' }])
      expect(refusedChange('asset', folder, fields).status).toBe(400);
    expect(pathsOf(refusedChange('asset', file, { type: 'folder' }))).toEqual(['type']);
    expect(pathsOf(refusedChange('asset', file, { type: 'template-image' }))).toEqual(['type']);
  });

  test('the type changes unless it is in use as a sound or a cover (409)', () => {
    const { build, make, change, refusedChange, send } = openStory();
    const sound = build('audioAttachment');
    expect(refusedChange('asset', sound.assetId, { type: 'video' })).toMatchObject({ status: 409, conflictType: 'invalid_target' });
    send({ do: 'remove', kind: 'audioAttachment', id: sound.id });
    change('asset', sound.assetId, { type: 'image' });
    build('element', { cover: { id: sound.assetId } });
    expect(refusedChange('asset', sound.assetId, { type: 'audio' }).status).toBe(409);
    const listed = make('asset', { name: 'b', type: 'image' });
    build('attribute', { value: { type: 'asset-list', data: [{ id: 'r', asset: listed }] } });
    change('asset', listed, { type: 'video' });
  });
});

describe('[Assets] move and delete', () => {
  test('index and parentId as for boards; folders do not go into themselves', () => {
    const { make, send, refused, project, roots } = openStory();
    const folder = make('asset', { name: 'A' });
    const inner = make('asset', { name: 'B', parentId: folder });
    const file = make('asset', { name: 'c.png', type: 'image' }, { at: 0 });
    expect(project.childIds(roots.asset, 'assets')).toEqual([file, folder]);
    send({ do: 'move', kind: 'asset', id: file, to: inner, at: 0 });
    send({ do: 'move', kind: 'asset', id: file, to: null, at: 1 });
    expect(project.childIds(roots.asset, 'assets')).toEqual([folder, file]);
    for (const to of [folder, inner, file]) expect(refused({ do: 'move', kind: 'asset', id: folder, to, at: 0 }).status).toBe(400);
    expect(refused({ do: 'move', kind: 'asset', id: folder, to: 'no', at: 0 }).status).toBe(404);
  });

  test('the root is not changed, moved or deleted', () => {
    const { roots, refused, refusedChange } = openStory();
    expect(refusedChange('asset', roots.asset, { name: 'x' }).status).toBe(400);
    expect(refused({ do: 'move', kind: 'asset', id: roots.asset, at: 0 }).status).toBe(400);
    expect(refused({ do: 'remove', kind: 'asset', id: roots.asset }).status).toBe(400);
  });

  test('deleting a folder removes its subtree and the references to its assets', () => {
    const { build, make, send, project, sound } = openStory();
    const folder = make('asset', { name: 'A' });
    const image = make('asset', { name: 'a.png', type: 'image', parentId: make('asset', { name: 'B', parentId: folder }) });
    const element = build('element', { cover: { id: image } }).id;
    const list = build('attribute', { value: { type: 'asset-list', data: [{ id: 'r', asset: image }] } }).id;
    send({ do: 'remove', kind: 'asset', id: folder });
    expect(project.has(image)).toBe(false);
    expect(project.find('element', element)?.cover).toBeNull();
    expect(project.find('attribute', list)?.value.data).toBeNull();
    sound();
  });

  test('template assets are read-only', () => {
    const { engine, environment } = openStory();
    const records = createEmptyStory(environment);
    const parentId = records.find(({ kind, parentId: none }) => kind === 'asset' && none === null)?.id ?? '';
    const id = environment.newId();
    const template = {
      ...getKind('asset').defaults,
      kind: 'asset',
      id,
      rank: 'a0',
      parentId,
      type: 'template-image',
      name: 't.png',
    } as const;
    const { hash } = engine.createProject([...records, template]);
    const refused = (command: object) => problemOf(() => engine.execute(hash, { kind: 'asset', id, ...command } as never, 'api'));
    expect(refused({ do: 'change', fields: { name: 'x' } }).status).toBe(400);
    expect(refused({ do: 'move', at: 0 }).status).toBe(400);
    expect(refused({ do: 'remove' }).status).toBe(400);
    expect(engine.getVersion(hash).version).toBe(1);
  });
});
