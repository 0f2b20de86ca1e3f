/** [I31] Twins over HTTP: only a create whose answer was lost can have one. Two people who make the same thing have two. */
import { expect, test } from 'vitest';
import type { Command } from '../../../../shared/model/commands.ts';
import { createEmptyStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { expectEqual } from './sync-until-idle.ts';
import { openSyncedFixtures } from './synced-fixtures.ts';

const fixtures = openSyncedFixtures();

test('[I31] two people who write the same note have two notes; after a lost response the second one is a conflict', async () => {
  const synced = await fixtures.openNew(createEmptyStory(createTestEnvironment(31)));
  const boardId = [...synced.remoteProject.recordsOfKind('board')].find(({ type }) => type === 'board')?.id ?? '';
  const noteAt = (x: number): Command => ({ do: 'create', kind: 'note', fields: { boardId, x, y: 40, content: '<p>Same.</p>' } });
  const counts = () => [synced.localProject, synced.remoteProject].map((project) => project.countOfKind('note'));
  synced.edit('local', noteAt(0));
  await synced.untilSynced();
  synced.edit('remote', noteAt(0));
  await synced.untilSynced();
  expect([synced.conflicts, ...counts()]).toEqual([[], 2, 2]);
  const { served } = fixtures;
  served.around = async (request, pass) => {
    const answer = await pass();
    if (request.method !== 'POST') return answer;
    served.around = (_request, passOn) => passOn();
    return new Response('Bad gateway', { status: 502 });
  };
  synced.edit('local', noteAt(400));
  await synced.untilSynced();
  expect([synced.conflicts, ...counts()]).toEqual([[], 3, 3]);
  synced.edit('remote', noteAt(400));
  await synced.untilSynced();
  expect([synced.conflicts, ...counts()]).toMatchObject([[{ reason: 'duplicateCreate' }], 4, 4]);
  expectEqual(synced);
});
