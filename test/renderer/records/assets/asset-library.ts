/** A project in a real engine with a few assets, and what the file store returns for a file of a given name. */
import { openEngine } from '../../../../main/engine/engine.ts';
import type { StoredFile } from '../../../../shared/contracts/stored-file.ts';
import { createTestStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

export function openAssetLibrary() {
  const environment = createTestEnvironment();
  const engine = openEngine(null, environment);
  const story = createTestStory(engine, environment);
  const root = story.project.projectRecord.roots.asset;
  const folder = (name: string, parentId = root) => story.build('asset', { type: 'folder', name, parentId, file: undefined }).id;
  const file = (name: string, parentId = root) => {
    const { type, file } = storedOf(name);
    return story.build('asset', { type, name, file, parentId }).id;
  };
  const names = (parent = root) => story.project.children('asset', parent, 'assets').map(({ name }) => name);
  const idOf = (name: string) => [...story.project.recordsOfKind('asset')].find((asset) => asset.name === name)?.id ?? '';
  return { ...story, environment, engine, root, folder, file, names, idOf };
}

function mediaTypeByName(name: string): StoredFile['type'] {
  if (/mp3$/.test(name)) return 'audio';
  return /mp4$/.test(name) ? 'video' : 'image';
}

export function storedOf(name: string): StoredFile {
  const type = mediaTypeByName(name);
  return {
    file: `stored-${name}`,
    name,
    type,
    mime: `${type}/x`,
    bytes: 10,
    size: '10 B',
    width: null,
    height: null,
    duration: null,
    sha256: 'x',
  };
}
