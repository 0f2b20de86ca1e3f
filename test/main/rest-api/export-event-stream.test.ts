/** A running game receives events about new exports, over a real connection. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openBackend } from '../../../main/app/backend/backend.ts';
import { systemEnvironment } from '../../../main/platform/environment.ts';
import { createInvoke } from '../../../shared/contracts/ipc/backend.ts';

async function opened() {
  const parts = await openBackend(null, systemEnvironment);
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= parts.close();
    return closing;
  };
  onTestFinished(close);
  const ask = createInvoke(parts);
  const { hash } = await ask('project.create', { template: 'sample' });
  const { url } = await ask('service.start', { port: 0 });
  const { key, id } = await ask('apiKey.create', { name: 'game' });
  const makeGame = () => {
    const folder = mkdtempSync(join(tmpdir(), 'taleport-game-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'project.godot'), 'config_version=5\n');
    return folder;
  };
  const game = makeGame();
  const listen = (query = '', given = key) => fetch(`${url}/events/exports${query}`, { headers: { authorization: `Bearer ${given}` } });
  return { close, ask, hash, key, keyId: id, game, makeGame, listen, url };
}

/** The next event that is not a heartbeat. */
async function next(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<{ event: string; data: Record<string, unknown> }> {
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Error('ended');
    text += Buffer.from(value).toString();
    const found = /event: (\w+)\ndata: (.*)\n\n/.exec(text);
    if (found) return { event: found[1] ?? '', data: JSON.parse(found[2] ?? '') };
  }
}

test('[Targets] a running game receives an event for a new export, with the written files', async () => {
  const { ask, hash, game, listen, close } = await opened();
  const answer = await listen(`?project=${hash}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  const reader = answer.body?.getReader();
  if (!reader) throw new Error('no body');
  const { id } = await ask('target.add', { hash, folder: game });
  const event = await next(reader);
  expect(event).toMatchObject({ event: 'export', data: { target: id, project: hash, engine: 'godot', folder: game } });
  expect(event.data.written).toContain('arcweave/project.json');
  await ask('project.rename', { hash, name: 'Another' });
  await ask('target.run', { id });
  expect((await next(reader)).data).toMatchObject({
    written: ['arcweave/project.json'],
    version: (await ask('project.read', { hash })).version,
  });
  // Closing ends the stream of a listener. It does not wait for the listener and then cut the connection, which would be another error.
  await close();
  await expect(next(reader)).rejects.toThrow('ended');
});

test('[Targets] a listener of one project receives no events of others, and a listener of all projects receives each', async () => {
  const { ask, hash, game, makeGame, listen } = await opened();
  const { hash: otherHash } = await ask('project.create', { template: 'sample' });
  const read = async (query: string) => (await listen(query)).body?.getReader() ?? Promise.reject(new Error('no body'));
  const [one, all] = [await read(`?project=${hash}`), await read('')];
  await ask('target.add', { hash: otherHash, folder: makeGame() });
  expect((await next(all)).data).toMatchObject({ project: otherHash });
  await ask('target.add', { hash, folder: game });
  expect((await next(one)).data).toMatchObject({ project: hash });
  expect((await next(all)).data).toMatchObject({ project: hash });
});

test('[Targets] without a key, with one that may not read, or for a missing project: no events', async () => {
  const { ask, hash, listen, keyId, key, url } = await opened();
  expect((await listen('', 'nonsense')).status).toBe(401);
  expect((await fetch(`${url}/events/exports`)).status).toBe(401);
  expect((await listen('?project=nothing')).status).toBe(404);
  const { key: writer } = await ask('apiKey.create', { name: 'w', permissions: ['project:write'] });
  expect((await listen('', writer)).status).toBe(403);
  expect((await fetch(`${url}/events/exports`, { method: 'POST', headers: { authorization: `Bearer ${key}` } })).status).toBe(405);
  await ask('apiKey.revoke', { id: keyId });
  expect((await listen(`?project=${hash}`)).status).toBe(401);
});

test('[Targets] a stream ends when its key is revoked or may no longer read, and sends nothing of a project that its member may no longer view', async () => {
  const { ask, hash, listen, keyId, key, game, makeGame } = await opened();
  const { key: other, id: otherId } = await ask('apiKey.create', { name: 'other game' });
  const { hash: hiddenHash } = await ask('project.create', { template: 'sample' });
  const { id: member } = await ask('member.add', { name: 'third', projects: ['view'] });
  const { key: third } = await ask('apiKey.create', { name: 'third game', member });
  const read = async (query: string, given: string) => (await listen(query, given)).body?.getReader() ?? expect.fail('no body');
  const [revoked, changed, restricted] = [
    await read(`?project=${hash}`, key),
    await read(`?project=${hash}`, other),
    await read('', third),
  ];
  await ask('apiKey.revoke', { id: keyId });
  await expect(next(revoked)).rejects.toThrow('ended');
  await ask('apiKey.change', { id: otherId, permissions: ['project:write'] });
  await expect(next(changed)).rejects.toThrow('ended');
  const { id: hiddenTarget } = await ask('target.add', { hash: hiddenHash, folder: makeGame() });
  expect((await next(restricted)).data).toMatchObject({ project: hiddenHash });
  await ask('member.change', { id: member, fields: { only: { [hiddenHash]: [] } } });
  await ask('project.rename', { hash: hiddenHash, name: 'Another' });
  await ask('target.run', { id: hiddenTarget });
  await ask('target.add', { hash, folder: game });
  expect((await next(restricted)).data).toMatchObject({ project: hash });
});

test('[Targets] at most a hundred games listen; one that disconnects makes room for another', async () => {
  const { listen, hash } = await opened();
  const games = await Promise.all(Array.from({ length: 100 }, () => listen(`?project=${hash}`)));
  expect(new Set(games.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await listen(`?project=${hash}`)).status).toBe(429);
  await games[0]?.body?.cancel();
  await expect.poll(async () => (await listen(`?project=${hash}`)).status).toBe(200);
});
