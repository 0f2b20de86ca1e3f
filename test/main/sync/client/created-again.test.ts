/** [I26] What is created again (undo of a deletion, restored from the history, kept in a conflict) arrives on the remote whole. */
import { describe, expect, test } from 'vitest';
import { importStory } from '../../../../main/importers/import-story.ts';
import { createTemplateStory } from '../../../../main/importers/templates.ts';
import { isProvisionalId } from '../../../../main/sync/plan/plan-sync.ts';
import type { KindName } from '../../../../shared/model/kinds/kinds.ts';
import { png } from '../../../media-files.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { expectEqual, resolveAll } from './sync-until-idle.ts';
import type { SyncedFixture } from './synced-fixture.ts';
import { openSyncedFixtures } from './synced-fixtures.ts';

const fixtures = openSyncedFixtures();

interface Scene {
  readonly synced: SyncedFixture;
  /** An element with a component, a sound and an attribute, and a connection from the branch beside it. */
  readonly element: string;
  readonly branch: string;
}

/** As on the first day of a project: no export has shown the ids of attachments yet. */
async function openScene(): Promise<Scene> {
  const { records } = await importStory(createTemplateStory('sample', createTestEnvironment(1)), { environment: createTestEnvironment(2) });
  const remoteHash = fixtures.served.fakeRemote.createProject(records);
  const there = (kind: KindName, fields: Record<string, unknown>): string =>
    // The fields are those of the kind.
    fixtures.served.fakeRemote.engine.execute(remoteHash, { do: 'create', kind, fields } as never, 'api').ids[0] ?? '';
  const { projectRecord } = fixtures.served.fakeRemote.engine.getProject(remoteHash);
  const boardId = there('board', { name: 'Cellar', parentId: projectRecord.roots.board });
  const element = there('element', { boardId, x: 0, y: 0, title: { en: { text: '<p>Door</p>' } } });
  const componentId = there('component', { name: { en: { text: 'Hanne' } } });
  const assetId = there('asset', { name: 'knock.wav', type: 'audio' });
  there('componentAttachment', { elementId: element, componentId });
  there('componentAttachment', { elementId: element, componentId });
  there('audioAttachment', { elementId: element, assetId, mode: 'loop' });
  there('attribute', {
    cType: 'elements',
    cId: element,
    name: 'mood',
    value: { type: 'component-list', data: [{ id: 'entry', component: componentId }] },
  });
  const branch = there('branch', { boardId, x: 300, y: 0 });
  fixtures.served.fakeRemote.engine.execute(
    remoteHash,
    {
      do: 'setConditions',
      id: branch,
      conditions: { ifCondition: { script: '1 > 0' }, elseIfConditions: [{ script: '2 > 1' }], elseCondition: {} },
    },
    'api',
  );
  for (const { id, role } of fixtures.served.fakeRemote.engine.getProject(remoteHash).children('condition', branch, 'conditions'))
    if (role !== 'if') there('connection', { boardId, sourceid: id, sourceType: 'conditions', targetid: element, targetType: 'elements' });
  there('connection', { boardId, sourceid: element, sourceType: 'elements', targetid: branch, targetType: 'branches' });
  const synced = await fixtures.open(remoteHash);
  await synced.untilSynced();
  return { synced, element, branch };
}

/** How many records of each kind the remote has. */
function countKinds({ remoteProject }: SyncedFixture): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of remoteProject.records()) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

function expectWhole({ synced }: Scene, before: Record<string, number>): void {
  expect(countKinds(synced)).toEqual(before);
  expectEqual(synced);
  expect(synced.conflicts).toEqual([]);
  expect([...synced.remoteProject.records()].filter(({ id }) => isProvisionalId(id))).toEqual([]);
  expect(synced.runner.countPending()).toBe(0);
}

