/** The tree of assets without rendering: nodes, moves, usages, and their labels. */
import { expect, test } from 'vitest';
import { type AssetFilter, createAssetSelector, showAllAssets } from '../../../../renderer/features/assets/asset-filter.tsx';
import { findAssetUsages } from '../../../../renderer/features/assets/remove-assets-dialog.ts';
import { assetDetails, assetSummary, fileFormatOf, formatPlaybackTime } from '../../../../renderer/records/assets/asset-details.ts';
import { ancestorFolderIds, assetTree, folderPath, withoutDescendants } from '../../../../renderer/records/trees/record-tree.ts';
import { createMoveCommands, createReorderCommand } from '../../../../renderer/records/trees/tree-move-commands.ts';
import { assetTreeNodes } from '../../../../renderer/records/trees/tree-nodes.ts';
import { openAssetLibrary } from '../../records/assets/asset-library.ts';

test('the root is not a node; of a closed folder only the first child is read', () => {
  const { project, folder, file } = openAssetLibrary();
  const art = folder('art');
  const door = file('door.png', art);
  const gate = file('gate.png', art);
  const song = file('song.mp3');
  const closed = assetTreeNodes(project, new Set());
  expect(closed.map(({ id, count, children }) => [id, count, children.length])).toEqual([
    [art, 2, 1],
    [song, 0, 0],
  ]);
  expect(assetTreeNodes(project, new Set([art]))[0]?.children.map(({ id }) => id)).toEqual([door, gate]);
});

test('a node stays the same object while nothing in it changes', () => {
  const { project, folder, file, send } = openAssetLibrary();
  const art = folder('art');
  const door = file('door.png', art);
  const song = file('song.mp3');
  const open = new Set([art]);
  const before = assetTreeNodes(project, open);
  expect(assetTreeNodes(project, open).every((node, at) => node === before[at])).toBe(true);
  send({ do: 'change', kind: 'asset', id: door, fields: { name: 'gate.png' } });
  const after = assetTreeNodes(project, open);
  expect(after[0]).not.toBe(before[0]);
  expect(after.find(({ id }) => id === song)).toBe(before.find(({ id }) => id === song));
});

test('[Assets] moves: into a folder, beside another asset, never into itself; the content of a moved folder moves with it', () => {
  const { project, folder, file, send, names, root } = openAssetLibrary();
  const art = folder('art');
  const inner = folder('inner', art);
  const a = file('a.png');
  const b = file('b.png');
  const within = file('within.png', inner);
  expect(createMoveCommands(assetTree, project, [art], { into: inner })).toEqual([]);
  expect(createMoveCommands(assetTree, project, [a], { into: b })).toEqual([]);
  expect(withoutDescendants(assetTree, project, [art, within, a])).toEqual([art, a]);
  send({ do: 'batch', commands: createMoveCommands(assetTree, project, [b, a], { nextTo: art, position: 'before' }) });
  expect(names()).toEqual(['b.png', 'a.png', 'art']);
  send({ do: 'batch', commands: createMoveCommands(assetTree, project, [within], 'root') });
  expect(project.childIds(root, 'assets').at(-1)).toBe(within);
  const up = createReorderCommand(assetTree, project, a, -1);
  if (up) send(up);
  expect(names()).toEqual(['a.png', 'b.png', 'art', 'within.png']);
});

test('the folders above an asset, and its path as text', () => {
  const { project, folder, file } = openAssetLibrary();
  const art = folder('art');
  const doors = folder('doors', art);
  const door = file('door.png', doors);
  expect(ancestorFolderIds(assetTree, project, door)).toEqual([art, doors]);
  expect(folderPath(assetTree, project, door)).toBe('art / doors');
  expect(folderPath(assetTree, project, art)).toBe('');
});

