/** [I27, G1] Where an upload creates the asset, the remote names it: both sides have that name before they count as synced. */
import { afterEach, expect, test } from 'vitest';
import { png } from '../../../../media-files.ts';
import { createEmptyStory } from '../../../../story-builder.ts';
import { createTestEnvironment } from '../../../../test-environment.ts';
import { serveRemote } from '../served-project.ts';
import { SyncedFixture } from '../synced-fixture.ts';

const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of closing.splice(0).reverse()) await each.close();
});

test('[I27, G1] the names that the remote gave to uploads are adopted with one export, before the project counts as synced', async () => {
  const served = await serveRemote({ uploadFlow: 'single' });
  closing.push(served);
  const synced = await SyncedFixture.of(served, served.fakeRemote.createProject(createEmptyStory(createTestEnvironment(3))));
  closing.push(synced);
  // The first write after a read is followed by another read.
  synced.edit('local', { do: 'create', kind: 'component', fields: { name: { en: 'Hanne' } } });
  await synced.untilSynced();
  const assets: string[] = [];
  for (const name of ['portrait', 'landscape']) {
    const file = await synced.store('local', png(30, 20, name), `${name}.png`);
    assets.push(...synced.edit('local', { do: 'create', kind: 'asset', fields: { name, type: 'image', file } }));
  }
  const before = served.requests.length;
  let isSynced = false;
  while (!isSynced) {
    const [next] = [await synced.stepRunner(), await synced.files.step()];
    isSynced = next.type === 'waiting' && next.reason === 'synced';
  }
  for (const id of assets) {
    const [local, remote] = [synced.localProject, synced.remoteProject].map((side) => side.find('asset', synced.id(id))?.name);
    expect(remote).toMatch(/\.png$/);
    expect(local).toBe(remote);
  }
  expect(served.requests.slice(before).filter((each) => each.includes('/json'))).toHaveLength(1);
});
