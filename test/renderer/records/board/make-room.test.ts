import { expect, test } from 'vitest';
import { boardIndexFor } from '../../../../renderer/records/board/board-index.ts';
import { coveredIds, makeRoom } from '../../../../renderer/records/board/make-room.ts';
import { boxesOverlap } from '../../../../shared/layout/geometry.ts';
import { countOperations } from '../../../count-operations.ts';
import { elementAt, projectOf } from '../../../story-records.ts';

test('what a grown card covers moves down below it, and pushes others on', () => {
  const project = projectOf(
    { ...elementAt('tall', 0, 0), height: 400 },
    elementAt('below', 20, 150),
    elementAt('next', 40, 300),
    elementAt('beside', 900, 0),
  );
  const index = boardIndexFor(project, 'board');
  expect([...coveredIds(project, 'board', 'tall')].sort()).toEqual(['below', 'next']);
  const moved = makeRoom(index, 'tall');
  expect([...moved.keys()].sort()).toEqual(['below', 'next']);
  const after = [...index.boxes].map(([id, box]) => moved.get(id) ?? box);
  for (const [at, one] of after.entries()) for (const two of after.slice(at + 1)) expect(boxesOverlap(one, two)).toBe(false);
  expect(moved.get('below')).toMatchObject({ x: 20, y: 424 });
});

test('where nothing is covered, nothing moves', () => {
  const project = projectOf(elementAt('one', 0, 0), elementAt('two', 0, 300));
  expect(makeRoom(boardIndexFor(project, 'board'), 'one').size).toBe(0);
});

test('the work grows with the number of cards that move', () => {
  const operations = (count: number) => {
    const cards = Array.from({ length: count }, (_, at) => ({ ...elementAt(`card ${at}`, 0, at * 174), height: at === 0 ? 400 : 150 }));
    const project = projectOf(...cards);
    const index = boardIndexFor(project, 'board');
    return countOperations(() => expect(makeRoom(index, 'card 0').size).toBe(count - 1));
  };
  expect(operations(400) / operations(50)).toBeLessThan(16);
});
