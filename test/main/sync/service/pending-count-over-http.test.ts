/** What waits is counted from what is stored, as two programs with HTTP between them show it. */
import { expect, test } from 'vitest';
import { openProxiedSides } from './proxied-sides.ts';
import { element, syncOnce, titled } from './two-workspaces.ts';

const openSides = openProxiedSides();

test('[I43] over HTTP, between two programs: while sync is paused, beside a conflict, and after its answer', async () => {
  const { remoteSide, localSide, hash, board } = await openSides();
  const [one = ''] = await remoteSide.send(hash, element(board, 'First'));
  const [two = ''] = await remoteSide.send(hash, element(board, 'Second'));
  await syncOnce(localSide, hash);
  const counts = async () => {
    const [status] = await localSide.ask('sync.list', {});
    return [status?.state, status?.pending, status?.conflicts];
  };
  expect(await counts()).toEqual(['synced', 0, 0]);
  await localSide.ask('sync.pause', { until: null });
  for (const [id, title] of [
    [one, 'Mine'],
    [two, 'Waits'],
  ] as const)
    await localSide.send(hash, titled(id, title));
  expect(await counts()).toEqual(['paused', 2, 0]);
  await remoteSide.send(hash, titled(one, 'Theirs'));
  await localSide.ask('sync.pause', { until: 'now' });
  await syncOnce(localSide, hash);
  expect(await counts()).toEqual(['attention', 0, 1]);
  const ids = (await localSide.ask('conflict.list', { hash })).map(({ id }) => id);
  await localSide.ask('sync.pause', { until: null });
  await localSide.ask('conflict.resolve', { ids, resolution: { choice: 'local' } });
  expect(await counts()).toEqual(['paused', 1, 0]);
});
