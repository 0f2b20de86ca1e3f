/** A data folder that goes on as it was earlier: a copy of it, or a restored backup. */
import { afterEach, expect, test } from 'vitest';
import { defaultBehavior } from '../../../simulated-remote.ts';
import { StoryOnTwoSides } from '../seeded.ts';

let story: StoryOnTwoSides;
afterEach(() => story.end());

test('[I19, I41] what the remote has added to a record that was sent since is received', async () => {
  story = await StoryOnTwoSides.start(1, { behavior: { ...defaultBehavior, addsUnknownFields: true } });
  await story.untilSynced();
  const [board] = [...story.localProject.recordsOfKind('board')].filter(({ type }) => type === 'board');
  story.editLocal({ do: 'create', kind: 'note', fields: { boardId: board?.id ?? '', x: 31, y: 1, content: '<p>Here.</p>' } });
  story.copyOrContinueCopy();
  await story.untilSynced();
  const noteOf = (project: StoryOnTwoSides['localProject']) => [...project.recordsOfKind('note')].find(({ x }) => x === 31);
  const id = noteOf(story.remoteProject)?.id ?? '';
  for (const content of ['<p>There.</p>', '<p>Here.</p>']) story.editRemote({ do: 'change', kind: 'note', id, fields: { content } });
  expect(noteOf(story.remoteProject)?.extra).toEqual({ mood: { visibleProject: 2 } });

  story.copyOrContinueCopy();
  await story.untilSynced();
  expect(story.conflicts).toEqual([]);
  expect(noteOf(story.localProject)).toMatchObject({ id, extra: { mood: { visibleProject: 2 } } });
  expect(story.watcher.violations).toEqual([]);
});

test.each([
  ['has none in that language', undefined],
  ['has emptied it', ''],
])('[I41] an unsent text is asked about where the remote %s', async (_, there) => {
  story = await StoryOnTwoSides.start(1);
  await story.untilSynced();
  const [{ id = '' } = {}] = [...story.localProject.recordsOfKind('component')].filter(({ type }) => type === 'component');
  const nameOf = (project: StoryOnTwoSides['localProject']) => project.find('component', id)?.name.de?.text ?? '';
  if (there !== undefined) {
    story.editRemote({ do: 'change', kind: 'component', id, fields: { name: { de: 'Eva' } } });
    await story.untilSynced();
    expect(nameOf(story.localProject)).toBe('Eva');
  }
  story.editLocal({ do: 'change', kind: 'component', id, fields: { name: { de: 'Ada' } } });
  story.copyOrContinueCopy();
  if (there !== undefined) story.editRemote({ do: 'change', kind: 'component', id, fields: { name: { de: there } } });

  story.copyOrContinueCopy();
  await story.untilSynced();
  expect(story.watcher.violations).toEqual([]);
  expect(story.conflicts.map((conflict) => [conflict.id, conflict.reason])).toEqual([[`${id}#name/de`, 'bothChanged']]);
  expect([nameOf(story.localProject), nameOf(story.remoteProject)]).toEqual(['Ada', '']);
});

test('[I41] a move that had not been sent is asked about where it was sent since, and then moved back', async () => {
  story = await StoryOnTwoSides.start(1);
  await story.untilSynced();
  const { board: root } = story.localProject.projectRecord.roots;
  const [folder = '', moved = ''] = ['Folder', 'Moved'].flatMap((name) =>
    story.editRemote({ do: 'create', kind: 'board', fields: { name, parentId: root, type: name === 'Folder' ? 'folder' : 'board' } }),
  );
  await story.untilSynced();
  story.editLocal({ do: 'move', kind: 'board', id: moved, to: folder, at: 0 });
  story.copyOrContinueCopy();
  await story.untilSynced();
  expect(story.remoteProject.find('board', moved)?.parentId).toBe(folder);
  story.editRemote({ do: 'move', kind: 'board', id: moved, to: root, at: 0 });

  story.copyOrContinueCopy();
  await story.untilSynced();
  expect(story.watcher.violations).toEqual([]);
  expect(story.conflicts).toMatchObject([
    { recordId: moved, reason: 'movedDifferently', local: { parent: folder }, remote: { parent: root } },
  ]);
  expect(story.remoteProject.find('board', moved)?.parentId).toBe(root);
});
