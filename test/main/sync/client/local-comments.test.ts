/** Local comments never leave this computer, and nothing that arrives from the remote removes them. */
import { expect, test } from 'vitest';
import { listLocalComments } from '../../../../shared/model/local-comments.ts';
import { createEmptyStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { expectEqual } from './sync-until-idle.ts';
import { openSyncedFixtures } from './synced-fixtures.ts';

const fixtures = openSyncedFixtures();

test('a local comment causes no request, and stays when both sides change its record', async () => {
  const synced = await fixtures.openNew(createEmptyStory(createTestEnvironment(3)));
  const board = [...synced.remoteProject.recordsOfKind('board')].find(({ type }) => type === 'board')?.id ?? '';
  const [element = ''] = synced.edit('remote', { do: 'create', kind: 'element', fields: { boardId: board, x: 0, y: 0 } });
  await synced.untilSynced();
  const comment = (kind: 'element' | 'board', id: string, text: string) => synced.edit('local', { do: 'addLocalComment', kind, id, text });
  const before = fixtures.served.requests.length;
  comment('element', element, 'For me alone');
  comment('board', board, 'Also for me');
  await synced.untilSynced();
  expect(new Set(fixtures.served.requests.slice(before))).toEqual(new Set(['GET /workspace/projects']));
  synced.edit('remote', { do: 'change', kind: 'element', id: element, fields: { theme: 'red' } });
  synced.edit('local', { do: 'change', kind: 'element', id: element, fields: { title: 'Door' } });
  await synced.untilSynced();
  expectEqual(synced);
  expect([...synced.remoteProject.records()].filter((record) => 'localComments' in record)).toEqual([]);
  const texts = [element, board].flatMap((id) => listLocalComments(synced.localProject.get(id)).map(([, { text }]) => text));
  expect(texts).toEqual(['For me alone', 'Also for me']);
});

test('a local comment on a record that was created here stays when the remote assigns its id', async () => {
  const synced = await fixtures.openNew(createEmptyStory(createTestEnvironment(3)));
  const boardId = [...synced.localProject.recordsOfKind('board')].find(({ type }) => type === 'board')?.id ?? '';
  const [created = ''] = synced.edit('local', { do: 'create', kind: 'element', fields: { boardId, x: 0, y: 0 } });
  synced.edit('local', { do: 'addLocalComment', kind: 'element', id: created, text: 'For me alone' });
  await synced.untilSynced();
  expectEqual(synced);
  const id = synced.id(created);
  expect(id).not.toBe(created);
  expect(listLocalComments(synced.localProject.get(id)).map(([, { text }]) => text)).toEqual(['For me alone']);
});
