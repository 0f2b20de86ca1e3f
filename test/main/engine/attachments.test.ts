/** [Elements] components and audio that an element carries. */
import { describe, expect, test } from 'vitest';
import { openStory, pathsOf } from './open-story.ts';

describe('[Elements] component attachments', () => {
  test('refer to an existing element and component (404), not a folder (400)', () => {
    const { build, make, refusedCreate } = openStory();
    const [elementId, componentId] = [build('element').id, build('component').id];
    make('componentAttachment', { elementId, componentId });
    expect(refusedCreate('componentAttachment', { elementId: 'no', componentId }).status).toBe(404);
    expect(refusedCreate('componentAttachment', { elementId, componentId: 'no' }).status).toBe(404);
    expect(refusedCreate('componentAttachment', { elementId, componentId: elementId }).status).toBe(404);
    expect(pathsOf(refusedCreate('componentAttachment', { elementId, componentId: make('component', { type: 'folder' }) }))).toEqual([
      'componentId',
    ]);
  });

  test('are ordered, and can move to another element', () => {
    const { build, make, project, send, refused } = openStory();
    const [here, there] = [build('element').id, build('element').id];
    const attach = (elementId: string, at: number | '-' = '-') =>
      make('componentAttachment', { elementId, componentId: build('component').id }, { at });
    const [a, b] = [attach(here), attach(here)];
    const c = attach(here, 0);
    expect(project.childIds(here, 'components')).toEqual([c, a, b]);
    send({ do: 'move', kind: 'componentAttachment', id: b, at: 0 });
    expect(project.childIds(here, 'components')).toEqual([b, c, a]);
    const d = attach(there);
    send({ do: 'move', kind: 'componentAttachment', id: b, to: there, at: 0 });
    expect([project.childIds(here, 'components'), project.childIds(there, 'components')]).toEqual([
      [c, a],
      [b, d],
    ]);
    expect(refused({ do: 'move', kind: 'componentAttachment', id: b, to: 'no', at: 0 }).status).toBe(404);
  });

  test('are removed with their component', () => {
    const { build, project, send } = openStory();
    const attachment = build('componentAttachment');
    send({ do: 'remove', kind: 'component', id: attachment.componentId });
    expect(project.has(attachment.id)).toBe(false);
    expect(project.has(attachment.elementId)).toBe(true);
  });
});

describe('[Elements] audio attachments', () => {
  test('mode is once and delay 0 when omitted; the asset must be an audio asset (400) that exists (404)', () => {
    const { build, make, project, refusedCreate } = openStory();
    const [elementId, assetId] = [build('element').id, build('asset').id];
    expect(project.get(make('audioAttachment', { elementId, assetId }))).toMatchObject({ mode: 'once', delay: 0 });
    const picture = make('asset', { name: 'a.png', type: 'image' });
    expect(pathsOf(refusedCreate('audioAttachment', { elementId, assetId: picture }))).toEqual(['assetId']);
    expect(pathsOf(refusedCreate('audioAttachment', { elementId, assetId: make('asset', { name: 'Folder' }) }))).toEqual(['assetId']);
    expect(refusedCreate('audioAttachment', { elementId, assetId: 'no' }).status).toBe(404);
    expect(pathsOf(refusedCreate('audioAttachment', { elementId, assetId, mode: 'Once', delay: '5' }))).toEqual(['delay', 'mode']);
  });

  test('asset, mode and delay change; the element does not', () => {
    const { build, make, project, change, refusedChange } = openStory();
    const sound = build('audioAttachment');
    const other = make('asset', { name: 'b.mp3', type: 'audio' });
    change('audioAttachment', sound.id, { assetId: other, mode: 'loop', delay: 12.5 });
    expect(project.get(sound.id)).toMatchObject({ assetId: other, mode: 'loop', delay: 12.5 });
    expect(pathsOf(refusedChange('audioAttachment', sound.id, { elementId: build('element').id }))).toEqual(['elementId']);
    expect(refusedChange('audioAttachment', sound.id, { assetId: 'no' }).status).toBe(404);
  });

  test('are ordered, move to another element, and are removed with their asset', () => {
    const { build, project, send } = openStory();
    const [one, two] = [build('audioAttachment'), build('audioAttachment')];
    send({ do: 'move', kind: 'audioAttachment', id: two.id, to: one.elementId, at: 0 });
    expect(project.childIds(one.elementId, 'audio')).toEqual([two.id, one.id]);
    send({ do: 'remove', kind: 'asset', id: two.assetId });
    expect(project.childIds(one.elementId, 'audio')).toEqual([one.id]);
  });
});
