/** [Elements, Components] covers. */
import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../main/engine/engine.ts';
import type { Command } from '../../../shared/model/commands.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { createEmptyStory } from '../../story-builder.ts';
import { createTestEnvironment } from '../../test-environment.ts';
import { openStory, pathsOf } from './open-story.ts';

function withAssets() {
  const opened = openStory();
  const asset = (type: string) => opened.make('asset', { name: `x.${type}`, type });
  return {
    ...opened,
    image: asset('image'),
    video: asset('video'),
    audio: asset('audio'),
    folder: opened.make('asset', { name: 'Folder' }),
  };
}

describe('[Elements] cover', () => {
  test('without a type it has that of its asset', () => {
    const { build, change, project, image, video } = withAssets();
    const { id } = build('element');
    change('element', id, { cover: { id: image } });
    expect(project.find('element', id)?.cover).toEqual({ type: 'image', id: image });
    change('element', id, { cover: { id: video, mode: 'loop', autoplay: true, showControls: false, showOptions: true } });
    expect(project.find('element', id)?.cover).toEqual({
      type: 'video',
      id: video,
      mode: 'loop',
      autoplay: true,
      showControls: false,
      showOptions: true,
    });
  });

  test('assets of a template are covers like others: images and videos of elements, images of components', () => {
    const environment = createTestEnvironment();
    const engine = openEngine(null, environment);
    const records = createEmptyStory(environment);
    const rootOf = (wanted: string) => records.find(({ kind, parentId }) => kind === wanted && parentId === null)?.id ?? '';
    const parentId = rootOf('asset');
    const [image, video] = [environment.newId(), environment.newId()];
    const template = (id: string, rank: string, type: string): AnyRecord => ({
      ...getKind('asset').defaults,
      kind: 'asset',
      id,
      rank,
      parentId,
      type,
      name: 'x',
    });
    const { hash } = engine.createProject([...records, template(image, 'a0', 'template-image'), template(video, 'a1', 'template-video')]);
    const project = engine.getProject(hash);
    const boardId = [...project.recordsOfKind('board')].find(({ type }) => type === 'board')?.id ?? '';
    const made = (kind: 'element' | 'component', fields: object) =>
      engine.execute(hash, { do: 'create', kind, fields } as Command, 'api').ids[0] ?? '';
    for (const [id, type] of [
      [image, 'template-image'],
      [video, 'template-video'],
    ] as const)
      expect(project.find('element', made('element', { boardId, x: 0, y: 0, cover: { id } }))?.cover).toMatchObject({ type, id });
    expect(project.find('component', made('component', { name: 'Lamp', cover: { id: image } }))?.cover).toMatchObject({
      type: 'template-image',
      id: image,
    });
    expect(() => made('component', { name: 'Lamp', cover: { id: video } })).toThrow();
  });

  test('icon has a file, youtube an url', () => {
    const { build, change, project } = withAssets();
    const { id } = build('element');
    for (const cover of [
      { type: 'icon', file: 'star.svg' },
      { type: 'youtube', url: 'https://youtu.be/x', autoplay: true, showControls: true },
    ]) {
      change('element', id, { cover });
      expect(project.find('element', id)?.cover).toEqual(cover);
    }
    change('element', id, { cover: null });
    expect(project.find('element', id)?.cover).toBeNull();
  });

  test('the asset exists (404) and can be a cover (400)', () => {
    const { build, refusedChange, refusedCreate, board, audio, folder, image } = withAssets();
    const { id } = build('element');
    for (const missing of ['no', board]) expect(refusedChange('element', id, { cover: { id: missing } }).status).toBe(404);
    expect(pathsOf(refusedCreate('board', { cover: { id: 'no' } }))).toEqual(['cover']);
    expect(refusedChange('element', id, { cover: { id: 'no', type: 'video', mode: 'once' } }).status).toBe(404);
    for (const other of [audio, folder]) expect(pathsOf(refusedChange('element', id, { cover: { id: other } }))).toEqual(['cover.id']);
    expect(pathsOf(refusedChange('element', id, { cover: { id: image, type: 'video' } }))).toEqual(['cover.type']);
  });

  test('mixed, missing and unknown fields are a 400 at their path', () => {
    const { build, refusedChange, image, video } = withAssets();
    const { id } = build('element');
    const faults = (cover: unknown) => pathsOf(refusedChange('element', id, { cover } as object));
    expect(faults({ id: image, mode: 'loop' })).toEqual(['cover.mode']);
    expect(faults({ id: video, mode: 'Loop', file: 'x' })).toEqual(['cover.file', 'cover.mode']);
    expect(faults({ type: 'youtube', url: 'u', mode: 'loop', showOptions: true })).toEqual(['cover.mode', 'cover.showOptions']);
    expect(faults({ type: 'icon' })).toEqual(['cover.file']);
    expect(faults({ type: 'icon', file: 'x', id: image })).toEqual(['cover.id']);
    expect(faults({ type: 'youtube' })).toEqual(['cover.url']);
    expect(faults({ type: 'image' })).toEqual(['cover.id']);
    expect(faults({ type: 'film', id: image })).toEqual(['cover.type']);
    for (const cover of [{}, { file: 'a' }, { id: null }, { url: 'x' }]) expect(faults(cover)).toEqual(['cover.id']);
    expect(faults('x')).toEqual(['cover']);
  });

  test('a cover is cleared as a whole when its asset is removed', () => {
    const { build, send, project, video } = withAssets();
    const { id } = build('element', { cover: { id: video, mode: 'loop' } });
    send({ do: 'remove', kind: 'asset', id: video });
    expect(project.find('element', id)?.cover).toBeNull();
  });
});

describe('[Components] cover', () => {
  test('is an image or an icon', () => {
    const { build, change, project, refusedChange, image, video } = withAssets();
    const { id } = build('component');
    for (const cover of [
      { type: 'image', id: image },
      { type: 'icon', file: 'star.svg' },
    ]) {
      change('component', id, { cover });
      expect(project.find('component', id)?.cover).toEqual(cover);
    }
    expect(pathsOf(refusedChange('component', id, { cover: { id: video } }))).toEqual(['cover.id']);
    expect(pathsOf(refusedChange('component', id, { cover: { type: 'youtube', url: 'u' } }))).toEqual(['cover.type']);
    expect(pathsOf(refusedChange('component', id, { cover: { type: 'icon', file: 'f', id: image } }))).toEqual(['cover.id']);
    expect(pathsOf(refusedChange('component', id, { cover: { id: image, file: 'f' } }))).toEqual(['cover.file']);
    expect(refusedChange('component', id, { cover: { id: 'no' } }).status).toBe(404);
  });

  test('folders cannot have one', () => {
    const { make, refusedChange } = withAssets();
    expect(pathsOf(refusedChange('component', make('component', { type: 'folder' }), { cover: { type: 'icon', file: 'x' } }))).toEqual([
      'cover',
    ]);
  });
});
