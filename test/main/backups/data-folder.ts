/** A data folder on the disk with a running backend, and a project that has an image. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openBackend } from '../../../main/app/backend/backend.ts';
import { systemEnvironment } from '../../../main/platform/environment.ts';
import { createInvoke } from '../../../shared/contracts/ipc/backend.ts';
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import { png } from '../../media-files.ts';
import { newFolder } from '../../new-folder.ts';

/** The backend is closed after the test, unless it was before. */
export async function openFolder(folder = newFolder()) {
  const backend = await openBackend(folder, systemEnvironment);
  const events: BackendEvent[] = [];
  backend.onEvents((list) => events.push(...list));
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await backend.close();
    isOpen = false;
  };
  onTestFinished(close);
  const invoke = createInvoke(backend);
  return { folder, backend, invoke, events, close };
}
export type OpenFolder = Awaited<ReturnType<typeof openFolder>>;

/** Creates a project from a template, with an image of its own; returns its hash and the asset. */
export async function createProjectWithPicture({ invoke }: OpenFolder, comment = 'one') {
  const { hash } = await invoke('project.create', { template: 'sample' });
  const path = join(newFolder(), 'lamp.png');
  writeFileSync(path, png(4, 3, comment));
  const { file, sha256 } = await invoke('asset.store', { hash, path });
  const { ids } = await invoke('project.send', {
    hash,
    command: { do: 'create', kind: 'asset', fields: { type: 'image', name: 'Lamp', file } },
  });
  return { hash, file, sha256, asset: ids[0] ?? '' };
}

/** The whole project as JSON in all languages, byte by byte. */
export async function exportOf({ invoke }: OpenFolder, hash: string): Promise<string> {
  const file = join(newFolder(), 'export.json');
  await invoke('project.export', { hash, file, options: { format: 'json', allLocales: true }, force: true });
  return readFileSync(file, 'utf8');
}
