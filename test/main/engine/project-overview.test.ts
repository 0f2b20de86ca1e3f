/** The overview of a project for its card: read from the database without opening the project. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { ProjectOverviews } from '../../../main/engine/calls.ts';
import { type Engine, openEngine } from '../../../main/engine/engine.ts';
import type { ProjectOverview } from '../../../shared/contracts/ipc/results.ts';
import { createTestStory } from '../../story-builder.ts';
import { createTestEnvironment } from '../../test-environment.ts';
import { openStory, problemOf } from './open-story.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function readOverview(engine: Engine, hash: string): ProjectOverview {
  const steps = engine.readOverview(hash);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

test('it counts boards and elements, and has the items of the board on which the story starts', () => {
  const { engine, hash, board, make, send } = openStory();
  const other = make('board', { name: 'Act 2' });
  const first = make('element', { boardId: other, x: 10, y: 20, width: 301, height: 121, theme: 'red' });
  const branch = make('branch', { boardId: other, x: 400, y: 20 });
  const jumper = make('jumper', { boardId: other, x: 800, y: 20 });
  make('note', { boardId: other, x: 10, y: 300 });
  make('element', { boardId: board, x: 1, y: 1 });
  send({ do: 'setConditions', id: branch, conditions: { ifCondition: { script: 'true' } } });
  const [condition = ''] = engine.getProject(hash).childIds(branch, 'conditions');
  make('connection', { boardId: other, sourceid: first, sourceType: 'elements', targetid: branch, targetType: 'branches' });
  make('connection', { boardId: other, sourceid: condition, sourceType: 'conditions', targetid: jumper, targetType: 'jumpers' });
  send({ do: 'change', kind: 'project', id: 'project', fields: { startingElement: first } });

  const overview = readOverview(engine, hash);
  expect(overview).toMatchObject({ boards: 2, elements: 2, cover: null });
  expect(overview.items).toContainEqual({ x: 10, y: 20, width: 301, height: 121, theme: 'red', isNote: false });
  expect(overview.items.filter(({ isNote }) => isNote)).toHaveLength(1);
  expect(overview.items).toHaveLength(4);
  const lines = overview.connections.map(([source, target]) => [overview.items[source]?.x, overview.items[target]?.x]);
  expect(lines.sort()).toEqual([
    [10, 400],
    [400, 800],
  ]);
});

test('without a starting element it has the items of the first board', () => {
  const { engine, hash, board, make } = openStory();
  make('element', { boardId: make('board', { name: 'Act 2' }), x: 5, y: 5 });
  make('element', { boardId: board, x: 7, y: 7 });
  expect(readOverview(engine, hash).items.map(({ x }) => x)).toEqual([7]);
});

test('it is read from the stored project, and an unknown project is a 404', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'taleport-overview-'));
  folders.push(folder);
  const environment = createTestEnvironment();
  const before = openEngine(folder, environment);
  const { hash } = createTestStory(before, environment);
  await before.close();
  const engine = openEngine(folder, environment);
  expect(readOverview(engine, hash)).toMatchObject({ boards: 1, elements: 0 });
  expect(problemOf(() => engine.readOverview('missing'))).toMatchObject({ status: 404 });
  await engine.close();
});

test('it is read once per version of the project', async () => {
  const { engine, hash, board, make } = openStory();
  let reads = 0;
  const overviews = new ProjectOverviews({
    getVersion: engine.getVersion,
    readOverview: (of) => {
      reads++;
      return engine.readOverview(of);
    },
  });
  await overviews.read(hash);
  expect(await overviews.read(hash)).toMatchObject({ elements: 0 });
  expect(reads).toBe(1);
  make('element', { boardId: board, x: 7, y: 7 });
  expect(await overviews.read(hash)).toMatchObject({ elements: 1 });
  expect(reads).toBe(2);
});
