/**
 * A large project is opened in slices: others are read and written in between, and a call that needs the project waits or completes the
 * opening.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openBackend } from '../../../main/app/backend/backend.ts';
import { type Engine, openEngine } from '../../../main/engine/engine.ts';
import { createInvoke } from '../../../shared/contracts/ipc/backend.ts';
import { nextTurn } from '../../next-turn.ts';
import { endSlicesAtOnce } from '../../short-slices.ts';
import { createEmptyStory } from '../../story-builder.ts';
import { createTestEnvironment } from '../../test-environment.ts';
import { databaseOf } from './storage/crashed-folder.ts';
import { createLargeStoryRecords } from './storage/large-story.ts';

const environment = createTestEnvironment();
let folder: string;
let large: string;
let small: string;
let size: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'taleport-open-'));
  const engine = openEngine(folder, environment);
  const records = createLargeStoryRecords(environment);
  size = records.length;
  large = engine.createProject(records).hash;
  small = engine.createProject(createEmptyStory(environment, 'Small')).hash;
  await engine.close();
  endSlicesAtOnce();
});
afterEach(() => {
  vi.unstubAllGlobals();
  rmSync(folder, { recursive: true });
});

const rename = (engine: Engine, hash: string, name: string) =>
  engine.execute(hash, { do: 'change', kind: 'project', id: 'project', fields: { name } }, 'user');

/** Runs `work` in each turn until the promise is settled. Returns the number of turns. */
async function whileWaiting(promise: Promise<unknown>, work: (turn: number) => unknown): Promise<number> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  promise.then(end, end);
  let turns = 0;
  while (!isOver) {
    await work(turns++);
    await nextTurn();
  }
  return turns;
}

test('others are read and written between the slices', async () => {
  const engine = openEngine(folder, environment);
  const turns = await whileWaiting(engine.openProject(large), (turn) => rename(engine, small, `Small ${turn}`));
  expect(turns).toBeGreaterThan(3);
  expect(engine.getProject(large).size).toBe(size);
  expect(engine.getVersion(small).version).toBe(turns + 1);
  await engine.close();
});

test('a call that needs the project at once completes the opening, and the project is not opened twice', async () => {
  const engine = openEngine(folder, environment);
  const waits = [engine.openProject(large), engine.openProject(large)];
  await nextTurn();
  rename(engine, large, 'Renamed');
  const project = engine.getProject(large);
  await Promise.all(waits);
  expect(engine.getProject(large)).toBe(project);
  expect([project.size, project.projectRecord.name]).toEqual([size, 'Renamed']);
  await engine.openProject(large);
  expect(engine.getProject(large)).toBe(project);
  await engine.close();
});

test('a project that is removed meanwhile is not opened, and another one may get its hash', async () => {
  const engine = openEngine(folder, environment);
  const wait = engine.openProject(large);
  const rejected = expect(wait).rejects.toMatchObject({ code: 'notFound' });
  await nextTurn();
  engine.removeProject(large);
  await rejected;
  const next = createEmptyStory(environment, 'Next');
  engine.createProject(next, () => [], large);
  await engine.openProject(large);
  expect(engine.getProject(large).size).toBe(next.length);
  await engine.close();
});

test('a project that does not exist, and closing, reject the opening', async () => {
  const engine = openEngine(folder, environment);
  await expect(engine.openProject('missing')).rejects.toMatchObject({ code: 'notFound' });
  const wait = engine.openProject(large);
  const rejected = expect(wait).rejects.toThrow('not open');
  await engine.close();
  await rejected;
});

test('lists are in their order', async () => {
  const engine = openEngine(folder, environment);
  await engine.openProject(large);
  const project = engine.getProject(large);
  const board = [...project.recordsOfKind('board')].find(({ type }) => type === 'board');
  const notes = project.children('note', board?.id ?? '', 'notes');
  expect(notes.length).toBeGreaterThan(100);
  expect(notes.map(({ y }) => y)).toEqual(notes.map((_, y) => y));
  await engine.close();
});

test.each(['!', '~'])('a damaged id (%s) neither ends nor repeats the reading', async (first) => {
  const before = openEngine(folder, environment);
  const ids = [...before.getProject(large).records()].map(({ id }) => id).sort();
  await before.close();
  // The record with which a page of the overview ends.
  const id = ids[399] ?? '';
  const bytes = readFileSync(databaseOf(folder));
  const at = bytes.indexOf(id);
  expect([at > 0, bytes.indexOf(id, at + 1)]).toEqual([true, -1]);
  bytes.write(first, at);
  writeFileSync(databaseOf(folder), bytes);
  const engine = openEngine(folder, environment);
  const steps = engine.readOverview(large);
  let pages = 0;
  while (pages < 10 && !steps.next().done) pages++;
  expect(pages).toBeLessThan(10);
  await engine.openProject(large);
  expect(engine.damage.list(large).flatMap(({ records }) => records.map(({ outcome }) => outcome))).toEqual(['leftOut']);
  expect(engine.getProject(large).size).toBe(size - 1);
  await engine.close();
});

test('calls and requests for other projects are answered while one is opened; those for it wait', async () => {
  const backend = await openBackend(folder, environment);
  const invoke = createInvoke(backend);
  const { key } = await invoke('apiKey.create', { name: 'reader', permissions: ['project:read'] });
  const get = (hash: string) =>
    backend.restApi.handle(
      new Request(`http://127.0.0.1/api/v1/${hash}/board`, { headers: { accept: 'application/json', authorization: `Bearer ${key}` } }),
    );
  const waiting = [get(large), invoke('project.read', { hash: large, inPieces: true }), invoke('project.check', { hash: large })] as const;
  const turns = await whileWaiting(Promise.race(waiting), async () => {
    expect((await get(small)).status).toBe(200);
    expect((await invoke('project.locales', { hash: small })).length).toBeGreaterThan(0);
  });
  expect(turns).toBeGreaterThan(3);
  const [response, snapshot] = await Promise.all(waiting);
  expect([response.status, snapshot.total]).toEqual([200, size]);
  await backend.close();
});
