/** Closing during an import that no client can cancel by name: the import is cancelled, answered, and leaves nothing behind. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openBackend } from '../../../../main/app/backend/backend.ts';
import { openReadOnlyDatabase } from '../../../../main/engine/storage/sqlite.ts';
import { exportStory } from '../../../../main/exporters/exporters.ts';
import { createInvoke } from '../../../../shared/contracts/ipc/backend.ts';
import { Project } from '../../../../shared/model/project.ts';
import { nextTurn } from '../../../next-turn.ts';
import { endSlicesAtOnce } from '../../../short-slices.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { databaseOf } from '../../engine/storage/crashed-folder.ts';
import { createLargeStoryRecords } from '../../engine/storage/large-story.ts';

const environment = createTestEnvironment();
const story = exportStory(new Project(createLargeStoryRecords(environment)), { format: 'json', destination: 'file' });
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'taleport-closing-'));
  endSlicesAtOnce();
});
afterEach(() => {
  vi.unstubAllGlobals();
  rmSync(folder, { recursive: true });
});

function countRecords(): number {
  const database = openReadOnlyDatabase(databaseOf(folder));
  try {
    return Number(database.prepare('SELECT count(*) FROM record').pluck().get());
  } finally {
    database.close();
  }
}

const untilRecordsAreStored = async () => {
  while (countRecords() === 0) await nextTurn();
};

async function open() {
  const logged: string[] = [];
  const backend = await openBackend(folder, environment, (line) => logged.push(line));
  return { backend, invoke: createInvoke(backend), logged };
}

test('[Store, Errors] closing answers an import over HTTP', async () => {
  const { backend, invoke, logged } = await open();
  const { key } = await invoke('apiKey.create', { name: 'any', permissions: ['project:write'] });
  const { url } = await invoke('service.start', { port: 0 });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = `{"name":"Large","project":${story}}`;
  const importing = fetch(`${url}/api/v1/workspace/projects/import`, { method: 'POST', headers, body });
  await untilRecordsAreStored();
  await backend.close();
  const response = await importing;
  expect([response.status, (await response.json()).detail]).toEqual([409, 'Taleport is closing.']);
  expect(logged.filter((line) => line.includes('failed'))).toEqual([]);
  expect(countRecords()).toBe(0);
});

test('[Store] closing answers an import that has no name', async () => {
  const { backend, invoke } = await open();
  const importing = invoke('project.import', { source: { text: story, fileName: 'large.json' } }).catch((error: unknown) => error);
  await untilRecordsAreStored();
  await backend.close();
  expect(await importing).toMatchObject({ code: 'busy', message: 'Taleport is closing.' });
  expect(countRecords()).toBe(0);
  const { backend: next, invoke: ask } = await open();
  expect(await ask('project.list', {})).toEqual([]);
  await next.close();
});
