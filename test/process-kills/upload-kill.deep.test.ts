/** [Assets] Uploads and kill -9: no row without its bytes, every answered file is there, and nothing is left over. Memory and clients that go away. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openFileStore } from '../../main/assets/file-store.ts';
import { openEngine } from '../../main/engine/engine.ts';
import { mp4, png, wav } from '../media-files.ts';
import { nextTurn } from '../next-turn.ts';
import { cases } from '../rounds.ts';
import { testRunSeed } from '../seed.ts';
import { listStoredFiles } from '../stored-files.ts';
import { createTestEnvironment } from '../test-environment.ts';
import { type Server, startServer, uploadTo } from './uploading.ts';

let folder = '';
let server: Server | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'taleport-upload-kill-'));
});
afterEach(async () => {
  await end();
  rmSync(folder, { recursive: true });
});

async function end(): Promise<void> {
  const { child } = server ?? {};
  server = undefined;
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGKILL');
  await ended;
}

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 4096) {
    yield bytes.subarray(at, at + 4096);
    await nextTurn();
  }
}
const files = (): string[] => listStoredFiles(join(folder, 'vault'));

const seed = testRunSeed();
const uploadKills = cases(2, 200);

describe('killed during uploads', () => {
  test(`${uploadKills} times: what was answered is there, and everything that is there is whole`, async () => {
    const answered = new Set<string>();
    let killedInTime = 0;
    for (let round = 0; round < uploadKills; round++) {
      server = await startServer(folder);
      const now = server;
      let open = 0;
      // Counted in answers, not in time: however busy the machine is, some are still on their way.
      let enough = (seed + round) % 11;
      let reached = () => {};
      const enoughAnswered = new Promise<void>((resolve) => {
        reached = resolve;
      });
      if (enough === 0) setImmediate(reached);
      const uploads = Array.from({ length: 12 }, async (_, at) => {
        const bytes = at % 3 === 0 ? wav(1 + at * 8) : png(3, 2, `${'x'.repeat(at * 9000)} ${at % 2 === 0 ? 'same' : `${round}/${at}`}`);
        const how = { type: at % 3 === 0 ? 'audio' : 'image', filename: `file ${at}`, flow: at % 2 === 0 ? 'two-step' : 'single' } as const;
        open++;
        const { status, body } = await uploadTo(now, inPieces(bytes), how);
        open--;
        expect([200, 201]).toContain(status);
        answered.add(body.filename ?? body.id ?? '');
        if (--enough === 0) reached();
      });
      const all = Promise.allSettled(uploads);
      await Promise.race([all, enoughAnswered]);
      if (open > 0) killedInTime++;
      await end();
      await all;

      const engine = openEngine(folder, createTestEnvironment());
      const vault = openFileStore(join(folder, 'vault'), engine.openKeyValueStore('files'), createTestEnvironment());
      const [{ hash } = { hash: '' }] = engine.listProjects();
      const stored = vault.list(hash);
      const assets = [...engine.getProject(hash).recordsOfKind('asset')];
      const there = new Set([...stored.map(({ file }) => file), ...assets.map(({ id }) => id)]);
      for (const name of answered) expect(there).toContain(name);
      for (const { file, sha256, bytes } of stored) {
        const content = readFileSync(vault.findPath(hash, file) ?? '');
        expect(content).toHaveLength(bytes);
        expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
      }
      for (const { file } of assets) if (file !== null) expect(vault.find(hash, file)).toBeDefined();
      await vault.sweepUnreferenced({ named: () => true });
      expect(files().sort()).toEqual([...new Set(stored.map(({ sha256 }) => sha256))].sort());
      await vault.close();
      await engine.close();
    }
    expect(killedInTime).toBeGreaterThan(uploadKills / 4);
    expect(answered.size).toBeGreaterThan(0);
  });
});

describe('while the service runs', () => {
  test('[Assets] an upload of 400 MB grows the process by less than 50 MB', async () => {
    server = await startServer(folder);
    const now = server;
    const peak = async () => ((await (await fetch(new URL('/memory', now.url))).json()) as { peak: number }).peak;
    const send = (bytes: AsyncIterable<Uint8Array>) => uploadTo(now, bytes, { type: 'video', filename: 'long.mp4', flow: 'two-step' });
    // The thread that reads media takes memory of its own, once.
    expect(await send(inPieces(mp4()))).toMatchObject({ status: 200 });
    const before = await peak();
    const size = 400 * 1024 * 1024;
    async function* generated(): AsyncGenerator<Uint8Array> {
      yield mp4();
      for (let left = size - mp4().length; left > 0; left -= 65_536) yield Buffer.alloc(Math.min(left, 65_536), left % 251);
    }
    expect(await send(generated())).toMatchObject({ status: 200, body: { size: '419 MB' } });
    expect((await peak()) - before).toBeLessThan(50 * 1024 * 1024);
  });

  test('a client that disconnects leaves no file, and the next one is served', async () => {
    server = await startServer(folder);
    const now = server;
    async function* broken() {
      yield* inPieces(wav(20));
      throw new Error('The client has gone');
    }
    for (const flow of ['two-step', 'single'] as const)
      await expect(uploadTo(now, broken(), { type: 'audio', filename: 'a.wav', flow })).rejects.toThrow();
    expect(await uploadTo(now, inPieces(png()), { type: 'image', filename: 'a.png', flow: 'single' })).toMatchObject({ status: 201 });
    await expect.poll(files).toHaveLength(1);
  });

  test('a rejected file is answered while the client is still sending', async () => {
    server = await startServer(folder);
    const sent = await uploadTo(server, inPieces(wav(600)), { type: 'image', filename: 'a.png', flow: 'two-step' });
    expect(sent).toMatchObject({ status: 400, body: { errors: { file: expect.any(String) } } });
    expect(files()).toEqual([]);
  });
});
