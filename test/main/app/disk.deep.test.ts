/**
 * A disk that becomes full, read-only, or writable again: every acknowledged write is stored, and each failure names the path and says what
 * to do.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { connectBackend } from '../../../main/app/backend/connect-backend.ts';
import { type Engine, openEngine } from '../../../main/engine/engine.ts';
import { openReadOnlyDatabase } from '../../../main/engine/storage/sqlite.ts';
import type { CallResult } from '../../../shared/contracts/ipc/call-types.ts';
import { cases } from '../../rounds.ts';
import { createEmptyStory } from '../../story-builder.ts';
import { createTestEnvironment } from '../../test-environment.ts';
import { createLargeStoryRecords } from '../engine/storage/large-story.ts';

const pageBytes = 4096;
const place = mkdtempSync(join(tmpdir(), 'taleport-disk-'));
const filler = join(place, 'filler');

/** Mounting needs root, and a container may forbid it even then. */
function mountDisk(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', place], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
const isMounted = mountDisk();
afterAll(() => {
  if (isMounted) execFileSync('umount', ['--lazy', place]);
  rmSync(place, { recursive: true, force: true });
});

/** Fills the disk except for this many pages. */
function fillDisk(freePages: number): void {
  rmSync(filler, { force: true });
  const { bavail, bsize } = statfsSync(place);
  writeFileSync(filler, Buffer.alloc(bavail * bsize - freePages * pageBytes));
}

/** What a process does that starts, creates a project and ends. */
async function createInNewProcess(folder: string): Promise<CallResult> {
  const backend = connectBackend(folder);
  const result = await backend.call('project.create', { template: 'empty' });
  await backend.close();
  return result;
}

async function listProjects(folder: string): Promise<unknown[]> {
  const backend = connectBackend(folder);
  const result = await backend.call('project.list', {});
  await backend.close();
  expect(result).toMatchObject({ ok: true });
  return result.ok && Array.isArray(result.value) ? result.value : [];
}

function expectExplained(result: CallResult): void {
  if (result.ok) return;
  const { code, text } = result.problem;
  expect(['store', 'folder'], JSON.stringify(result.problem)).toContain(code);
  expect(JSON.stringify(text)).toMatch(/problem\.disk\.path/);
  expect(JSON.stringify(text)).toContain(place);
}

const emptyFilesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const stats = statSync(join(folder, name));
    return stats.isFile() && stats.size === 0;
  });

/** Without permission to mount, only the last row. */
const limits = [...(isMounted ? Array.from({ length: cases(50) }, (_, pages) => pages) : []), null];

describe('[Store] a full disk', () => {
  test.each(limits)('at the start with %s free pages', async (pages) => {
    const folder = join(place, `data-${pages}`);
    if (pages !== null) fillDisk(pages);
    const result = await createInNewProcess(folder);
    expectExplained(result);
    rmSync(filler, { force: true });
    expect(await listProjects(folder)).toHaveLength(result.ok ? 1 : 0);
    // The lock is an empty file in use.
    expect(emptyFilesIn(folder)).toEqual(['instance.lock']);
    rmSync(folder, { recursive: true });
  });

  const rounds = isMounted ? [6, 12, 24, 48] : [];
  test.each([...rounds, null])('while projects are created, after %s free pages', async (pages) => {
    const folder = join(place, `run-${pages}`);
    mkdirSync(folder);
    const backend = connectBackend(folder);
    expect(await backend.call('project.create', { template: 'empty' })).toMatchObject({ ok: true });
    if (pages !== null) fillDisk(pages);
    let answered = 1;
    let isFull = false;
    for (let attempt = 0; attempt < 12; attempt++) {
      const result = await backend.call('project.create', { template: 'empty' });
      expectExplained(result);
      if (result.ok) answered++;
      else isFull = true;
    }
    expect(isFull).toBe(pages !== null);
    rmSync(filler, { force: true });
    // The same process continues when there is space again.
    expect(await backend.call('project.create', { template: 'empty' })).toMatchObject({ ok: true });
    await backend.close();
    expect(await listProjects(folder)).toHaveLength(answered + 1);
    rmSync(folder, { recursive: true });
  });
});

describe('[Store] a large project on a disk that is too small', () => {
  test.each(isMounted ? [40, 48] : [])('of %s megabytes leaves room for changes, also after the next start', async (megabytes) => {
    const disk = join(place, `small-${megabytes}`);
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk]);
    const folder = join(disk, 'data');
    const environment = createTestEnvironment();
    const engine = openEngine(folder, environment);
    const { hash } = engine.createProject(createEmptyStory(environment, 'Small'));
    const change = (opened: Engine) =>
      opened.execute(hash, { do: 'change', kind: 'project', id: 'project', fields: { name: environment.newId() } }, 'user');
    const records = createLargeStoryRecords(environment).map((record) =>
      record.kind === 'note' ? { ...record, content: String(record.content).repeat(40) } : record,
    );
    expect(() => engine.createProject(records)).toThrow('is full');
    for (let changes = 0; changes < 20; changes++) change(engine);
    await engine.close();
    const database = openReadOnlyDatabase(join(folder, 'taleport.sqlite'));
    expect(database.prepare('SELECT count(*) FROM project').pluck().get()).toBe(1);
    database.close();
    const next = openEngine(folder, environment);
    change(next);
    expect(next.listProjects()).toHaveLength(1);
    await next.close();
    execFileSync('umount', ['--lazy', disk]);
  });
});

describe('[Store] a read-only disk', () => {
  test.each(isMounted ? ['new', 'used'] : [])('with a %s data folder', async (kind) => {
    const disk = join(place, `read-only-${kind}`);
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk]);
    const folder = join(disk, 'data');
    if (kind === 'used') expect(await createInNewProcess(folder)).toMatchObject({ ok: true });
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    const result = await createInNewProcess(folder);
    execFileSync('mount', ['-o', 'remount,rw', disk]);
    expect(result).toMatchObject({ ok: false, problem: { code: 'folder', text: { key: 'problem.disk.pathReadOnly' } } });
    expect(await listProjects(folder)).toHaveLength(kind === 'used' ? 1 : 0);
    execFileSync('umount', ['--lazy', disk]);
  });
});
