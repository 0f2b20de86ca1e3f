/** [Safe start] Work during which the process keeps dying is found, and nothing else is suspected. A process dies where its guard is not closed. */
import { existsSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type CrashGuard, crashGuardFileIn, type GuardedWork, openCrashGuard } from '../../../main/platform/crash-guard.ts';
import { newFolder } from '../../new-folder.ts';
import { nextTurn } from '../../next-turn.ts';
import { ManualTimer } from '../delivery/manual-timer.ts';

const castle: GuardedWork = { kind: 'sync', id: 'castle' };
const game: GuardedWork = { kind: 'target', id: 'game' };

const unending = (): Promise<void> => new Promise(() => undefined);
const open = (folder: string, timer = new ManualTimer()): CrashGuard => openCrashGuard(folder, { log: () => undefined, timer });
const startAndDie = async (folder: string, ...works: readonly GuardedWork[]): Promise<void> => {
  const guard = open(folder);
  for (const work of works) void guard.run(work, unending);
  await nextTurn();
};

test('work during which the process has died twice in succession is named, once', async () => {
  const folder = newFolder();
  await startAndDie(folder, castle);
  expect(open(folder).listCrashing('sync')).toEqual([]);
  await startAndDie(folder, castle);
  const guard = open(folder);
  expect(guard.listCrashing('sync')).toEqual(['castle']);
  expect(guard.listCrashing('target')).toEqual([]);
  guard.forget(castle);
  expect(open(folder).listCrashing('sync')).toEqual([]);
});

test('work that ends, or fails, does not count, however often the process dies afterwards', async () => {
  const folder = newFolder();
  for (let start = 0; start < 4; start++) {
    const guard = open(folder);
    await guard.run(castle, async () => undefined);
    await guard.run(castle, () => Promise.reject(new Error('no network'))).catch(() => undefined);
    expect(existsSync(crashGuardFileIn(folder))).toBe(false);
    expect(guard.listCrashing('sync')).toEqual([]);
  }
});

test('dying while work waits for something else does not count, and after the wait it does', async () => {
  const folder = newFolder();
  await startAndDie(folder, castle);
  await startAndDie(folder, castle);
  expect(open(folder).listCrashing('sync')).toEqual(['castle']);

  const other = newFolder();
  for (let start = 0; start < 4; start++) {
    const guard = open(other);
    expect(guard.listCrashing('sync')).toEqual([]);
    void guard.run(castle, () => guard.wait(castle, unending));
    await nextTurn();
  }
  for (let start = 0; start < 2; start++) {
    const guard = open(other);
    const { promise, resolve } = Promise.withResolvers<void>();
    void guard.run(castle, async () => {
      await guard.wait(castle, async () => undefined);
      resolve();
      await unending();
    });
    await promise;
  }
  expect(open(other).listCrashing('sync')).toEqual(['castle']);
});

test('a process that survives the work for a minute clears it', async () => {
  const folder = newFolder();
  await startAndDie(folder, castle);
  const timer = new ManualTimer();
  await open(folder, timer).run(castle, async () => undefined);
  timer.pass(59_000);
  expect(existsSync(crashGuardFileIn(folder))).toBe(true);
  timer.pass(1000);
  expect(existsSync(crashGuardFileIn(folder))).toBe(false);
  await startAndDie(folder, castle);
  expect(open(folder).listCrashing('sync')).toEqual([]);
});

test('work that takes longer than a minute is cleared when it ends, not before', async () => {
  const folder = newFolder();
  await startAndDie(folder, castle);
  const timer = new ManualTimer();
  const { promise, resolve } = Promise.withResolvers<void>();
  const guard = open(folder, timer);
  const work = guard.run(castle, () => promise);
  await nextTurn();
  timer.pass(120_000);
  // A process that died now would be the second one.
  expect(open(folder).listCrashing('sync')).toEqual(['castle']);
  resolve();
  await work;
  expect(open(folder).listCrashing('sync')).toEqual([]);
});

test('a process that closes has survived what it began, even if that has not ended; the rest stays suspected', async () => {
  const folder = newFolder();
  await startAndDie(folder, castle, game);
  const closing = open(folder);
  void closing.run(castle, unending);
  await nextTurn();
  closing.close();
  await startAndDie(folder, castle);
  expect(open(folder).listCrashing('sync')).toEqual([]);
  await startAndDie(folder, game);
  expect(open(folder).listCrashing('target')).toEqual(['game']);
});

test('work that was running together is tried one after another, so that only the one that ends the process is named', async () => {
  const folder = newFolder();
  await startAndDie(folder, castle, game);
  const second = open(folder);
  const begun: string[] = [];
  const survived = second.run(game, async () => {
    begun.push('game');
    await nextTurn();
    begun.push('the end of game');
  });
  void second.run(castle, () => {
    begun.push('castle');
    return unending();
  });
  await survived;
  await nextTurn();
  expect(begun).toEqual(['game', 'the end of game', 'castle']);
  const third = open(folder);
  expect(third.listCrashing('sync')).toEqual(['castle']);
  expect(third.listCrashing('target')).toEqual([]);
});

test.each(['', '{', '[{"kind":"sync"}]', '[{"kind":"moon","id":"x","deaths":9,"isRunning":true}]', '['.repeat(100_000)])(
  'a file that contains something else (%#) suspects nothing, and is replaced',
  async (text) => {
    const folder = newFolder();
    writeFileSync(crashGuardFileIn(folder), text);
    const guard = open(folder);
    expect(guard.listCrashing('sync')).toEqual([]);
    await guard.run(castle, async () => undefined);
    expect(existsSync(crashGuardFileIn(folder))).toBe(false);
  },
);

test('work runs, and its result or error arrives, even if the file cannot be written', async () => {
  const lines: string[] = [];
  const guard = openCrashGuard('/nowhere/at/all', { log: (line) => lines.push(line), timer: new ManualTimer() });
  await expect(guard.run(castle, async () => 7)).resolves.toBe(7);
  await expect(guard.run(castle, () => Promise.reject(new Error('bad')))).rejects.toThrow('bad');
  expect(lines).toHaveLength(1);
});
