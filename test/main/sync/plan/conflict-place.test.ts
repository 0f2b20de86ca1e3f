/** [I37] “Mine” for a record that both sides have moved: exactly the place that it had here, or not offered. */
import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import type { MergeConflict } from '../../../../main/sync/plan/merge-conflict.ts';
import { isChoicePossible } from '../../../../main/sync/plan/resolve-conflict.ts';
import type { SingleCommand } from '../../../../shared/model/commands.ts';
import type { KindName } from '../../../../shared/model/kinds/kinds.ts';
import { createTestStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { differences } from '../nothing-lost.ts';
import { type TwoSides, twoSides } from '../two-sides.ts';

const environment = createTestEnvironment(37);
const engine = openEngine(null, environment);

async function openSides(): Promise<{ readonly sides: TwoSides; readonly root: string; readonly boardId: string }> {
  const { hash, project, build } = createTestStory(engine, environment);
  const boardId = String(build('element').boardId);
  const records = [...project.records()];
  engine.removeProject(hash);
  const sides = await twoSides(environment, records, engine);
  return { sides, root: sides.localProject.projectRecord.roots.board, boardId };
}

/** Creates records here and sends them; returns their ids. */
async function created(sides: TwoSides, kind: KindName, ...all: readonly object[]): Promise<string[]> {
  const ids = all.flatMap(
    (fields) => sides.localEngine.execute(sides.hash, { do: 'create', kind, fields } as SingleCommand, 'user').ids[0] ?? '',
  );
  await sides.converge();
  return ids.map((id) => sides.renamed.get(id) ?? id);
}

const move = (kind: KindName, id: string, where: object): SingleCommand => ({ do: 'move', kind, id, ...where }) as SingleCommand;

async function onlyConflict(sides: TwoSides): Promise<MergeConflict> {
  expect(await sides.converge()).toEqual([]);
  const [conflict, ...others] = sides.raised;
  expect([conflict?.reason, others]).toEqual(['movedDifferently', []]);
  // The expectation above has failed if there is none.
  return conflict as MergeConflict;
}

async function answerWithLocal(sides: TwoSides, conflict: MergeConflict): Promise<void> {
  sides.answer(conflict, 'local');
  expect(await sides.converge()).toEqual([]);
  expect(differences(sides)).toEqual([]);
}

const folder = (name: string, parentId: string) => ({ type: 'folder', name, parentId });

describe('[I37] folders', () => {
  /** G, which contains F and H, and beside it A, B and C; as they are named, with all of these ids. */
  const openFolders = async () => {
    const { sides, root } = await openSides();
    const [g = '', a = '', b = '', c = ''] = await created(sides, 'board', ...['G', 'A', 'B', 'C'].map((name) => folder(name, root)));
    const [f = '', h = ''] = await created(sides, 'board', folder('F', g), folder('H', g));
    return { sides, root, a, b, c, f, g, h };
  };

  test('into a folder that is beside the place on the remote', async () => {
    const { sides, a, f, g } = await openFolders();
    sides.edit('local', move('board', a, { to: f, at: 0 }));
    sides.edit('remote', move('board', a, { to: g, at: 0 }));
    const conflict = await onlyConflict(sides);
    expect(conflict).toMatchObject({ local: { list: 'boards', parent: f, after: null }, remote: { parent: g, after: null } });
    await answerWithLocal(sides, conflict);
    expect(sides.remoteProject.get(a)?.parentId).toBe(f);
  });

  test('between the others of the folder; if the previous one has gone, as the last one', async () => {
    for (const isGone of [false, true]) {
      const { sides, root, a, b, f, g, h } = await openFolders();
      sides.edit('local', move('board', a, { to: g, at: 1 }));
      sides.edit('remote', move('board', a, { to: b, at: 0 }));
      const conflict = await onlyConflict(sides);
      expect(conflict).toMatchObject({ local: { parent: g, after: f } });
      if (isGone) sides.edit('remote', move('board', f, { to: root, at: 0 }));
      await sides.converge();
      await answerWithLocal(sides, conflict);
      expect(sides.remoteProject.childIds(g, 'boards')).toEqual(isGone ? [h, a] : [f, a, h]);
    }
  });

  test('after a folder of the same list that has been moved since: not offered, instead of into that folder', async () => {
    const { sides, root, a, b, c, g } = await openFolders();
    const orderOf = (side: 'localProject' | 'remoteProject') => sides[side].childIds(root, 'boards');
    sides.edit('local', move('board', a, { at: orderOf('localProject').indexOf(c) }));
    sides.edit('remote', move('board', a, { at: 0 }));
    const conflict = await onlyConflict(sides);
    expect(conflict).toMatchObject({ local: { parent: root, after: c }, remote: { parent: root, after: null } });
    expect(isChoicePossible(conflict, 'local', sides.localProject)).toBe(true);
    sides.edit('remote', move('board', c, { to: g, at: 0 }));
    await sides.converge();
    expect(isChoicePossible(conflict, 'local', sides.localProject)).toBe(false);
    expect(() => sides.answer(conflict, 'local')).toThrow();
    sides.edit('local', move('board', c, { to: root, at: orderOf('localProject').indexOf(b) + 1 }));
    await answerWithLocal(sides, conflict);
    expect(orderOf('remoteProject').slice(-2)).toEqual([c, a]);
  });

  test('a conflict that an earlier version has stored contains one id: of a sibling, of a folder, or none', async () => {
    const { sides, root, a, b, c, g, f } = await openFolders();
    sides.edit('local', move('board', a, { at: '-' }));
    sides.edit('remote', move('board', a, { at: 0 }));
    const conflict = await onlyConflict(sides);
    await answerWithLocal(sides, { ...conflict, local: b });
    expect(sides.remoteProject.childIds(root, 'boards').slice(-3)).toEqual([b, a, c]);
    await answerWithLocal(sides, { ...conflict, local: null });
    expect(sides.remoteProject.childIds(root, 'boards')[0]).toBe(a);
    await answerWithLocal(sides, { ...conflict, local: f });
    expect([sides.remoteProject.get(a)?.parentId, sides.remoteProject.get(f)?.parentId]).toEqual([f, g]);
  });
});

test('[I37] the order of the outputs of an element', async () => {
  const { sides, boardId } = await openSides();
  const [from = '', ...ends] = await created(sides, 'element', ...[1, 2, 3, 4, 5].map((x) => ({ boardId, x, y: 1 })));
  const connection = (targetid: string) => ({ boardId, sourceid: from, sourceType: 'elements', targetid, targetType: 'elements' });
  const [a = '', b = '', c = '', d = ''] = await created(sides, 'connection', ...ends.map(connection));
  const outputs = (side: 'localProject' | 'remoteProject') => sides[side].childIds(from, 'outputs');
  expect(outputs('remoteProject')).toEqual([a, b, c, d]);
  sides.edit('local', move('connection', a, { at: 3, list: 'outputs' }));
  sides.edit('remote', move('connection', a, { at: 2, list: 'outputs' }));
  const conflict = await onlyConflict(sides);
  expect(outputs('localProject')).toEqual([b, c, a, d]);
  await answerWithLocal(sides, conflict);
  expect(outputs('remoteProject')).toEqual([b, c, d, a]);
  // As an earlier version has stored it: the connections of the board are another list with the same ones, which no request reorders.
  await answerWithLocal(sides, { ...conflict, local: c });
  expect(outputs('remoteProject')).toEqual([b, c, a, d]);
  await answerWithLocal(sides, { ...conflict, local: null });
  expect(outputs('remoteProject')).toEqual([a, b, c, d]);
});
