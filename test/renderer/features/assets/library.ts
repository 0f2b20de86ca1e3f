/** A project in a real engine with a few assets, and what a vault answers for a file of a given name. */
import { openEngine } from '../../../../main/engine/engine.ts';
import type { StoredFile } from '../../../../shared/contracts/stored-file.ts';
import { createTestStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

export function library() {
  const environment = createTestEnvironment();
  const engine = openEngine(null, environment);
  const told = createTestStory(engine, environment);
  const root = told.project.projectRecord.roots.asset;
  const folder = (name: string, parentId = root) => told.build('asset', { type: 'folder', name, parentId, file: undefined }).id;
  const file = (name: string, parentId = root) => {
    const { type, file } = storedOf(name);
    return told.build('asset', { type, name, file, parentId }).id;
  };
  const names = (parent = root) => told.project.children('asset', parent, 'assets').map(({ name }) => name);
  const idOf = (name: string) => [...told.project.recordsOfKind('asset')].find((asset) => asset.name === name)?.id ?? '';
  return { ...told, environment, engine, root, folder, file, names, idOf };
}

export function storedOf(name: string): StoredFile {
  const type = /mp3$/.test(name) ? 'audio' : /mp4$/.test(name) ? 'video' : 'image';
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
