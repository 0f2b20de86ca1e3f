/** The table of docs/sync.md, row by row and for every kind; and the order in which things are sent. */
import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { assignRanks, minimalMoves } from '../../../../main/sync/plan/sibling-order.ts';
import type { Command } from '../../../../shared/model/commands.ts';
import { type AnyRecord, allKinds, type KindName } from '../../../../shared/model/kinds/kinds.ts';
import { findProjectErrors } from '../../../project-errors.ts';
import { createTestStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { differences } from '../nothing-lost.ts';
import { type TwoSides, twoSides } from '../two-sides.ts';

const environment = createTestEnvironment(21);
const engine = openEngine(null, environment);

/** A story with one of each kind, on two sides. */
async function begun(kind: KindName, fields: Record<string, unknown> = {}): Promise<{ sides: TwoSides; record: AnyRecord; id: string }> {
  const { hash, project, build } = createTestStory(engine, environment);
  const record = build(kind, fields) as unknown as AnyRecord;
  const records = [...project.records()];
  engine.removeProject(hash);
  return { sides: await twoSides(environment, records, engine), record, id: record.id };
}

/** A change of each kind that a request can carry: one value, another value, and a change of something else. */
const edits: { readonly [K in KindName]?: readonly [cell: string, one: object, two: object, other: object | null] } = {
  project: ['css', { css: 'a {}' }, { css: 'b {}' }, { name: 'Another' }],
  board: ['name', { name: 'One' }, { name: 'Two' }, null],
  element: ['title/en', { title: { en: '<p>One</p>' } }, { title: { en: '<p>Two</p>' } }, { title: { de: '<p>Drei</p>' } }],
  note: ['content', { content: '<p>One</p>' }, { content: '<p>Two</p>' }, { x: 7 }],
  jumper: ['x', { x: 1 }, { x: 2 }, { y: 7 }],
  branch: ['theme', { theme: 'red' }, { theme: 'blue' }, { x: 7 }],
  condition: ['script', { script: 'one' }, { script: 'two' }, null],
  connection: ['label/en', { label: '<p>One</p>' }, { label: '<p>Two</p>' }, { theme: 'red' }],
  component: ['name/en', { name: 'One' }, { name: 'Two' }, { name: { de: 'Drei' } }],
  asset: ['name', { name: 'one.mp3' }, { name: 'two.mp3' }, { volume: 3 }],
  audioAttachment: ['mode', { mode: 'loop' }, { mode: 'stop' }, { delay: 7 }],
  attribute: ['value', { value: { data: 'one' } }, { value: { data: 'two' } }, { name: 'other' }],
  variable: ['value', { value: 1 }, { value: 2 }, null],
};
const editable = Object.keys(edits) as KindName[];
/** What a request can remove: not the project, and comments are read only. */
const removable = allKinds.map(({ kind }) => kind).filter((kind) => !['project', 'comment', 'reply'].includes(kind));

const change = (kind: KindName, id: string, fields: object): Command => ({ do: 'change', kind, id, fields }) as Command;
const remove = (kind: KindName, id: string): Command => ({ do: 'remove', kind, id });

describe.each(editable)('[I12] %s', (kind) => {
  const [cell, one, two, other] = edits[kind] ?? ['', {}, {}, null];

  test('nothing changed: nothing to do', async () => {
    const { sides } = await begun(kind);
    const { hasIncoming, operations, mergeResult } = sides.plan();
    expect([hasIncoming, operations, mergeResult.conflicts, mergeResult.oneTimeConflicts]).toEqual([false, [], [], []]);
  });

  test('changed here: one request', async () => {
    const { sides, id } = await begun(kind);
    sides.edit('here', change(kind, id, one));
    expect(await sides.bringTogether()).toEqual([]);
    expect(sides.sent).toHaveLength(1);
    expect(differences(sides)).toEqual([]);
  });

  test('changed there: taken in, nothing sent', async () => {
    const { sides, id } = await begun(kind);
    sides.edit('there', change(kind, id, one));
    expect(await sides.bringTogether()).toEqual([]);
    expect(sides.sent).toEqual([]);
    expect(differences(sides)).toEqual([]);
  });

  test('changed to the same on both: adopted, nothing sent', async () => {
    const { sides, id } = await begun(kind);
    for (const side of ['here', 'there'] as const) sides.edit(side, change(kind, id, one));
    expect(await sides.bringTogether()).toEqual([]);
    expect(sides.sent).toEqual([]);
  });

  test('changed differently on both: asked with all three values; either answer counts for both', async () => {
    for (const choice of ['local', 'remote'] as const) {
      const { sides, id } = await begun(kind);
      sides.edit('here', change(kind, id, one));
      sides.edit('there', change(kind, id, two));
      const [question, ...more] = await sides.bringTogether();
      expect(more).toEqual([]);
      expect(question).toMatchObject({ recordId: id, field: cell, reason: 'both changed' });
      expect(sides.sent).toEqual([]);
      if (!question) return;
      sides.answer(question, choice);
      expect(await sides.bringTogether()).toEqual([]);
      expect(differences(sides)).toEqual([]);
      expect(sides.sent).toHaveLength(choice === 'local' ? 1 : 0);
    }
  });

  if (other !== null)
    test('different cells changed on both: merged, without a question', async () => {
      const { sides, id } = await begun(kind);
      sides.edit('here', change(kind, id, one));
      sides.edit('there', change(kind, id, other ?? {}));
      expect(await sides.bringTogether()).toEqual([]);
      expect(differences(sides)).toEqual([]);
    });

  if (removable.includes(kind))
    test('changed on one side, removed on the other: asked, nothing removed; either answer counts', async () => {
      for (const side of ['here', 'there'] as const)
        for (const choice of ['local', 'remote'] as const) {
          const { sides, id } = await begun(kind);
          sides.edit(side, change(kind, id, one));
          sides.edit(side === 'here' ? 'there' : 'here', remove(kind, id));
          const [question] = await sides.bringTogether();
          expect(question).toMatchObject({ reason: side === 'here' ? 'gone there' : 'gone here', recordId: id });
          expect(sides.sent).toEqual([]);
          if (!question) return;
          sides.answer(question, choice);
          expect(await sides.bringTogether()).toEqual([]);
          expect(differences(sides)).toEqual([]);
          expect([...sides.here.recordsOfKind(kind)].length).toBe(
            (side === 'here') === (choice === 'local') ? sides.theirs.countOfKind(kind) : sides.here.countOfKind(kind),
          );
          expect(sides.here.has(id) || sides.renamed.has(id)).toBe((side === 'here') === (choice === 'local'));
        }
    });
});

describe.each(removable)('[I12] %s', (kind) => {
  test('removed here and untouched there: one request', async () => {
    const { sides, id } = await begun(kind);
    sides.edit('here', remove(kind, id));
    expect(await sides.bringTogether()).toEqual([]);
    expect(sides.sent.map(({ method }) => method)).toEqual(['DELETE']);
    expect(differences(sides)).toEqual([]);
  });

  test('removed there and untouched here: gone here, nothing sent', async () => {
    const { sides, id } = await begun(kind);
    sides.edit('there', remove(kind, id));
    expect(await sides.bringTogether()).toEqual([]);
    expect(sides.here.has(id)).toBe(false);
    expect(sides.sent).toEqual([]);
  });

  test('removed on both: nothing', async () => {
    const { sides, id } = await begun(kind);
    for (const side of ['here', 'there'] as const) sides.edit(side, remove(kind, id));
    expect(await sides.bringTogether()).toEqual([]);
    expect(sides.sent).toEqual([]);
    expect(sides.base.has(id)).toBe(false);
  });
});

describe('what is sent', () => {
  const create = (kind: KindName, fields: object): Command => ({ do: 'create', kind, fields }) as Command;

  test('state is sent, not a log: ten edits are one request, a thing made and removed is none', async () => {
    const { sides, id } = await begun('note');
    for (let at = 0; at < 10; at++) sides.edit('here', change('note', id, { x: at, content: `<p>${at}</p>` }));
    sides.edit('here', create('note', { boardId: sides.here.get(id)?.boardId, x: 1, y: 1 }));
    sides.edit('here', remove('note', sides.here.childIds(String(sides.here.get(id)?.boardId), 'notes')[1] ?? ''));
    await sides.bringTogether();
    expect(sides.sent).toHaveLength(1);
  });

  test('[I11] parents before children, and what is referred to before what refers to it', async () => {
    const { sides } = await begun('note');
    const root = sides.here.projectRecord.roots.board;
    const made = (command: Command): string => {
      const before = new Set([...sides.here.records()].map(({ id }) => id));
      sides.edit('here', command);
      return [...sides.here.records()].find(({ id, kind }) => !before.has(id) && kind !== 'condition')?.id ?? '';
    };
    const folder = made(create('board', { type: 'folder', name: 'Folder', parentId: root }));
    const board = made(create('board', { name: 'Inside', parentId: folder }));
    const element = made(create('element', { boardId: board, x: 1, y: 1 }));
    const branch = made(create('branch', { boardId: board, x: 1, y: 1 }));
    made(create('connection', { boardId: board, sourceid: element, sourceType: 'elements', targetid: branch, targetType: 'branches' }));
    const condition = sides.here.childIds(branch, 'conditions')[0];
    made(
      create('connection', { boardId: board, sourceid: condition, sourceType: 'conditions', targetid: element, targetType: 'elements' }),
    );
    made(create('jumper', { boardId: board, x: 1, y: 1, elementId: element }));
    sides.edit('here', change('project', 'project', { startingElement: element }));
    expect(await sides.bringTogether()).toEqual([]);
    expect(differences(sides)).toEqual([]);
    expect(sides.refused.size).toBe(0);
    expect(sides.sent).toHaveLength(8);
  });

  test('only the root of what goes is removed, after what stays has left it', async () => {
    const { sides } = await begun('element');
    const root = sides.here.projectRecord.roots.board;
    sides.edit('here', create('board', { type: 'folder', name: 'Old', parentId: root }));
    await sides.bringTogether();
    const folder = sides.here.childIds(root, 'boards').at(-1) ?? '';
    const [first = ''] = sides.here.childIds(root, 'boards');
    sides.edit('here', { do: 'move', kind: 'board', id: first, to: folder, at: 0 });
    sides.edit('here', create('board', { name: 'Goes', parentId: folder }));
    await sides.bringTogether();
    sides.sent.length = 0;
    sides.edit('here', { do: 'move', kind: 'board', id: first, to: root, at: 0 });
    sides.edit('here', remove('board', folder));
    expect(await sides.bringTogether()).toEqual([]);
    expect(sides.sent.map(({ method }) => method)).toEqual(['PATCH', 'DELETE']);
    expect(differences(sides)).toEqual([]);
  });

  test('the last board goes when there is another', async () => {
    const { sides } = await begun('element');
    const root = sides.here.projectRecord.roots.board;
    const [board = ''] = sides.here.childIds(root, 'boards');
    sides.edit('here', create('board', { name: 'Next', parentId: root }));
    sides.edit('here', remove('board', board));
    expect(await sides.bringTogether()).toEqual([]);
    expect(sides.sent.map(({ method }) => method)).toEqual(['POST', 'DELETE']);
    expect(sides.refused.size).toBe(0);
  });

  test('each side removes the other’s last board: theirs stays, and it is told', async () => {
    const { sides } = await begun('element');
    const root = sides.here.projectRecord.roots.board;
    sides.edit('here', create('board', { name: 'Two', parentId: root }));
    await sides.bringTogether();
    const [one = '', two = ''] = sides.here.childIds(root, 'boards');
    sides.edit('here', remove('board', one));
    sides.edit('there', remove('board', two));
    expect(await sides.bringTogether()).toEqual([]);
    expect(sides.here.childIds(root, 'boards')).toEqual([one]);
    expect(sides.raised).toMatchObject([{ recordId: one, reason: 'last board' }]);
    expect(differences(sides)).toEqual([]);
  });

  test('[Comments] what went there with its comments and is made again has none: nobody can write them but their authors', async () => {
    const { sides } = await begun('reply');
    const root = sides.here.projectRecord.roots.board;
    const [board = ''] = sides.here.childIds(root, 'boards');
    sides.edit('there', create('board', { name: 'Two', parentId: root }));
    sides.edit('there', remove('board', board));
    sides.edit('here', change('board', board, { name: 'Changed here' }));
    const [question] = await sides.bringTogether();
    expect(question).toMatchObject({ recordId: board, reason: 'gone there' });
    expect([...sides.here.recordsOfKind('comment')]).toHaveLength(1);
    if (question) sides.answer(question, 'local');
    expect(await sides.bringTogether()).toEqual([]);
    expect([...sides.here.recordsOfKind('board')].map(({ name }) => name)).toContain('Changed here');
    expect(differences(sides)).toEqual([]);
  });

  test('[I3] what goes as they removed it takes nothing along that they still have: it goes back to where they have it', async () => {
    const { sides, id } = await begun('componentAttachment');
    const there = (command: Command): string => sides.remote.engine.execute(sides.there, command, 'user').ids[0] ?? '';
    const root = sides.theirs.projectRecord.roots.board;
    const [board = ''] = sides.theirs.childIds(root, 'boards');
    const [element = ''] = sides.theirs.childIds(board, 'elements');
    const folder = there(create('board', { type: 'folder', name: 'Old', parentId: root }));
    const going = there(create('element', { boardId: board, x: 900, y: 0 }));
    const staying = there(create('element', { boardId: board, x: 900, y: 900 }));
    const ends = { sourceid: element, sourceType: 'elements', targetid: staying, targetType: 'elements' };
    const connection = there(create('connection', { boardId: board, ...ends }));
    await sides.bringTogether();
    sides.edit('here', { do: 'move', kind: 'board', id: board, to: folder, at: 0 });
    sides.edit('here', { do: 'move', kind: 'componentAttachment', id, to: going, at: 0 });
    sides.edit('here', change('connection', connection, { targetid: going, targetType: 'elements' }));
    sides.edit('there', remove('board', folder));
    sides.edit('there', remove('element', going));
    let open = await sides.bringTogether();
    expect(new Set(open.map(({ recordId, reason }) => `${reason} ${recordId}`))).toEqual(
      new Set([`gone there ${folder}`, `gone there ${going}`]),
    );
    for (let [question] = open; question; [question] = open) {
      sides.answer(question, 'remote');
      open = await sides.bringTogether();
    }
    expect([sides.here.has(folder), sides.here.has(going)]).toEqual([false, false]);
    for (const side of [sides.here, sides.theirs])
      expect([side.get(board)?.parentId, side.get(id)?.elementId, side.get(connection)?.targetid]).toEqual([root, element, staying]);
    expect([sides.refused.size, differences(sides)]).toEqual([0, []]);
  });

  test('the last board there stays, too, where the only other one here is in question; either answer counts', async () => {
    for (const choice of ['local', 'remote'] as const) {
      const { sides, id } = await begun('element');
      const root = sides.here.projectRecord.roots.board;
      sides.edit('here', create('board', { name: 'Two', parentId: root }));
      await sides.bringTogether();
      const [one = '', two = ''] = sides.here.childIds(root, 'boards');
      sides.edit('here', change('element', id, { title: 'Changed here' }));
      sides.edit('here', remove('board', two));
      sides.edit('there', remove('board', one));
      const [question] = await sides.bringTogether();
      expect(question).toMatchObject({ recordId: one, reason: 'gone there' });
      expect(sides.raised).toMatchObject([{ recordId: two, reason: 'last board' }]);
      if (question) sides.answer(question, choice);
      expect(await sides.bringTogether()).toEqual([]);
      expect([...sides.theirs.recordsOfKind('board')].filter(({ type }) => type === 'board')).toHaveLength(choice === 'local' ? 2 : 1);
      expect([sides.refused.size, differences(sides)]).toEqual([0, []]);
    }
  });

  test('the last board there goes after another has come, which takes another customId if that one has its own', async () => {
    const { sides } = await begun('element');
    const root = sides.here.projectRecord.roots.board;
    const [one = ''] = sides.here.childIds(root, 'boards');
    const [two = ''] = sides.mine.execute(sides.hash, create('board', { name: 'Act', parentId: root }), 'user').ids;
    await sides.bringTogether();
    const act = sides.renamed.get(two) ?? two;
    sides.edit('here', remove('board', act));
    sides.edit('here', create('board', { name: 'Act', parentId: root }));
    sides.edit('there', remove('board', one));
    expect(await sides.bringTogether()).toEqual([]);
    expect([...sides.theirs.recordsOfKind('board')].map(({ name, customId }) => [name, customId])).toContainEqual(['Act', 'act_2']);
    expect(sides.raised).toMatchObject([{ reason: 'renamed', local: 'act', remote: 'act_2' }]);
    expect([sides.theirs.has(act), sides.refused.size, differences(sides)]).toEqual([false, 0, []]);
  });

  test('what frees a name or a place goes before what takes it', async () => {
    const { sides, id } = await begun('variable');
    const name = String(sides.here.get(id)?.name);
    sides.edit('here', remove('variable', id));
    sides.edit('here', create('variable', { name, type: 'string', value: 'x' }));
    expect(await sides.bringTogether()).toEqual([]);
    expect(sides.sent.map(({ method }) => method)).toEqual(['DELETE', 'POST']);

    const { sides: others, record } = await begun('branch');
    const [condition = ''] = others.here.childIds(record.id, 'conditions');
    const boardId = record.boardId;
    const connect = (): Command =>
      create('connection', { boardId, sourceid: condition, sourceType: 'conditions', targetid: record.id, targetType: 'branches' });
    others.edit('here', connect());
    await others.bringTogether();
    others.sent.length = 0;
    others.edit('here', remove('connection', others.here.childIds(condition, 'outputs')[0] ?? ''));
    others.edit('here', connect());
    expect(await others.bringTogether()).toEqual([]);
    expect(others.sent.map(({ method }) => method)).toEqual(['DELETE', 'POST']);
    expect(differences(others)).toEqual([]);
  });

  test('[I13] folders that change places are moved from the top down; crossing moves: theirs counts and ours is a question', async () => {
    const { sides } = await begun('note');
    const root = sides.here.projectRecord.roots.board;
    for (const name of ['A', 'B']) sides.edit('here', create('board', { type: 'folder', name, parentId: root }));
    await sides.bringTogether();
    const [a = '', b = ''] = sides.here.childIds(root, 'boards').slice(-2);
    sides.edit('here', { do: 'move', kind: 'board', id: b, to: a, at: 0 });
    await sides.bringTogether();
    sides.watch = () => expect(findProjectErrors(sides.theirs.records())).toEqual([]);
    sides.edit('here', { do: 'move', kind: 'board', id: b, to: root, at: 0 });
    sides.edit('here', { do: 'move', kind: 'board', id: a, to: b, at: 0 });
    expect(await sides.bringTogether()).toEqual([]);
    expect(differences(sides)).toEqual([]);
    sides.edit('here', { do: 'move', kind: 'board', id: a, to: root, at: 0 });
    await sides.bringTogether();
    sides.edit('here', { do: 'move', kind: 'board', id: a, to: b, at: 0 });
    sides.edit('there', { do: 'move', kind: 'board', id: b, to: a, at: 0 });
    await sides.bringTogether();
    expect(sides.raised).toMatchObject([{ recordId: a, field: 'place', reason: 'place', local: b }]);
    expect(sides.here.get(b)?.parentId).toBe(a);
    expect(differences(sides)).toEqual([]);
  });

  test('[I15] at most n − LIS moves', async () => {
    const { sides, record } = await begun('element');
    const boardId = String(record.boardId);
    for (let at = 0; at < 9; at++) sides.edit('here', create('element', { boardId, x: at, y: 1 }));
    await sides.bringTogether();
    let seed = 5;
    for (let round = 0; round < 20; round++) {
      sides.sent.length = 0;
      for (let at = 0; at < 12; at++) {
        const list = sides.here.childIds(boardId, 'elements');
        seed = (seed * 48_271) % 2_147_483_647;
        sides.edit('here', { do: 'move', kind: 'element', id: list[seed % list.length] ?? '', at: (seed >> 8) % list.length });
      }
      const least = minimalMoves(sides.theirs.childIds(boardId, 'elements'), sides.here.childIds(boardId, 'elements')).length;
      await sides.bringTogether();
      expect(sides.sent).toHaveLength(least);
      expect(differences(sides)).toEqual([]);
    }
  });

  test('[I10] a reference to what is not there yet waits, and is sent when it is', async () => {
    const { sides, record } = await begun('jumper');
    sides.edit('here', create('element', { boardId: record.boardId, x: 1, y: 1 }));
    const element = [...sides.here.recordsOfKind('element')][0]?.id ?? '';
    sides.edit('here', change('jumper', record.id, { elementId: element }));
    expect(await sides.bringTogether()).toEqual([]);
    expect(sides.sent.map(({ body }) => JSON.stringify(body)).join()).not.toContain(element);
    expect(differences(sides)).toEqual([]);
  });

  test('[I19] fields that we do not know come in and stay when the rest is changed', async () => {
    const { sides, id } = await begun('note');
    const theirs = sides.theirs.get(id);
    const put = [{ ...theirs, extra: { mood: { deep: [1] } } } as unknown as AnyRecord];
    sides.remote.engine.execute(sides.there, { do: 'take', renamedIds: [], put, removedIds: [] }, 'remote');
    sides.edit('here', change('note', id, { x: 9 }));
    await sides.bringTogether();
    expect(sides.here.get(id)).toMatchObject({ x: 9, extra: { mood: { deep: [1] } } });
    sides.edit('there', change('note', id, { y: 3 }));
    await sides.bringTogether();
    expect(sides.here.get(id)).toMatchObject({ x: 9, y: 3, extra: { mood: { deep: [1] } } });
  });

  test('a text that the remote would refuse stays here, with a reason, and stops nothing else', async () => {
    const { sides, id } = await begun('element');
    sides.edit('here', change('element', id, { title: '<p><em>No</em></p>', x: 9 }));
    expect(await sides.bringTogether()).toEqual([]);
    expect(sides.theirs.get(id)?.x).toBe(9);
    expect(sides.refused.get(id)).toContain('does not take this text');
  });

  test('the same text in another dress is no change', async () => {
    const { sides, id } = await begun('element', { title: '<p><b>Go</b></p>' });
    sides.edit('there', change('element', id, { title: '<p><strong>Go</strong></p>' }));
    expect(sides.plan().mergeResult.put).toEqual([]);
  });
});

test('ranks change only where something moved', () => {
  const ranks: Record<string, string> = { a: 'a0', b: 'a1', c: 'a2', d: 'a3' };
  expect([...assignRanks(['a', 'd', 'b', 'c'], (id) => ranks[id]).keys()]).toEqual(['d']);
  expect([...assignRanks(['a', 'x', 'b', 'y'], (id) => ranks[id]).keys()]).toEqual(['x', 'y']);
});
