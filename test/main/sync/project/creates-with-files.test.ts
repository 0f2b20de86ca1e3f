/** Creates that carry a file (G1) are sent beside the other writes, and answered later. */
import { afterEach, describe, expect, test } from 'vitest';
import type { Project } from '../../../../shared/model/project.ts';
import { defaultBehavior } from '../../../simulated-remote.ts';
import { differences } from '../nothing-lost.ts';
import { StoryOnTwoSides } from '../seeded.ts';

let story: StoryOnTwoSides;
afterEach(() => story.end());

async function openStory(): Promise<void> {
  story = await StoryOnTwoSides.start(1, { behavior: defaultBehavior, uploads: true });
  await story.untilSynced();
}

const image = (name: string) =>
  ({
    do: 'create',
    kind: 'asset',
    fields: { name, type: 'image', file: 'f', parentId: story.localProject.projectRecord.roots.asset },
  }) as const;
const idsOf = (project: Project, name: string): string[] =>
  [...project.recordsOfKind('asset')].flatMap((asset) => (asset.name === name ? [asset.id] : []));

const boardId = (): string => [...story.localProject.recordsOfKind('board')].find(({ type }) => type === 'board')?.id ?? '';

async function untilRest(): Promise<void> {
  while ((await story.step())?.type !== 'waiting');
}

describe('two equal ones', () => {
  test('[I5] are sent one after the other, so that neither is taken for the other if a response is lost', async () => {
    await openStory();
    for (let at = 0; at < 2; at++) story.editLocal(image('door.png'));
    await untilRest();
    story.remote.nextFaults.push('limited after');
    await story.endUpload();
    await untilRest();
    // Nothing else was on its way.
    await story.endUpload();
    expect(story.remote.counts.writes).toBe(1);
    await story.untilSynced();
    expect(idsOf(story.remoteProject, 'door.png')).toHaveLength(2);
    expect(idsOf(story.localProject, 'door.png')).toEqual(idsOf(story.remoteProject, 'door.png'));
    expect([story.conflicts, story.watcher.violations, differences(story)]).toEqual([[], [], []]);
  });

  test('that differ by their name are sent at once', async () => {
    await openStory();
    for (const name of ['door.png', 'window.png']) story.editLocal(image(name));
    await untilRest();
    for (let at = 0; at < 2; at++) await story.endUpload();
    expect(story.remote.counts.writes).toBe(2);
    await story.untilSynced();
    expect(differences(story)).toEqual([]);
  });
});

test('[I5] one that somebody changes, and a read shows, before its answer is one record with what both have changed', async () => {
  await openStory();
  const [local = ''] = story.editLocal(image('door.png'));
  await untilRest();
  story.editLocal({ do: 'create', kind: 'element', fields: { boardId: boardId(), x: 77, y: 1, cover: { type: 'image', id: local } } });
  const { remote } = story;
  const [applied, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const send = remote.send.bind(remote);
  remote.send = async (request) => {
    const result = await send(request);
    remote.send = send;
    applied.resolve();
    await answered.promise;
    return result;
  };
  const upload = story.endUpload();
  await applied.promise;
  const [id = ''] = idsOf(story.remoteProject, 'door.png');
  story.editRemote({ do: 'change', kind: 'asset', id, fields: { name: 'gate.png' } });
  while (!story.localProject.has(id)) await story.step();
  answered.resolve();
  await upload;
  await story.untilSynced();
  expect(idsOf(story.localProject, 'gate.png')).toEqual([id]);
  const [element] = [...story.localProject.recordsOfKind('element')].filter(({ x }) => x === 77);
  expect(element?.cover).toMatchObject({ id });
  expect([story.conflicts, story.watcher.violations, differences(story)]).toEqual([[], [], []]);
});

test('[I7] one that waits for a free transfer is not taken for an equal one of somebody else', async () => {
  await openStory();
  story.editLocal(image('door.png'));
  await untilRest();
  const [theirs = ''] = story.editRemote(image('door.png'));
  while (!story.localProject.has(theirs)) await story.step();
  expect(idsOf(story.localProject, 'door.png')).toHaveLength(2);
  await story.endUpload();
  await story.untilSynced();
  expect(idsOf(story.remoteProject, 'door.png')).toHaveLength(2);
  expect([story.conflicts, story.watcher.violations, differences(story)]).toEqual([[], [], []]);
});

describe('[I4] a write over a change that was not read, before the program is started again while one is on its way', () => {
  const note = (content: string) => ({ do: 'create', kind: 'note', fields: { boardId: boardId(), x: 1, y: 1, content } }) as const;

  /** Whether a response has shown the version of the remote decides how the report is found. */
  test.each(['known', 'unknown'] as const)('is reported, although the remote is read twice: version %s', async (version) => {
    await openStory();
    const [id = ''] = story.editRemote(note('<p>Before.</p>'));
    await story.untilSynced();
    if (version === 'known') {
      story.editLocal({ do: 'change', kind: 'note', id, fields: { x: 2 } });
      await story.untilSynced();
    }
    story.editLocal(image('door.png'));
    await untilRest();
    while (story.trace.at(-1) !== 'readList') await story.step();
    story.editRemote({ do: 'change', kind: 'note', id, fields: { content: '<p>Unread.</p>', theme: 'red' } });
    story.editLocal({ do: 'change', kind: 'note', id, fields: { content: '<p>Ours.</p>' } });
    while (story.trace.at(-1) !== 'acknowledge') await story.step();
    story.kill('started again');
    const { reads } = story.remote.counts;
    await story.untilSynced();
    expect(story.remote.counts.reads - reads).toBeGreaterThan(1);
    expect(story.rows.overwriteReports('overwrite')).toMatchObject([
      { recordId: id, before: { content: '<p>Before.</p>' }, sent: { content: '<p>Ours.</p>' } },
    ]);
    expect([story.watcher.unreported(), story.watcher.violations, story.conflicts.map(({ reason }) => reason)]).toEqual([
      [],
      [],
      ['unconfirmedCreate'],
    ]);
  });
});

test('[I36] one that is answered while the project cannot be read, after others have written, stays here', async () => {
  await openStory();
  const note = (x: number) => ({ do: 'create', kind: 'note', fields: { boardId: boardId(), x, y: 1, content: '' } }) as const;
  story.editLocal(image('door.png'));
  await untilRest();
  story.editRemote(note(1));
  story.forbidReads(60_000);
  story.editLocal(note(2));
  while (story.trace.at(-1) !== 'acknowledge') await story.step();
  await story.endUpload();
  for (let at = 0; at < 5; at++) {
    await story.step();
    expect(idsOf(story.localProject, 'door.png')).toHaveLength(1);
  }
  await story.untilSynced();
  expect([story.watcher.violations, differences(story)]).toEqual([[], []]);
});
