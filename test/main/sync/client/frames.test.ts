/** A frame is a note in the workspace: what happens to the note there happens to the frame here, and it stays a frame. */
import { expect, test } from 'vitest';
import { createEmptyStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { openSyncedFixtures } from './synced-fixtures.ts';

const fixtures = openSyncedFixtures();

async function openWithFrame() {
  const synced = await fixtures.openNew(createEmptyStory(createTestEnvironment(3)));
  const boardId = [...synced.localProject.recordsOfKind('board')].find(({ type }) => type === 'board')?.id ?? '';
  const box = { x: 100, y: 100, width: 800, height: 500, autoHeight: false };
  const [created = ''] = synced.edit('local', {
    do: 'create',
    kind: 'note',
    fields: { boardId, ...box, content: '<p>Act 1</p>', isFrame: true },
  });
  const [card = ''] = synced.edit('local', { do: 'create', kind: 'element', fields: { boardId, x: 200, y: 200 } });
  await synced.untilSynced();
  return { synced, boardId, id: synced.id(created), card: synced.id(card) };
}

test('a frame is sent as a note, and turning it into a note is no change for the workspace', async () => {
  const { synced, id } = await openWithFrame();
  expect(synced.localProject.find('note', id)).toMatchObject({ isFrame: true, content: '<p>Act 1</p>' });
  expect(synced.remoteProject.find('note', id)).toMatchObject({ isFrame: false, content: '<p>Act 1</p>', width: 800 });
  const before = fixtures.served.requests.length;
  synced.edit('local', { do: 'change', kind: 'note', id, fields: { isFrame: false } });
  await synced.untilSynced();
  expect(new Set(fixtures.served.requests.slice(before))).toEqual(new Set(['GET /workspace/projects']));
});

test('a frame stays one when the workspace changes its text, moves it and resizes it, also while it is changed here', async () => {
  const { synced, id } = await openWithFrame();
  synced.edit('remote', { do: 'change', kind: 'note', id, fields: { content: '<p>Act one</p>', x: 300, y: 50, width: 900 } });
  synced.edit('local', { do: 'change', kind: 'note', id, fields: { theme: 'red' } });
  await synced.untilSynced();
  const expected = { content: '<p>Act one</p>', x: 300, y: 50, width: 900, theme: 'red' };
  expect(synced.localProject.find('note', id)).toMatchObject({ ...expected, isFrame: true });
  expect(synced.remoteProject.find('note', id)).toMatchObject({ ...expected, isFrame: false });
});

test('a frame that the workspace deletes is deleted here, without what it holds', async () => {
  const { synced, id, card } = await openWithFrame();
  // Another edit, so that the note was read since it was created: one that no read has ever shown would be asked about (I39).
  synced.edit('remote', { do: 'change', kind: 'note', id, fields: { x: 20 } });
  await synced.untilSynced();
  synced.edit('remote', { do: 'remove', kind: 'note', id });
  await synced.untilSynced();
  expect([synced.localProject.has(id), synced.localProject.has(card)]).toEqual([false, true]);
});

test('a note of the workspace that becomes a frame here stays a note there', async () => {
  const { synced, boardId } = await openWithFrame();
  const [note = ''] = synced.edit('remote', { do: 'create', kind: 'note', fields: { boardId, x: 10, y: 10 } });
  await synced.untilSynced();
  expect(synced.localProject.find('note', note)?.isFrame).toBe(false);
  synced.edit('local', { do: 'change', kind: 'note', id: note, fields: { isFrame: true } });
  synced.edit('remote', { do: 'change', kind: 'note', id: note, fields: { content: '<p>Act 2</p>' } });
  await synced.untilSynced();
  expect(synced.localProject.find('note', note)).toMatchObject({ isFrame: true, content: '<p>Act 2</p>' });
});
