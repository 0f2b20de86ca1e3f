/** The program is ended at every moment that counts, one after the other: before and after every commit and every request of the same small day. */
import { describe, expect, test } from 'vitest';
import type { Command } from '../../../../shared/model/commands.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { defaultBehavior } from '../../../simulated-remote.ts';
import { differences } from '../nothing-lost.ts';
import { StoryOnTwoSides } from '../seeded.ts';

const first = (project: Project, kind: 'element' | 'board'): string =>
  [...project.recordsOfKind(kind)].filter((record) => record.kind !== 'board' || record.type === 'board')[0]?.id ?? '';

/** Creates that hang together, changes, a move, a removal, foreign edits and one question. */
function day(story: StoryOnTwoSides): void {
  const board = first(story.here, 'board');
  const make = (command: unknown): string => story.do(command as Command)[0] ?? '';
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
  const note = [...story.here.recordsOfKind('note')][0]?.id ?? '';
  story.do({ do: 'change', kind: 'note', id: note, fields: { content: '<p>Mine.</p>' } });
  story.elsewhere({ do: 'change', kind: 'note', id: note, fields: { content: '<p>Theirs.</p>' } });
  story.elsewhere({ do: 'create', kind: 'note', fields: { boardId: board, x: 400, y: 4, content: '<p>There.</p>' } });
  story.do({ do: 'remove', kind: 'note', id: [...story.here.recordsOfKind('note')][1]?.id ?? '' });
}

/** What the project says, whatever its ids are. */
const says = (project: Project): string[] =>
  [...project.records()]
    .map(({ id: _id, rank: _rank, outputRank: _outputRank, ...fields }) =>
      JSON.stringify(fields, Object.keys(fields).sort()).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '#'),
    )
    .sort();

/** The end of the day on both sides; `killAt`: the moment at which the program ends, 0 for never. */
async function lived(killAt: number) {
  const story = await StoryOnTwoSides.begin(5, defaultBehavior);
  const board = first(story.here, 'board');
  for (const x of [1, 2]) story.elsewhere({ do: 'create', kind: 'note', fields: { boardId: board, x, y: 1, content: `<p>${x}</p>` } });
  await story.untilInStep();
  day(story);
  story.points = 0;
  story.killAt = killAt;
  await story.untilInStep();
  const end = {
    points: story.points,
    here: says(story.here),
    theirs: says(story.theirs),
    questions: story.questions.map(({ reason, local, remote }) => ({ why: reason, mine: local, theirs: remote })),
    wrong: [...story.watcher.wrong, ...story.watcher.strangers(), ...story.watcher.unreported()],
    differing: differences(story).length,
  };
  await story.end();
  return end;
}

describe('[I7, I8] ended at any moment and started again', () => {
  test('comes to the same end on both sides, with the same question, and without a twin', { timeout: 240_000 }, async () => {
    const { points, ...end } = await lived(0);
    expect(end.wrong).toEqual([]);
    expect(end.questions).toMatchObject([{ why: 'both changed' }]);
    expect(points).toBeGreaterThan(40);
    for (let at = 1; at <= points; at++) {
      const { points: _points, ...killed } = await lived(at);
      expect({ at, ...killed }).toEqual({ at, ...end });
    }
  });
});
