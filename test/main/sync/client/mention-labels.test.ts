/** [I27, G22] Both sides show the same labels of mentions once they are synced, whoever renamed what is mentioned. */
import { describe, expect, test } from 'vitest';
import { createEmptyStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { labelDifferences } from '../nothing-lost.ts';
import { expectEqual } from './sync-until-idle.ts';
import type { SyncedFixture } from './synced-fixture.ts';
import { openSyncedFixtures } from './synced-fixtures.ts';

const fixtures = openSyncedFixtures();

/** A component named Hanne, and an element and a condition that mention it. */
async function openScene() {
  const synced = await fixtures.openNew(createEmptyStory(createTestEnvironment(3)));
  const [component = ''] = synced.edit('remote', { do: 'create', kind: 'component', fields: { name: { en: 'Hanne' } } });
  const mention = `<span class="mention mention-component" data-type="component" data-id="${component}" data-label="Hanne">@Hanne</span>`;
  const boardId = [...synced.remoteProject.recordsOfKind('board')].find(({ type }) => type === 'board')?.id ?? '';
  const content = { en: `<p>Ask ${mention} first.</p>` };
  // Only the window of the workspace can write mentions.
  const create = { do: 'create', kind: 'element', fields: { boardId, x: 0, y: 0, content } } as const;
  const [element = ''] = fixtures.served.fakeRemote.engine.execute(synced.remoteHash, create, 'user').ids;
  await synced.untilSynced();
  const rename = (side: 'local' | 'remote', name: string) =>
    synced.edit(side, { do: 'change', kind: 'component', id: component, fields: { name: { en: name } } });
  return { synced, element, rename };
}

const shownIn = (project: SyncedFixture['localProject'], element: string): string[] =>
  [...(project.find('element', element)?.content.en?.text ?? '').matchAll(/data-label="([^"]*)">([^<]*)</g)].flatMap(
    ([, ...shown]) => shown,
  );

describe('labels of mentions', () => {
  test('[I27, G22] a renaming on the remote changes the labels and the visible texts here', async () => {
    const { synced, element, rename } = await openScene();
    rename('remote', 'Johanna');
    await synced.untilSynced();
    expect(shownIn(synced.localProject, element)).toEqual(['Johanna', '@Johanna']);
    expect(labelDifferences(synced.localProject, synced.remoteProject)).toEqual([]);
    expectEqual(synced);
    const before = fixtures.served.requests.length;
    await synced.untilSynced();
    expect(fixtures.served.requests.slice(before)).toEqual(Array(3).fill('GET /workspace/projects'));
  });

  test('[I27, G22] a renaming here is shown at once, and no request but the renaming is needed', async () => {
    const { synced, element, rename } = await openScene();
    synced.edit('local', { do: 'change', kind: 'element', id: element, fields: { theme: 'red' } });
    await synced.untilSynced();
    rename('local', 'Johanna');
    const before = fixtures.served.requests.length;
    while ((await synced.stepRunner()).type === 'progressed')
      expect(shownIn(synced.localProject, element)).toEqual(['Johanna', '@Johanna']);
    expect(fixtures.served.requests.slice(before).filter((each) => !each.includes('/workspace/'))).toHaveLength(1);
    expect(labelDifferences(synced.localProject, synced.remoteProject)).toEqual([]);
    await synced.untilSynced();
    expect(labelDifferences(synced.localProject, synced.remoteProject)).toEqual([]);
    expect(synced.runner.store.overwriteReports('overwrite')).toEqual([]);
  });

  test('[I27, G22] different renamings on both sides: whichever name is chosen is shown everywhere', async () => {
    for (const choice of ['local', 'remote'] as const) {
      const { synced, element, rename } = await openScene();
      rename('local', 'Johanna');
      rename('remote', 'Joan');
      await synced.untilSynced();
      const [conflict] = synced.conflicts;
      if (!conflict) throw new Error('There is no conflict.');
      synced.answer(conflict, choice);
      await synced.untilSynced();
      const name = choice === 'local' ? 'Johanna' : 'Joan';
      expect(shownIn(synced.localProject, element)).toEqual([name, `@${name}`]);
      expect(labelDifferences(synced.localProject, synced.remoteProject)).toEqual([]);
    }
  });
});
