/** A data folder whose database is missing, empty or incomplete is recognised before anything is written to it. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openBackend } from '../../../../main/app/backend.ts';
import { openEngine } from '../../../../main/engine/engine.ts';
import { witnessFileOf } from '../../../../main/engine/storage/database-witness.ts';
import type { BackendEvent } from '../../../../shared/contracts/ipc/events.ts';
import { Problem } from '../../../../shared/problem.ts';
import { createEmptyStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'taleport-witness-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

const databaseOf = (folder: string) => join(folder, 'taleport.sqlite');
const open = () => openEngine(folder, createTestEnvironment());
function openProblem(): Problem {
  try {
    open();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('The folder was opened.');
}

/** All files with their contents. */
const contentOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, readFileSync(path, 'base64')]),
  );

async function closeWithProjects(count: number): Promise<void> {
  const environment = createTestEnvironment();
  const engine = openEngine(folder, environment);
  const created = Array.from({ length: count }, () => engine.createProject(createEmptyStory(environment)));
  expect(created).toHaveLength(count);
  await engine.close();
}

/** The folder as a crash leaves it: copied while it is open, after its last change was recorded. */
async function crashWithProjects(count: number): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const environment = createTestEnvironment();
  const live = mkdtempSync(join(tmpdir(), 'taleport-witness-live-'));
  const engine = openEngine(live, environment);
  for (let made = 0; made < count; made++) engine.createProject(createEmptyStory(environment));
  vi.advanceTimersByTime(1000);
  vi.useRealTimers();
  cpSync(live, folder, { recursive: true });
  await engine.close();
  rmSync(live, { recursive: true });
}

describe('a database that contained projects', () => {
  test.each([
    ['deleted', () => rmSync(databaseOf(folder))],
    ['emptied', () => truncateSync(databaseOf(folder), 0)],
  ])('is not mistaken for a new one when it was %s', async (_what, damage) => {
    await closeWithProjects(3);
    damage();
    const before = contentOf(folder);
    const problem = openProblem();
    expect(problem.code).toBe('store');
    expect(problem.message).toContain(databaseOf(folder));
    expect(contentOf(folder)).toEqual(before);
  });

  test('is not replaced, and its log not deleted, when only the log of a crash remains', async () => {
    await crashWithProjects(2);
    rmSync(databaseOf(folder));
    rmSync(witnessFileOf(databaseOf(folder)));
    const before = contentOf(folder);
    expect(openProblem().message).toContain('is missing');
    expect(contentOf(folder)).toEqual(before);
  });

  test('may be missing once its last project was removed', async () => {
    const environment = createTestEnvironment();
    const engine = openEngine(folder, environment);
    engine.removeProject(engine.createProject(createEmptyStory(environment)).hash);
    await engine.close();
    rmSync(databaseOf(folder));
    const again = open();
    expect(again.listProjects()).toEqual([]);
    await again.close();
  });
});

describe('stored files without a database', () => {
  test.each([
    ['files of assets', join('vault', 'ab')],
    ['earlier exports', 'exports'],
  ])('%s keep the folder from being mistaken for a new one', async (_what, place) => {
    mkdirSync(join(folder, place), { recursive: true });
    writeFileSync(join(folder, place, 'ab'.repeat(32)), 'content');
    const problem = await openBackend(folder, createTestEnvironment()).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(problem).toMatchObject({ code: 'store' });
    expect(existsSync(databaseOf(folder))).toBe(false);
  });
});

describe('the end of the write-ahead log', () => {
  const openAndListen = async (): Promise<{ events: BackendEvent[]; projects: number }> => {
    const backend = await openBackend(folder, createTestEnvironment());
    const events: BackendEvent[] = [];
    backend.onEvents((batch) => events.push(...batch));
    const result = await backend.call('project.list', {});
    await backend.close();
    return { events, projects: result.ok ? (result.value as unknown[]).length : -1 };
  };
  const lostChanges = expect.objectContaining({ event: 'notice', message: { key: 'desktop.changesLost' } });

  test('is complete after a crash, and nothing is reported', async () => {
    await crashWithProjects(4);
    expect(await openAndListen()).toEqual({ events: [], projects: 4 });
  });

  test.each([
    ['missing', () => rmSync(`${databaseOf(folder)}-wal`)],
    ['cut in half', () => truncateSync(`${databaseOf(folder)}-wal`, statSync(`${databaseOf(folder)}-wal`).size / 2)],
  ])('is reported once when it is %s', async (_what, damage) => {
    await crashWithProjects(4);
    damage();
    rmSync(`${databaseOf(folder)}-shm`);
    const { events } = await openAndListen();
    expect(events).toContainEqual(lostChanges);
    expect((await openAndListen()).events).not.toContainEqual(lostChanges);
  });

  test('is not expected by a folder of an earlier version, which has no witness', async () => {
    await crashWithProjects(1);
    rmSync(witnessFileOf(databaseOf(folder)));
    rmSync(`${databaseOf(folder)}-wal`);
    const engine = open();
    expect(engine.lostChanges).toBe(false);
    await engine.close();
  });
});
