/** Kills the program at each critical moment in turn: before and after every commit and every request of the same short scenario. */
import { describe, expect, test } from 'vitest';
import type { Command } from '../../../../shared/model/commands.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { defaultBehavior } from '../../../simulated-remote.ts';
import { differences } from '../nothing-lost.ts';
import { StoryOnTwoSides } from '../seeded.ts';

const first = (project: Project, kind: 'element' | 'board'): string =>
  [...project.recordsOfKind(kind)].filter((record) => record.kind !== 'board' || record.type === 'board')[0]?.id ?? '';

/** Creates that depend on each other, changes, a move, a removal, remote edits and one conflict. */
function day(story: StoryOnTwoSides): void {
  const board = first(story.localProject, 'board');
  const make = (command: unknown): string => story.editLocal(command as Command)[0] ?? '';
  const element = (x: number) => make({ do: 'create', kind: 'element', fields: { boardId: board, x, y: 1, title: `<p>${x}</p>` } });
  const [one, two] = [element(10), element(20)];
  make({
    do: 'create',
    kind: 'connection',
    fields: { boardId: board, sourceid: one, sourceType: 'elements', targetid: two, targetType: 'elements' },
  });
  make({ do: 'create', kind: 'branch', fields: { boardId: board, x: 5, y: 5 } });
  const component = make({ do: 'create', kind: 'component', fields: { name: 'Ada' } });
  make({ do: 'create', kind: 'componentAttachment', fields: { elementId: one, componentId: component } });
  const note = [...story.localProject.recordsOfKind('note')][0]?.id ?? '';
  story.editLocal({ do: 'change', kind: 'note', id: note, fields: { content: '<p>Mine.</p>' } });
  story.editRemote({ do: 'change', kind: 'note', id: note, fields: { content: '<p>Theirs.</p>' } });
  story.editRemote({ do: 'create', kind: 'note', fields: { boardId: board, x: 400, y: 4, content: '<p>There.</p>' } });
  story.editLocal({ do: 'remove', kind: 'note', id: [...story.localProject.recordsOfKind('note')][1]?.id ?? '' });
}

/** The content of the project without its ids. */
const contentOf = (project: Project): string[] =>
  [...project.records()]
    .map(({ id: _id, rank: _rank, outputRank: _outputRank, ...fields }) =>
      JSON.stringify(fields, Object.keys(fields).sort()).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '#'),
    )
    .sort();

/** The final state of both sides; `killAt`: the number of the kill point, 0 for none. */
async function runDay(killAt: number) {
  const story = await StoryOnTwoSides.start(5, { behavior: defaultBehavior });
  const board = first(story.localProject, 'board');
  for (const x of [1, 2]) story.editRemote({ do: 'create', kind: 'note', fields: { boardId: board, x, y: 1, content: `<p>${x}</p>` } });
  await story.untilSynced();
  day(story);
  story.killPointCount = 0;
  story.killAt = killAt;
  await story.untilSynced();
  const end = {
    killPointCount: story.killPointCount,
    localProject: contentOf(story.localProject),
    remoteProject: contentOf(story.remoteProject),
    conflicts: story.conflicts.map(({ reason, local, remote }) => ({ reason, localEngine: local, remoteProject: remote })),
    violations: [...story.watcher.violations, ...story.watcher.unexpectedTwins(), ...story.watcher.unreported()],
    differing: differences(story).length,
  };
  await story.end();
  return end;
}

describe('[I7, I8] killed at any moment and started again', () => {
  test('reaches the same state on both sides, with the same conflict and without a twin', async () => {
    const { killPointCount: points, ...end } = await runDay(0);
    expect(end.violations).toEqual([]);
    expect(end.conflicts).toMatchObject([{ reason: 'bothChanged' }]);
    expect(points).toBeGreaterThan(40);
    for (let at = 1; at <= points; at++) {
      const { killPointCount: _points, ...killed } = await runDay(at);
      expect({ at, ...killed }).toEqual({ at, ...end });
    }
  });
});
