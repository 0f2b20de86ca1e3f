/** How many requests an edit costs, over HTTP, from the edit until nothing is left to do. */
import { expect, test } from 'vitest';
import { createEmptyStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import type { SyncedFixture } from './synced-fixture.ts';
import { openSyncedFixtures } from './synced-fixtures.ts';

const fixtures = openSyncedFixtures();

async function openBoard() {
  const synced = await fixtures.openNew(createEmptyStory(createTestEnvironment(3)));
  const boardId = [...synced.remoteProject.recordsOfKind('board')].find(({ type }) => type === 'board')?.id ?? '';
  await synced.untilSynced();
  return { synced, boardId };
}

/** The requests from now until both sides are equal, without those of later polls. */
async function requestsOf(synced: SyncedFixture): Promise<string[]> {
  const before = fixtures.served.requests.length;
  while ((await synced.stepRunner()).type === 'progressed');
  return fixtures.served.requests.slice(before).map((each) => each.replace(`/${synced.remoteHash}`, '').replace(/\?.*/, ''));
}

test('branch', async () => {
  const { synced, boardId } = await openBoard();
  synced.edit('local', { do: 'create', kind: 'note', fields: { boardId, x: 0, y: 0 } });
  await synced.untilSynced();
  const [id = ''] = synced.edit('local', { do: 'create', kind: 'branch', fields: { boardId, x: 0, y: 0 } });
  synced.edit('local', { do: 'setConditions', id, conditions: { ifCondition: { script: '1 > 0' }, elseIfConditions: [{ script: '2 > 1' }, {script: '3 > 1'}], elseCondition: {} } });
  console.log(await requestsOf(synced));
});

test('first write', async () => {
  const { synced, boardId } = await openBoard();
  const [id = ''] = synced.edit('remote', { do: 'create', kind: 'note', fields: { boardId, x: 0, y: 0 } });
  await synced.untilSynced();
  synced.edit('local', { do: 'change', kind: 'note', id, fields: { x: 5 } });
  console.log(await requestsOf(synced));
  synced.edit('remote', { do: 'change', kind: 'note', id, fields: { x: 8 } });
  synced.clock.now += 40000;
  console.log(await requestsOf(synced));
  expect(1).toBe(1);
});
