/** The sync of a project ends while it is downloaded: nothing stays behind. */
import { expect, test } from 'vitest';
import { openProxiedSides } from './proxied-sides.ts';

const openSides = openProxiedSides();

test('a download that is stopped leaves no project behind', async () => {
  const { remoteSide, localSide, proxy } = await openSides();
  const { hash } = await remoteSide.ask('project.create', { template: 'sample' });
  let isStopped = false;
  proxy.onRequest = async (line) => {
    if (isStopped || !line.startsWith(`GET /api/v1/${hash}/json`)) return;
    isStopped = true;
    await localSide.ask('sync.stop', { hash, discard: true });
  };
  await localSide.ask('sync.add', { remote: 'Team', hash }).catch(() => undefined);
  await localSide.ask('sync.run', {});
  expect(isStopped).toBe(true);
  expect((await localSide.ask('project.list', {})).map((project) => project.hash)).not.toContain(hash);
  expect((await localSide.ask('sync.list', {})).map((project) => project.hash)).not.toContain(hash);
  expect(await localSide.ask('sync.add', { remote: 'Team', hash })).toMatchObject({ hash, isDownloaded: true });
});