describe('what is created again arrives whole', () => {
  test.each(['element', 'branch'] as const)('[I26] an undone deletion of one %s', async (what) => {
    const scene = await openScene();
    const { synced } = scene;
    const before = countKinds(synced);
    synced.edit('local', { do: 'remove', kind: what, id: scene[what] });
    await synced.untilSynced();
    expect(synced.remoteProject.has(scene[what])).toBe(false);
    synced.engine.undo(synced.hash);
    await synced.untilSynced();
    expectWhole(scene, before);
  });

  test('[I26] an undone deletion of a board, undone, deleted again and restored from the history', async () => {
    const scene = await openScene();
    const { synced, element } = scene;
    const before = countKinds(synced);
    const board = String(synced.localProject.get(element)?.boardId);
    synced.edit('local', { do: 'remove', kind: 'board', id: board });
    await synced.untilSynced();
    synced.engine.undo(synced.hash);
    await synced.untilSynced();
    expectWhole(scene, before);
    synced.edit('local', { do: 'remove', kind: 'board', id: synced.id(board) });
    await synced.untilSynced();
    synced.engine.restoreRecord(synced.hash, synced.id(board));
    await synced.untilSynced();
    expectWhole(scene, before);
  });

  test('[I26] one attachment of two of the same component, detached and attached again by undo', async () => {
    const scene = await openScene();
    const { synced, element } = scene;
    const before = countKinds(synced);
    const [first] = synced.localProject.childIds(element, 'components');
    expect(isProvisionalId(first ?? '')).toBe(true);
    synced.edit('local', { do: 'remove', kind: 'componentAttachment', id: first ?? '' });
    await synced.untilSynced();
    expect(synced.remoteProject.childIds(element, 'components')).toHaveLength(1);
    synced.engine.undo(synced.hash);
    await synced.untilSynced();
    expectWhole(scene, before);
  });

  test('[I26] an element that was deleted remotely and changed here, created again in its conflict', async () => {
    const scene = await openScene();
    const { synced, element } = scene;
    const before = countKinds(synced);
    const connections = synced.remoteProject.referrerCount(element);
    synced.edit('local', { do: 'change', kind: 'element', id: element, fields: { theme: 'red' } });
    synced.edit('remote', { do: 'remove', kind: 'element', id: element });
    await synced.untilSynced();
    const [conflict] = synced.conflicts;
    if (!conflict) throw new Error('There is no conflict.');
    expect(conflict.reason).toBe('deletedRemotely');
    expect(connections).toBeGreaterThan(3);
    synced.answer(conflict, 'local');
    await resolveAll(synced);
    expectWhole(scene, before);
  });

  test('[I26] a picture with its file, and the element that shows it', async () => {
    const { synced, element } = await openScene();
    const file = await synced.store('remote', png(30, 20), 'door.png');
    const [picture = ''] = synced.edit('remote', { do: 'create', kind: 'asset', fields: { name: 'door.png', type: 'image', file } });
    synced.edit('remote', { do: 'change', kind: 'element', id: element, fields: { cover: { type: 'image', id: picture } } });
    await synced.untilSynced();
    const bytes = synced.sha('local', picture);
    synced.edit('local', { do: 'remove', kind: 'asset', id: picture });
    await synced.untilSynced();
    expect(synced.remoteProject.has(picture)).toBe(false);
    synced.engine.undo(synced.hash);
    await synced.untilSynced();
    expectEqual(synced);
    expect(synced.sha('remote', synced.id(picture))).toBe(bytes);
    expect(synced.remoteProject.get(element)?.cover).toMatchObject({ id: synced.id(picture) });
  });

  test('[I26] an element whose deletion was sent while it was changed there returns with the conflict', async () => {
    const scene = await openScene();
    const { synced, element } = scene;
    const before = countKinds(synced);
    synced.edit('local', { do: 'remove', kind: 'element', id: element });
    synced.edit('remote', { do: 'change', kind: 'element', id: element, fields: { theme: 'red' } });
    await resolveAll(synced);
    expectWhole(scene, before);
    expect(synced.localProject.get(element)?.theme).toBe('red');
  });
});
