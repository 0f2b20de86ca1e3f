/** [Asset and asset folder, Assets]: the records. Other files test the bytes. */
import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../main/engine/engine.ts';
import type { StoredFile } from '../../../shared/contracts/stored-file.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { createEmptyStory } from '../../story-builder.ts';
import { createTestEnvironment } from '../../test-environment.ts';
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
      expect(refusedCreate('asset', { name: 'x', ...fields }).errors).toEqual({ type: 'is required for a file' });
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
  test('a file can be added later; a folder can be renamed and has no file properties', () => {
    const { make, change, project, refusedChange } = openStory();
    const file = make('asset', { name: 'a.png', type: 'image' });
    change('asset', file, { file: 'stored.png', size: '12 KB', volume: 0.5 });
    expect(project.get(file)).toMatchObject({ file: 'stored.png', size: '12 KB', volume: 0.5 });
    const folder = make('asset', { name: 'Pictures' });
    change('asset', folder, { name: 'Photos' });
    for (const fields of [{ file: 'f' }, { size: 's' }, { volume: 1 }, { type: 'image' }])
      expect(pathsOf(refusedChange('asset', folder, fields))).toEqual(Object.keys(fields));
    expect(pathsOf(refusedChange('asset', folder, { type: 'image' }))).toEqual(['type']);
    for (const each of [file, make('asset', { name: 'b.png', type: 'image' })])
      expect(pathsOf(refusedChange('asset', each, { type: 'folder' }))).toEqual(['type']);
    expect(pathsOf(refusedChange('asset', file, { type: 'template-image' }))).toEqual(['type']);
  });

  test('a type that stays the same is no change of it, for a folder, too; a type that cannot be stored has one error', () => {
    const { make, change, project, refusedChange } = openStory();
    const folder = make('asset', { name: 'Pictures' });
    change('asset', folder, { type: 'folder', name: 'Photos' });
    expect(project.get(folder)).toMatchObject({ type: 'folder', name: 'Photos' });
    const file = make('asset', { name: 'a.png', type: 'image' });
    const { errors } = refusedChange('asset', file, { type: 'folder' });
    expect(Object.entries(errors)).toEqual([['type', expect.not.stringContaining(';')]]);
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

  test('[Attribute] deleting an asset that a list contains twice removes both entries, and an empty list is null', () => {
    const { build, make, send, project, sound } = openStory();
    const [image, other] = ['a.png', 'b.png'].map((name) => make('asset', { name, type: 'image' }));
    const entries = (...assets: (string | undefined)[]) => assets.map((asset, at) => ({ id: `r${at}`, asset }));
    const only = build('attribute', { value: { type: 'asset-list', data: entries(image, image) } }).id;
    const among = build('attribute', { value: { type: 'asset-list', data: entries(image, other, image) } }).id;
    send({ do: 'remove', kind: 'asset', id: image ?? '' });
    expect(project.find('attribute', only)?.value.data).toBeNull();
    expect(project.find('attribute', among)?.value.data).toEqual([{ id: 'r1', asset: other }]);
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

/** A template's image in a folder in a folder, beside an ordinary folder. */
function openTemplateStory() {
  const environment = createTestEnvironment();
  const engine = openEngine(null, environment, { findStoredFile: (_, file) => storedFiles[file] });
  const records = createEmptyStory(environment);
  const root = records.find(({ kind, parentId }) => kind === 'asset' && parentId === null)?.id ?? '';
  const [outer, inner, image, plain] = [environment.newId(), environment.newId(), environment.newId(), environment.newId()];
  const asset = (id: string, parentId: string, rank: string, fields: object): AnyRecord => ({
    ...getKind('asset').defaults,
    kind: 'asset',
    id,
    rank,
    parentId,
    type: 'folder',
    name: 'Folder',
    ...fields,
  });
  const { hash } = engine.createProject([
    ...records,
    asset(outer, root, 'a0', {}),
    asset(inner, outer, 'a0', {}),
    asset(image, inner, 'a0', { type: 'template-image', name: 't.png' }),
    asset(plain, root, 'a1', {}),
  ]);
  const send = (command: object) => engine.execute(hash, { kind: 'asset', ...command } as never, 'api');
  return { hash, engine, send, refused: (command: object) => problemOf(() => send(command)), root, outer, inner, image, plain };
}
const storedFile = (file: string, type: StoredFile['type']): StoredFile => ({
  file,
  name: file,
  type,
  mime: `${type}/x`,
  bytes: 1,
  size: '1 B',
  width: null,
  height: null,
  duration: null,
  sha256: '',
});
const storedFiles: Readonly<Record<string, StoredFile>> = {
  'picture.png': storedFile('picture.png', 'image'),
  'sound.mp3': storedFile('sound.mp3', 'audio'),
};

describe('[G35] the tree of template assets', () => {
  test('a folder that contains one, on any level, is neither renamed, moved nor deleted, and takes nothing in', () => {
    const { refused, engine, hash, root, outer, inner, image, plain } = openTemplateStory();
    for (const id of [outer, inner, image]) {
      expect(refused({ do: 'change', id, fields: { name: 'x' } }).status).toBe(400);
      expect(refused({ do: 'move', id, to: plain, at: 0 }).status).toBe(400);
      expect(refused({ do: 'move', id, at: 0 }).status).toBe(400);
      expect(refused({ do: 'remove', id }).status).toBe(400);
    }
    for (const parentId of [outer, inner]) {
      expect(pathsOf(refused({ do: 'create', fields: { name: 'x', parentId } }))).toEqual(['parentId']);
      expect(pathsOf(refused({ do: 'move', id: plain, to: parentId, at: 0 }))).toEqual(['parentId']);
    }
    expect(engine.getProject(hash).childIds(root, 'assets')).toEqual([outer, plain]);
    expect(engine.getVersion(hash).version).toBe(1);
  });

  test('the root takes new children, and other folders stay free', () => {
    const { send, plain, root } = openTemplateStory();
    const { ids } = send({ do: 'create', fields: { name: 'New', parentId: root } });
    send({ do: 'create', fields: { name: 'New', parentId: plain } });
    send({ do: 'move', id: ids[0] ?? '', to: plain, at: 0 });
    send({ do: 'change', id: plain, fields: { name: 'Renamed' } });
    send({ do: 'remove', id: plain });
  });
});

describe('[G35] a stored file and its asset agree', () => {
  test('on create, and on changes of the type and of the file', () => {
    const { send, refused, engine, hash } = openTemplateStory();
    expect(pathsOf(refused({ do: 'create', fields: { name: 'x', type: 'audio', file: 'picture.png' } }))).toEqual(['file']);
    const id = send({ do: 'create', fields: { name: 'x', type: 'image', file: 'picture.png' } }).ids[0] ?? '';
    expect(pathsOf(refused({ do: 'change', id, fields: { type: 'audio' } }))).toEqual(['type']);
    expect(pathsOf(refused({ do: 'change', id, fields: { file: 'sound.mp3' } }))).toEqual(['file']);
    send({ do: 'change', id, fields: { type: 'audio', file: 'sound.mp3' } });
    send({ do: 'change', id, fields: { name: 'Renamed', type: 'audio' } });
    expect(engine.getProject(hash).get(id)).toMatchObject({ type: 'audio', file: 'sound.mp3', mime: 'audio/x' });
    expect(pathsOf(refused({ do: 'create', fields: { name: 'x', type: 'folder', file: 'picture.png' } }))).toEqual(['type']);
    // A file that is not stored has no bytes to disagree with (G13).
    send({ do: 'change', id, fields: { type: 'video', file: 'elsewhere.mp4' } });
  });

  test('[Assets 2] the size is that of the stored file, also if only a size is sent; a measured size ends with its file', () => {
    const { send, engine, hash } = openTemplateStory();
    const id = send({ do: 'create', fields: { name: 'x', type: 'image', file: 'picture.png' } }).ids[0] ?? '';
    const asset = () => engine.getProject(hash).get(id);
    for (const fields of [{ size: '9 GB' }, { size: '9 GB', file: 'picture.png' }]) {
      expect(send({ do: 'change', id, fields })).toMatchObject({ newVersion: engine.getVersion(hash).version, versionTime: null });
      expect(asset()).toMatchObject({ size: '1 B', bytes: 1 });
    }
    send({ do: 'change', id, fields: { file: 'elsewhere.png' } });
    expect(asset()).toMatchObject({ file: 'elsewhere.png', size: null, bytes: null, mime: null });
    send({ do: 'change', id, fields: { size: '2 KB' } });
    send({ do: 'change', id, fields: { file: 'another.png' } });
    expect(asset()).toMatchObject({ file: 'another.png', size: '2 KB', bytes: null });
    send({ do: 'change', id, fields: { file: 'picture.png' } });
    expect(asset()).toMatchObject({ size: '1 B', bytes: 1, mime: 'image/x' });
  });

  test('while the asset is in use, another kind of file is the conflict of a change of its type', () => {
    const { send, refused, engine, hash } = openTemplateStory();
    const board = [...engine.getProject(hash).recordsOfKind('board')].find(({ type }) => type === 'board')?.id ?? '';
    const id = send({ do: 'create', fields: { name: 'x', type: 'image', file: 'picture.png' } }).ids[0] ?? '';
    send({ do: 'create', kind: 'element', fields: { boardId: board, x: 0, y: 0, cover: { id } } });
    for (const fields of [{ type: 'audio' }, { file: 'sound.mp3' }, { type: 'audio', file: 'sound.mp3' }])
      expect(refused({ do: 'change', id, fields })).toMatchObject({ status: 409, conflictType: 'invalid_target' });
  });
});
