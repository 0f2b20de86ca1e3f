/** Drops in the board tree, sent to a real engine: the boards end up where they were dropped. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { boardRemovalImpact, boardSubtree } from '../../../../renderer/features/record-trees/boards/remove-board-dialog.ts';
import { filterNodes } from '../../../../renderer/navigation/record-trees/tree-filter.tsx';
import { boardTree } from '../../../../renderer/records/trees/record-tree.ts';
import { createMoveCommands, createReorderCommand, type TreeDropTarget } from '../../../../renderer/records/trees/tree-move-commands.ts';
import { boardTreeNodes } from '../../../../renderer/records/trees/tree-nodes.ts';
import { cases, expectEnough } from '../../../rounds.ts';
import { createTestStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

/** Folders a (with b1, b2) and c, boards d and e beside the first board. */
function tree() {
  const environment = createTestEnvironment();
  const engine = openEngine(null, environment);
  const story = createTestStory(engine, environment);
  const { build, project, board: first } = story;
  const root = project.projectRecord.roots.board;
  const a = build('board', { type: 'folder', name: 'a', parentId: root }).id;
  const b1 = build('board', { name: 'b1', parentId: a }).id;
  const b2 = build('board', { name: 'b2', parentId: a }).id;
  const c = build('board', { type: 'folder', name: 'c', parentId: root }).id;
  const d = build('board', { name: 'd', parentId: root }).id;
  const e = build('board', { name: 'e', parentId: root }).id;
  const drop = (ids: string[], on: TreeDropTarget) => {
    const commands = createMoveCommands(boardTree, project, ids, on);
    if (commands.length > 0) story.send({ do: 'batch', commands });
    return commands.length;
  };
  return { ...story, engine, root, first, a, b1, b2, c, d, e, drop };
}

test('[Boards] boards dropped beside a board are placed there, in their order', () => {
  const { project, root, first, a, c, d, e, drop } = tree();
  drop([e, first], { nextTo: c, position: 'before' });
  expect(project.childIds(root, 'boards')).toEqual([a, e, first, c, d]);
});

test('[Boards] boards dropped on a folder are placed at its end, on the empty area at the end of the tree', () => {
  const { project, root, first, a, b1, b2, c, d, e, drop } = tree();
  drop([d], { into: a });
  expect(project.childIds(a, 'boards')).toEqual([b1, b2, d]);
  drop([b1], 'root');
  expect(project.childIds(root, 'boards')).toEqual([first, a, c, e, b1]);
});

test('[Boards] a folder does not move into itself, and nothing moves into a board', () => {
  const { a, b1, d, e, drop } = tree();
  expect(drop([a], { into: a })).toBe(0);
  expect(drop([a], { nextTo: b1, position: 'after' })).toBe(0);
  expect(drop([d], { into: e })).toBe(0);
});

test('[Boards] wherever boards are dropped, they are next to each other in their order, and the others keep theirs', () => {
  let moved = 0;
  const runs = cases(200);
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.boolean(), fc.integer({ min: 1, max: 3 }), (seed, place, isAfter, count) => {
      const { project, engine, root, a, drop } = tree();
      const all = [...project.recordsOfKind('board')].map(({ id }) => id).filter((id) => id !== root);
      const ids = Array.from({ length: count }, (_, at) => all[(seed + at * 3) % all.length] ?? '').filter((id) => id !== a);
      const beside = all[place % all.length] ?? '';
      if (ids.includes(beside)) return;
      const parent = project.find('board', beside)?.parentId ?? root;
      const others = project.childIds(parent, 'boards').filter((id) => !ids.includes(id));
      moved += drop(ids, { nextTo: beside, position: isAfter ? 'after' : 'before' }) > 0 ? 1 : 0;
      const inserted = isAfter ? [beside, ...ids] : [...ids, beside];
      const expected = others.flatMap((id) => (id === beside ? inserted : [id]));
      expect(project.childIds(parent, 'boards')).toEqual(expected);
      engine.close();
    }),
    { numRuns: runs },
  );
  expectEnough(moved, runs, 0.3);
});

test('[Boards] a board moves one step up or down, but not beyond the ends', () => {
  const { project, root, first, a, c, d, e, send } = tree();
  const up = createReorderCommand(boardTree, project, c, -1);
  if (up) send(up);
  expect(project.childIds(root, 'boards')).toEqual([first, c, a, d, e]);
  expect(createReorderCommand(boardTree, project, first, -1)).toBeUndefined();
  expect(createReorderCommand(boardTree, project, e, 1)).toBeUndefined();
});

test('a node of the tree stays the same object while nothing in it changes, and the start shows on its folders', () => {
  const { project, send, build, b1, a, first } = tree();
  const before = boardTreeNodes(project);
  const element = build('element', { boardId: b1 });
  expect(boardTreeNodes(project).every((node, at) => node === before[at])).toBe(true);
  send({ do: 'change', kind: 'project', id: 'project', fields: { startingElement: element.id } });
  const after = boardTreeNodes(project);
  expect(after.filter(({ hasStart }) => hasStart).map(({ id }) => id)).toEqual([a]);
  expect(after.find(({ id }) => id === first)).toBe(before.find(({ id }) => id === first));
});

test('[Boards] before a folder is deleted, what is deleted with it is listed', () => {
  const { project, send, build, a, b1, b2, d } = tree();
  const element = build('element', { boardId: b1 });
  build('note', { boardId: b2 });
  build('jumper', { boardId: d, elementId: element.id });
  send({ do: 'change', kind: 'project', id: 'project', fields: { startingElement: element.id } });
  expect(boardRemovalImpact(project, a)).toEqual({ counts: ['2 boards', '1 element', '1 note'], hasStart: true, danglingJumpers: 1 });
  expect(boardSubtree(project, a)).toEqual([a, b1, b2]);
});

test('a filter keeps the boards with the text in their name, the folders above them, and what is in a folder with such a name', () => {
  const { project } = tree();
  const shown = (query: string) => {
    const names = (nodes: ReturnType<typeof boardTreeNodes>): unknown[] =>
      nodes.map(({ record, children }) => (children.length > 0 ? [record.name, names(children)] : record.name));
    return names(filterNodes(boardTreeNodes(project), ({ record }) => record.name, query));
  };
  expect(shown('b2')).toEqual([['a', ['b2']]]);
  expect(shown('a')).toContainEqual(['a', ['b1', 'b2']]);
  expect(shown('D')).toContain('d');
  expect(shown('nothing')).toEqual([]);
});
