/** Stored uploads become records in the engine: at the position, in the order and for the purpose of their drop. */
import { expect, test } from 'vitest';
import { createAssignCommands } from '../../../../renderer/navigation/element-drop.ts';
import {
  type AssetPosition,
  type AssetPurpose,
  createUploadCommands,
  initialUploadProgress,
} from '../../../../renderer/records/uploads/upload-commands.ts';
import { openAssetLibrary, storedOf } from '../assets/asset-library.ts';

function arriving() {
  const assetLibrary = openAssetLibrary();
  let progress = initialUploadProgress;
  const arrive = (paths: string[], position: AssetPosition, purpose: AssetPurpose = { for: 'assets' }) => {
    const uploads = paths.map((path) => {
      const folders = path.split('/');
      return { stored: storedOf(folders.pop() ?? ''), folders };
    });
    const { commands, after } = createUploadCommands(assetLibrary.project, {
      uploads,
      position,
      purpose,
      progress,
      newId: assetLibrary.environment.newId,
    });
    progress = after;
    if (commands.length > 0) assetLibrary.send({ do: 'batch', commands });
    return commands.length;
  };
  const nextDrop = () => {
    progress = initialUploadProgress;
  };
  return { ...assetLibrary, arrive, nextDrop };
}

test('[Assets] a dropped folder keeps its subfolders, in the order in which it was read', () => {
  const { arrive, names, idOf, root } = arriving();
  arrive(['art/doors/a.png', 'art/b.png', 'c.mp3'], { folder: root });
  expect(names()).toEqual(['art', 'c.mp3']);
  expect(names(idOf('art'))).toEqual(['doors', 'b.png']);
  expect(names(idOf('doors'))).toEqual(['a.png']);
});

test('a second batch of the same drop continues in the same folders', () => {
  const { arrive, names, idOf, root } = arriving();
  arrive(['art/a.png'], { folder: root });
  arrive(['art/b.png', 'art/deep/c.png'], { folder: root });
  expect(names()).toEqual(['art']);
  expect(names(idOf('art'))).toEqual(['a.png', 'b.png', 'deep']);
});

test('files dropped beside an asset are placed there, over several batches, too', () => {
  const { arrive, names, file, root } = arriving();
  const first = file('first.png');
  file('last.png');
  const position = { folder: root, after: first };
  arrive(['a.png', 'art/x.png', 'b.png'], position);
  arrive(['c.png'], position);
  expect(names()).toEqual(['first.png', 'a.png', 'art', 'b.png', 'c.png', 'last.png']);
});

test('files can be dropped before the first asset', () => {
  const { arrive, names, file, root } = arriving();
  file('last.png');
  arrive(['a.png', 'b.png'], { folder: root, after: null });
  expect(names()).toEqual(['a.png', 'b.png', 'last.png']);
});

test('if the folder was deleted meanwhile, the files are added to the top level', () => {
  const { arrive, names, folder, send } = arriving();
  const gone = folder('gone');
  send({ do: 'remove', kind: 'asset', id: gone });
  arrive(['a.png'], { folder: gone });
  expect(names()).toEqual(['a.png']);
});

test('[Elements] of files dropped on an element, the first picture becomes its cover and the sounds are added to its list, in one undo step', () => {
  const { arrive, project, build, root, engine, hash, idOf } = arriving();
  const { id } = build('element');
  arrive(['a.mp3', 'b.png', 'c.png', 'd.mp3'], { folder: root }, { for: 'element', id });
  expect(project.find('element', id)?.cover).toEqual({ type: 'image', id: idOf('b.png') });
  expect(project.children('audioAttachment', id, 'audio').map(({ assetId }) => assetId)).toEqual([idOf('a.mp3'), idOf('d.mp3')]);
  engine.undo(hash);
  expect(project.find('element', id)?.cover).toBeNull();
  expect(project.childIds(root, 'assets')).toEqual([]);
});

test('[Elements, Components] a video can be the cover of an element, but not of a component', () => {
  const { arrive, nextDrop, project, build, root, idOf } = arriving();
  const element = build('element');
  const component = build('component');
  arrive(['a.mp4'], { folder: root }, { for: 'element', id: element.id });
  nextDrop();
  arrive(['b.mp4'], { folder: root }, { for: 'component', id: component.id });
  expect(project.find('element', element.id)?.cover).toEqual({ type: 'video', id: idOf('a.mp4') });
  expect(project.find('component', component.id)?.cover).toBeNull();
  arrive(['c.png'], { folder: root }, { for: 'component', id: component.id });
  expect(project.find('component', component.id)?.cover).toEqual({ type: 'image', id: idOf('c.png') });
});

test('if the element was deleted meanwhile, the files are still added to the assets', () => {
  const { arrive, names, root } = arriving();
  arrive(['a.png'], { folder: root }, { for: 'element', id: 'gone' });
  expect(names()).toEqual(['a.png']);
});

test('[Assets] replacing the file keeps the asset, and corrects the extension of its name', () => {
  const { arrive, project, file, root, build } = arriving();
  const id = file('door.of.oak.png');
  const element = build('element', { cover: { id } });
  arrive(['other.webp'], { folder: root }, { for: 'replacing', id });
  expect(project.find('asset', id)).toMatchObject({ name: 'door.of.oak.webp', file: 'stored-other.webp' });
  expect(project.find('element', element.id)?.cover).toEqual({ type: 'image', id });
  arrive(['third.webp'], { folder: root }, { for: 'replacing', id });
  expect(project.find('asset', id)).toMatchObject({ name: 'door.of.oak.webp', file: 'stored-third.webp' });
});

test('of assets dropped on an element from the tree, one becomes the cover, all sounds are added, and folders are not used', () => {
  const { project, send, build, file, folder } = arriving();
  const { id } = build('element');
  const ids = [folder('f'), file('a.png'), file('b.png'), file('c.mp3')];
  send({ do: 'batch', commands: createAssignCommands(project, { for: 'element', id }, ids) });
  expect(project.find('element', id)?.cover).toEqual({ type: 'image', id: ids[1] });
  expect(project.childIds(id, 'audio')).toHaveLength(1);
});
