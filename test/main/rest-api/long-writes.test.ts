/** A request that takes long is performed in slices: others are answered meanwhile, and it is judged by the state in which it is executed. */
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { openBackend } from '../../../main/app/backend/backend.ts';
import { executePrepared, openEngine } from '../../../main/engine/engine.ts';
import { exportStory } from '../../../main/exporters/exporters.ts';
import { createInvoke } from '../../../shared/contracts/ipc/backend.ts';
import type { SingleCommand } from '../../../shared/model/commands.ts';
import { Project } from '../../../shared/model/project.ts';
import { newFolder } from '../../new-folder.ts';
import { nextTurn } from '../../next-turn.ts';
import { endSlicesAtOnce } from '../../short-slices.ts';
import { record } from '../../story-records.ts';
import { createTestEnvironment } from '../../test-environment.ts';
import { createLargeStoryRecords } from '../engine/storage/large-story.ts';

afterEach(() => void vi.unstubAllGlobals());

const environment = createTestEnvironment();
const story = createLargeStoryRecords(environment);
const root = story.find(({ kind, parentId }) => kind === 'board' && parentId === null)?.id ?? null;
const board = story.find(({ kind, type }) => kind === 'board' && type === 'board')?.id ?? '';
// The last board cannot be deleted.
const records = [...story, record('board', environment.newId(), { parentId: root, name: 'Other' })];
const note = story.find(({ kind }) => kind === 'note')?.id ?? '';

test('[Version envelope] while a large board is being deleted, it is still read, and an edit of it waits and finds it gone', async () => {
  const backend = await openBackend(newFolder(), environment);
  onTestFinished(() => backend.close());
  const invoke = createInvoke(backend);
  const text = exportStory(new Project(records), { format: 'json', destination: 'file' });
  const { hash } = await invoke('project.import', { source: { text, fileName: 'large.json' } });
  const { key } = await invoke('apiKey.create', { name: 'any', permissions: ['project:read', 'project:write'] });
  const send = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${key}`, accept: 'application/json', 'content-type': 'application/json' };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await backend.restApi.handle(new Request(`http://127.0.0.1/api/v1/${hash}${path}`, init));
    return { status: response.status, body: await response.json() };
  };
  endSlicesAtOnce();
  let isOver = false;
  const deletion = send('DELETE', `/board/${board}`).finally(() => {
    isOver = true;
  });
  await nextTurn();
  const edit = send('PATCH', `/note/${note}`, { x: 7 });
  let reads = 0;
  for (let turn = 0; !isOver; turn++) {
    await nextTurn();
    // Reading in every turn would exceed the limit of the plan.
    if (turn % 100 !== 0) continue;
    const { status } = await send('GET', `/board/${board}`);
    if (!isOver) expect(status).toBe(200);
    reads += 1;
  }
  expect(reads).toBeGreaterThan(10);
  const { status, body } = await deletion;
  expect([status, body.newVersion]).toEqual([200, body.version + 1]);
  expect((await edit).status).toBe(404);
  expect((await send('GET', `/board/${board}`)).status).toBe(404);
});

test('[G7] a request that is overtaken by another write is checked again', async () => {
  const engine = openEngine(newFolder(), environment);
  onTestFinished(() => engine.close());
  const [one, other] = [engine.createProject(records).hash, engine.createProject(records).hash];
  const { version } = engine.getVersion(one);
  for (const hash of [one, other]) await engine.openProject(hash);
  endSlicesAtOnce();
  const removal: SingleCommand = { do: 'remove', kind: 'board', id: board };
  const before = engine.inSlices.execute(other, removal, 'api');
  const seen: (number | undefined)[] = [];
  const prepare = (project: Project) => {
    seen.push(project.find('note', note)?.x);
    return { command: removal };
  };
  let committed = 0;
  const result = executePrepared(engine, one, 'api', prepare, (each) => {
    committed = each.newVersion;
    expect(engine.getProject(one).has(board)).toBe(false);
  });
  while (seen.length === 0) await nextTurn();
  // It waits for the other project.
  expect(engine.getProject(other).has(board)).toBe(true);
  engine.execute(one, { do: 'change', kind: 'note', id: note, fields: { x: 7 } }, 'user');
  await before;
  expect(await result).toMatchObject({ version: version + 1, newVersion: version + 2 });
  expect([seen, committed]).toEqual([[0, 7], version + 2]);
});