test('the usages of an asset: covers, sounds, lists in attributes; those of a folder are the usages of its content', () => {
  const { project, folder, file, build } = openAssetLibrary();
  const art = folder('art');
  const door = file('door.png', art);
  const song = file('song.mp3', art);
  const element = build('element', { title: 'The door', cover: { id: door } });
  const component = build('component', { name: 'Mara', cover: { id: door } });
  const sound = build('audioAttachment', { elementId: element.id, assetId: song });
  const value = { type: 'asset-list', data: [{ id: 'entry', asset: door }] };
  const attribute = build('attribute', { cId: component.id, cType: 'components', name: 'Pictures', value });
  const uses = findAssetUsages(project, [art]);
  expect(uses.map(({ id, who, how }) => [id, who, how]).sort()).toEqual(
    [
      [element.id, 'Element “The door”', 'as cover'],
      [component.id, 'Component “Mara”', 'as cover'],
      [sound.id, 'Element “The door”', 'as sound'],
      [attribute.id, 'Component “Mara”', 'in attribute “Pictures”'],
    ].sort(),
  );
  expect(findAssetUsages(project, [song]).map(({ id }) => id)).toEqual([sound.id]);
});

test('a filter lists files by name and type, or those that nothing but their folder refers to', () => {
  const { project, folder, file, build } = openAssetLibrary();
  const art = folder('art');
  const [door, gate, song] = [file('door.png', art), file('Gate.png', art), file('song.mp3')];
  build('element', { cover: { id: door } });
  const filtered = (filter: AssetFilter) => createAssetSelector(filter)(project).map(({ id }) => id);
  expect(filtered({ name: 'gAt', show: 'all' })).toEqual([gate]);
  expect(filtered({ name: '', show: 'unused' })).toEqual([gate, song]);
  expect(filtered({ name: '', show: 'audio' })).toEqual(filtered({ name: 'song', show: 'all' }));
});

test('filtered assets are searched and sorted again only when an asset has changed; whether they are used is always known', () => {
  const { project, file, build, send } = openAssetLibrary();
  const [door, gate] = [file('door.png'), file('gate.png')];
  const [selectAll, selectUnused] = [createAssetSelector(showAllAssets), createAssetSelector({ name: '', show: 'unused' })];
  const before = selectAll(project);
  expect(selectUnused(project).map(({ id }) => id)).toEqual([door, gate]);
  build('element', { cover: { id: door } });
  expect(selectAll(project)).toBe(before);
  expect(selectUnused(project).map(({ id }) => id)).toEqual([gate]);
  send({ do: 'change', kind: 'asset', id: door, fields: { name: 'portal.png' } });
  expect(selectAll(project).map(({ name }) => name)).toEqual(['gate.png', 'portal.png']);
});

test('durations and formats as text', () => {
  expect([0.4, 7, 205, 3729].map(formatPlaybackTime)).toEqual(['0:00', '0:07', '3:25', '1:02:09']);
  expect(fileFormatOf({ mime: 'image/jpeg', name: 'a.bin' })).toBe('JPEG');
  expect(fileFormatOf({ mime: null, name: 'a.ogg' })).toBe('OGG');
  expect(fileFormatOf({ mime: null, name: 'noend' })).toBe('');
});

test('the details of an asset in its row and in its preview', () => {
  const { project, build } = openAssetLibrary();
  const { id } = build('asset', { type: 'video', name: 'storm.mp4', file: 'f.mp4', size: '2 MB' });
  const asset = project.find('asset', id);
  if (!asset) throw new Error('no asset');
  const video = { ...asset, mime: 'video/mp4', bytes: 2_100_000, width: 1280, height: 720, duration: 65 };
  expect(assetSummary(video)).toBe('MP4, 2.1 MB');
  expect(assetSummary({ ...video, file: null })).toBe('no file yet');
  expect(assetDetails(video)).toEqual([
    ['Type', 'Video, MP4'],
    ['Size', '2.1 MB'],
    ['Dimensions', '1280 × 720'],
    ['Duration', '1:05'],
  ]);
});
