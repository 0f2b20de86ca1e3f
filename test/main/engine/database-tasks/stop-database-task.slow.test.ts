/** [Store] [Backups] Tasks on a database stop when the program closes, between two steps of SQLite and never inside one. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startBackendWorker } from '../../../../main/app/backend/start-backend-worker.ts';
import { openWorkerBackend } from '../../../../main/desktop/worker-backend.ts';
import { copyDatabase } from '../../../../main/engine/database-tasks/database-copy.ts';
import {
  checkIntegrityInBackground,
  copyDatabaseInBackground,
  examineDatabaseInBackground,
} from '../../../../main/engine/database-tasks/run-database-task.ts';
import { openProjectDatabase } from '../../../../main/engine/storage/project-store.ts';
import { openDatabaseFile } from '../../../../main/engine/storage/sqlite.ts';
import { rowChecksum } from '../../../../main/engine/storage/stored-rows.ts';
import { databaseFileIn } from '../../../../main/platform/data-folder.ts';
import { nextTurn } from '../../../next-turn.ts';
import { cases } from '../../../rounds.ts';

const folder = mkdtempSync(join(tmpdir(), 'taleport-stop-'));
const file = databaseFileIn(folder);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A copy of it takes several steps. */
const rows = 5_000;

beforeAll(() => {
  openProjectDatabase(folder, () => undefined).close();
  const database = openDatabaseFile(file);
  const insert = database.prepare("INSERT INTO key_value VALUES ('filler', ?, ?, ?)");
  database.transaction(() => {
    for (let row = 0; row < rows; row += 1) {
      const [id, json] = [String(row), JSON.stringify(`${row} `.repeat(1_800))];
      insert.run(id, json, rowChecksum('filler', id, json));
    }
  })();
  database.close();
});

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
const copyTo = (to: string, signal?: AbortSignal) => copyDatabaseInBackground({ file, to, fileRows: 'files' }, signal);

describe('a task on the database', () => {
  test('rejects as busy, each time at another moment of a copy, without a crash', async () => {
    let stopped = 0;
    const moments = cases(10);
    const whole = statSync(file).size;
    for (let round = 0; round < moments; round += 1) {
      const [to, closing] = [join(folder, `copy-${round}.sqlite`), new AbortController()];
      let isSettled = false;
      const copy = copyTo(to, closing.signal)
        .then(
          () => 'done',
          (error: { code: string }) => error.code,
        )
        .finally(() => {
          isSettled = true;
        });
      // From before the thread has started until the copy is being checked.
      while (!isSettled && sizeOf(to) < (whole * round) / moments) await nextTurn();
      closing.abort();
      const outcome = await copy;
      expect(['busy', 'done']).toContain(outcome);
      if (outcome === 'busy') stopped += 1;
      rmSync(to, { force: true });
    }
    // The first is stopped before the copy begins.
    expect(stopped).toBeGreaterThan(0);
  });

  test('does not copy the rest once it is asked to stop', async () => {
    const to = join(folder, 'begun.sqlite');
    let steps = 0;
    const copy = copyDatabase({ type: 'copy', file, to, fileRows: 'files' }, () => {
      steps += 1;
      if (steps === 2) throw new Error('stopped');
    });
    await expect(copy).rejects.toThrow('stopped');
    expect(statSync(to).size).toBeLessThan(statSync(file).size);
  });

  test('does not begin after it was asked to stop, and says nothing about the file', async () => {
    await expect(checkIntegrityInBackground(file, AbortSignal.abort())).rejects.toMatchObject({ code: 'busy' });
    expect(await checkIntegrityInBackground(file)).toBe('ok');
    expect(await examineDatabaseInBackground(file)).toMatchObject({ integrity: 'ok' });
  });
});

describe('closing the thread of the backend', () => {
  const scriptThat = (body: string): URL =>
    new URL(
      `data:text/javascript,${encodeURIComponent(`
        import { parentPort, workerData } from 'node:worker_threads';
        const [stop, running] = [0, 1];
        const tasks = new Int32Array(workerData.databaseTasks);
        ${body}`)}`,
    );

  test('terminates a stuck backend only after its task on the database has ended, and says what it waits for', async () => {
    const { worker, close } = startBackendWorker(
      scriptThat(`
        Atomics.add(tasks, running, 1);
        parentPort.postMessage('running');
        while (Atomics.load(tasks, stop) === 0);
        // The present step.
        const until = performance.now() + 400;
        while (performance.now() < until);
        Atomics.sub(tasks, running, 1);
        parentPort.postMessage('ended');
        for (;;);`),
      { dataFolder: folder },
    );
    const [heard, log]: [unknown[], string[]] = [[], []];
    worker.on('message', (posted) => heard.push(posted));
    await expect.poll(() => heard).toContain('running');
    await close({ wait: 0, timeout: 50, log: (line) => log.push(line) });
    expect(heard).toContain('ended');
    expect(log).toEqual([expect.stringMatching(/^Closing waits for a check or a copy of the database/)]);
  });

  test('terminates a stuck backend without such a task at once', async () => {
    const log: string[] = [];
    const { worker, close } = startBackendWorker(scriptThat(`parentPort.postMessage('running'); for (;;);`), { dataFolder: folder });
    await new Promise((resolve) => worker.once('message', resolve));
    await close({ wait: 0, timeout: 50, log: (line) => log.push(line) });
    expect(log).toEqual([]);
  });

  test('stops a backup that is being made', async () => {
    const lines: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      const backend = openWorkerBackend(join(import.meta.dirname, '../../../../main/worker.ts'), folder, (line) => lines.push(line));
      onTestFinished(() => backend.close());
      expect(await backend.call('project.list', {})).toMatchObject({ ok: true });
      const backup = backend.call('backup.create', {});
      for (let turn = 0; turn < round * 2000; turn += 1) await nextTurn();
      await backend.close();
      const answer = await backup;
      if (!answer.ok) expect(['busy', 'internal']).toContain(answer.problem.code);
    }
    expect(lines).toEqual([]);
    expect(await checkIntegrityInBackground(file)).toBe('ok');
  });
});
