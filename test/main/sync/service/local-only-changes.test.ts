/** [I28] Nothing leaves unseen: stopping, removing a remote and deleting a synced project list first what exists only here. Over HTTP. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { t } from '../../../../shared/messages/english.ts';
import { type Problem, Problem as ProblemError } from '../../../../shared/problem.ts';
import { png } from '../../../media-files.ts';
import { networkFaults } from '../../../sync-proof/fault-proxy.ts';
import { openProxiedSides } from './proxied-sides.ts';
import { element, type Side, syncOnce, titled } from './two-workspaces.ts';

const openSides = openProxiedSides();
const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

async function synced() {
  let chance = 0;
  const { remoteSide, localSide, hash, board, proxy } = await openSides(() => chance);
  /** The next request that creates an element never arrives, and somebody else writes in the same moment. */
  const loseNextCreate = () => {
    chance = (networkFaults.indexOf('drop before') + 0.5) / networkFaults.length;
    let isOver = false;
    proxy.onRequest = (line) => {
      const isCreate = line === `POST /api/v1/${hash}/element`;
      proxy.faultRate = !isOver && isCreate ? 1 : 0;
      if (!isOver && isCreate) void remoteSide.send(hash, element(board, 'By somebody else', 900));
      isOver ||= isCreate;
    };
  };
  const localOnly = async () =>
    (await localSide.ask('sync.localOnly', { hash })).map(({ reason, change, title }) => `${reason}: ${title} ${change}`).sort();
  return { remoteSide, localSide, hash, board, proxy, loseNextCreate, localOnly };
}

const problemOf = async (call: Promise<unknown>): Promise<Problem> => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ProblemError) return error;
  throw new Error('It was not rejected');
};

