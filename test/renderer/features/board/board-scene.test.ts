import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SceneBuilder, type SceneOptions } from '../../../../renderer/features/board/canvas/board-scene.ts';
import type { Box } from '../../../../shared/layout/geometry.ts';
import { cases } from '../../../rounds.ts';
import { arrow, branchRecords, elementAt, projectOf, record } from '../../../story-records.ts';

const nothing: SceneOptions = { draggedBoxes: new Map(), selected: new Set() };
const branched = () =>
  projectOf(
    elementAt('one', 0, 0),
    elementAt('two', 600, 0),
    ...branchRecords(0, 400),
    record('note', 'remark', { boardId: 'board', x: 900, y: 900 }),
    arrow('a', 'one', 'two'),
    arrow('b', 'one', 'fork', 'branches'),
    arrow('c', 'c-else', 'two'),
  );

describe('the scene of a board', () => {
  test('[Branch] a branch with one condition has its default height, and each further condition adds a row', () => {
    const { index } = new SceneBuilder().build(branched(), 1, 'board', nothing);
    expect(index.boxes.get('fork')).toMatchObject({ width: 288, height: 53 + 27 });
  });

  test('[Connection] every node has a size and handles, so that nothing is measured', () => {
    const { nodes } = new SceneBuilder().build(branched(), 1, 'board', nothing);
    for (const node of nodes)
      expect(node).toMatchObject({ width: expect.any(Number), height: expect.any(Number), handles: expect.any(Array) });
    expect(nodes.find(({ id }) => id === 'fork')?.handles?.map(({ id }) => id)).toContain('right c-else');
  });

  test('[Connection] the connection of a condition starts at its row', () => {
    const { edges } = new SceneBuilder().build(branched(), 1, 'board', nothing);
    const edge = edges.find(({ id }) => id === 'c');
    expect(edge).toMatchObject({ source: 'fork', sourceHandle: 'right c-else', target: 'two' });
    expect(edge?.data?.geometry.endpoints.from).toEqual({ x: 288, y: 400 + 26 + 27 + 13.5, face: 'right' });
  });

  test('[Connection] stored sides are used, others are chosen', () => {
    const project = branched();
    const before = project.get('a');
    if (before) project.apply([{ before, after: { ...before, sourceFace: 'bottom' } }]);
    const { edges } = new SceneBuilder().build(project, 1, 'board', nothing);
    expect(edges.find(({ id }) => id === 'a')).toMatchObject({ sourceHandle: 'bottom', targetHandle: 'left' });
  });

  test('what has not changed keeps its identity', () => {
    const project = branched();
    const builder = new SceneBuilder();
    const first = builder.build(project, 1, 'board', nothing);
    const before = project.get('two');
    if (before) project.apply([{ before, after: { ...before, x: 700 } }]);
    const second = builder.build(project, 2, 'board', nothing);
    const kept = (id: string) => first.nodes.find((node) => node.id === id) === second.nodes.find((node) => node.id === id);
    expect([kept('one'), kept('fork'), kept('two')]).toEqual([true, true, false]);
    expect(first.edges.find(({ id }) => id === 'b')).toBe(second.edges.find(({ id }) => id === 'b'));
    expect(builder.build(project, 3, 'board', nothing)).toBe(second);
  });

  test('each frame of a drag draws what a newly built scene would draw', () => {
    const ids = ['one', 'two', 'fork', 'remark'];
    const frame = fc.dictionary(
      fc.constantFrom(...ids),
      fc.record({ x: fc.nat(2000), y: fc.nat(2000), width: fc.constant(300), height: fc.constant(120) }),
    );
    fc.assert(
      fc.property(fc.array(frame, { minLength: 1, maxLength: 6 }), (frames) => {
        const project = branched();
        const builder = new SceneBuilder();
        const selected = new Set(['one']);
        for (const boxes of frames) {
          const view = { draggedBoxes: new Map<string, Box>(Object.entries(boxes)), selected };
          const [followed, rebuilt] = [builder, new SceneBuilder()].map((each) => ({
            ...each.build(project, 1, 'board', view),
            routes: null,
          }));
          expect(followed).toEqual(rebuilt);
        }
      }),
      { numRuns: cases(60) },
    );
  });
});