describe('what exists only here', () => {
  test('[I28] waiting changes, rejected ones and the local side of conflicts are counted and listed, and keep every exit closed', async () => {
    const { remoteSide, localSide, hash, board, localOnly } = await synced();
    const [shared = '', removed = ''] = [
      ...(await remoteSide.send(hash, element(board, 'Shared'))),
      ...(await remoteSide.send(hash, element(board, 'Removed', 400))),
    ];
    await syncOnce(localSide, hash);
    await localSide.send(hash, titled(shared, 'Mine'));
    await remoteSide.send(hash, titled(shared, 'Theirs'));
    await localSide.send(hash, { do: 'remove', kind: 'element', id: removed });
    await remoteSide.send(hash, titled(removed, 'Still used'));
    await remoteSide.ask('workspace.set', { items: 2 });
    await localSide.send(hash, element(board, 'Too many', 600));
    expect(await syncOnce(localSide, hash)).toMatchObject({ conflicts: 2, rejected: 1 });
    await localSide.send(hash, element(board, 'Waits', 700));
    await localSide.send(hash, { do: 'addLocalComment', kind: 'element', id: shared, text: 'Mine or theirs?' });
    expect(await localOnly()).toEqual([
      'comment: Mine changed',
      'conflict: Mine changed',
      'conflict: Removed deleted',
      'rejected: Too many created',
      'waiting: Waits created',
    ]);
    for (const leave of [
      () => localSide.ask('sync.stop', { hash, keep: false }),
      () => localSide.ask('sync.stop', { hash }),
      () => localSide.ask('remote.remove', { name: 'Team' }),
      () => localSide.ask('project.remove', { hash }),
    ]) {
      const problem = await problemOf(leave());
      expect(problem).toMatchObject({ code: 'conflict', json: { status: 409, conflictType: 'stale' } });
      expect(problem.message).toContain('1 unsent change; 1 rejected change; 2 open conflicts; local comments on 1 item');
      expect(problem.faults.map((fault) => t(fault)).sort()).toEqual([
        'The element “Mine” has local comments.',
        'The element “Mine” was changed.',
        'The element “Removed” was deleted.',
        'The element “Too many” was added.',
        'The element “Waits” was added.',
      ]);
    }
    expect(await localSide.ask('sync.list', {})).toMatchObject([{ hash, conflicts: 2 }]);
    await localSide.ask('sync.stop', { hash, keep: false, discard: true });
    expect([await localSide.ask('sync.list', {}), await localSide.ask('project.list', {})]).toEqual([[], []]);
  });

  test('[I28] a change that only waits for a conflict about another record is listed, too', async () => {
    const { remoteSide, localSide, hash, board, localOnly } = await synced();
    const [shared = '', removed = ''] = [
      ...(await remoteSide.send(hash, element(board, 'Shared'))),
      ...(await remoteSide.send(hash, element(board, 'Removed', 400))),
    ];
    const pointTo = (id: string, elementId: string) => ({ do: 'change' as const, kind: 'jumper' as const, id, fields: { elementId } });
    const fields = { boardId: board, x: 0, y: 0, elementId: null };
    const [jumper = ''] = await remoteSide.send(hash, { do: 'create', kind: 'jumper', fields });
    await syncOnce(localSide, hash);
    await localSide.send(hash, { do: 'remove', kind: 'element', id: removed });
    await remoteSide.send(hash, titled(removed, 'Still used'));
    await localSide.send(hash, pointTo(jumper, shared));
    await remoteSide.send(hash, pointTo(jumper, removed));
    expect(await syncOnce(localSide, hash)).toMatchObject({ conflicts: 1 });
    expect(await localOnly()).toEqual(['conflict: Removed deleted', expect.stringMatching(/^waiting: .* changed$/)]);
  });

  test('[I28] a create that nothing confirms counts before and after “Wait”', async () => {
    const settling = process.env.TALEPORT_SETTLE_MS;
    process.env.TALEPORT_SETTLE_MS = '1';
    try {
      const { localSide, hash, board, loseNextCreate, localOnly } = await synced();
      await syncOnce(localSide, hash);
      loseNextCreate();
      await localSide.send(hash, element(board, 'Was it added?'));
      expect(await syncOnce(localSide, hash)).toMatchObject({ conflicts: 1 });
      expect(await localOnly()).toEqual(['unconfirmed: Was it added? created']);
      const [conflict] = await localSide.ask('conflict.list', { hash });
      expect(conflict).toMatchObject({ reason: 'unconfirmedCreate' });
      await localSide.ask('conflict.resolve', { ids: [conflict?.id ?? ''], resolution: { choice: 'remote' } });
      await syncOnce(localSide, hash);
      expect(await localOnly()).toEqual(['unconfirmed: Was it added? created']);
      expect((await problemOf(localSide.ask('sync.stop', { hash, keep: false }))).message).toContain('1 unconfirmed change');
    } finally {
      if (settling === undefined) delete process.env.TALEPORT_SETTLE_MS;
      else process.env.TALEPORT_SETTLE_MS = settling;
    }
  });

  test('[I28] a new and a replaced file count until the remote has their bytes', async () => {
    const { localSide, hash, localOnly } = await synced();
    const folder = mkdtempSync(join(tmpdir(), 'taleport-local-only-'));
    folders.push(folder);
    const store = async (bytes: Uint8Array) => {
      writeFileSync(join(folder, 'door.png'), bytes);
      return (await localSide.ask('asset.store', { hash, path: join(folder, 'door.png'), type: 'image' })).file;
    };
    const fields = { name: 'door.png', type: 'image', file: await store(png(30, 20)) } as const;
    await localSide.send(hash, { do: 'create', kind: 'asset', fields });
    expect(await localOnly()).toEqual(['file: door.png changed', 'waiting: door.png created']);
    await syncOnce(localSide, hash);
    expect(await localOnly()).toEqual([]);
    const [asset] = [...(await localSide.project(hash)).recordsOfKind('asset')].filter(({ type }) => type === 'image');
    await localSide.send(hash, { do: 'change', kind: 'asset', id: asset?.id ?? '', fields: { file: await store(png(31, 21)) } });
    expect(await localOnly()).toEqual(['file: door.png changed']);
    expect((await problemOf(localSide.ask('remote.remove', { name: 'Team' }))).message).toContain('1 file not uploaded');
    await syncOnce(localSide, hash);
    expect(await localOnly()).toEqual([]);
  });

  test('[I28] with nothing only here, a remote is removed; its projects stay as projects of their own', async () => {
    const { remoteSide, localSide, hash, board } = await synced();
    await localSide.send(hash, element(board, 'Sent'));
    await syncOnce(localSide, hash);
    await localSide.ask('remote.remove', { name: 'Team' });
    expect([await localSide.ask('remote.list', {}), await localSide.ask('sync.list', {})]).toEqual([[], []]);
    const titles = async (side: Side) => [...(await side.project(hash)).recordsOfKind('element')].map(({ title }) => title.en?.text);
    expect([await titles(localSide), await titles(remoteSide)]).toEqual([['<p>Sent</p>'], ['<p>Sent</p>']]);
  });

  test('[I28] the REST interface does not delete a project of which something exists only here', async () => {
    const { localSide, hash, board } = await synced();
    await localSide.send(hash, element(board, 'Waits'));
    const { id, url } = await localSide.ask('service.start', { port: 0 });
    const { key } = await localSide.ask('apiKey.create', { name: 'own', permissions: ['project:read', 'project:write'] });
    const headers = { authorization: `Bearer ${key}`, accept: 'application/json', 'content-type': 'application/json' };
    const response = await fetch(`${url}/api/v1/${hash}`, { method: 'DELETE', headers });
    expect([response.status, ((await response.json()) as { detail: string }).detail]).toEqual([
      409,
      expect.stringContaining('1 unsent change'),
    ]);
    expect((await localSide.ask('project.list', {})).map((each) => each.hash)).toEqual([hash]);
    await localSide.ask('service.stop', { id });
  });
});
