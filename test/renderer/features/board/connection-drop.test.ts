/** Where a dragged connection may be dropped, and where a new item is placed there. */
import { expect, test } from 'vitest';
import { connectionOnDrop, dropCorner } from '../../../../renderer/features/board/canvas/connection-drop.tsx';
import { handleScaleAt, overviewZoom } from '../../../../renderer/features/board/canvas/detail-level.ts';
import { branchRecords, elementAt, projectOf, record } from '../../../story-records.ts';

const story = projectOf(
  elementAt('one', 0, 0),
  elementAt('two', 400, 0),
  ...branchRecords(800, 0),
  record('note', 'note', { boardId: 'board', x: 0, y: 400 }),
);

test('a card accepts the dragged end, whichever it is', () => {
  expect(connectionOnDrop(story, { id: 'one', type: 'source' }, 'two')).toEqual({ from: 'one', to: 'two' });
  expect(connectionOnDrop(story, { id: 'fork', type: 'target' }, 'two')).toEqual({ from: 'two', to: 'fork' });
  expect(connectionOnDrop(story, { id: 'c-if', type: 'source' }, 'two')).toEqual({ from: 'c-if', to: 'two' });
});

test('a card at which no connection may end or start does not accept one', () => {
  expect(connectionOnDrop(story, { id: 'one', type: 'source' }, 'note')).toBeNull();
  expect(connectionOnDrop(story, { id: 'c-if', type: 'source' }, 'fork')).toBeNull();
  expect(connectionOnDrop(story, { id: 'two', type: 'target' }, 'note')).toBeNull();
});

test('a created item is beside the pointer, at the side where the connection arrives', () => {
  const canvasPoint = { x: 1000, y: 1000 };
  const cornerFor = (face: 'left' | 'right' | 'top' | 'bottom' | null) => dropCorner('element', { from: { id: 'one', face }, canvasPoint });
  expect(cornerFor('right')).toEqual({ x: 1000, y: 960 });
  expect(cornerFor(null)).toEqual({ x: 1000, y: 960 });
  expect(cornerFor('left')).toEqual({ x: 699, y: 960 });
  expect(cornerFor('bottom')).toEqual({ x: 849.5, y: 1000 });
  expect(cornerFor('top')).toEqual({ x: 849.5, y: 879 });
});

test('a handle is at least as large on screen as at 100 %, wherever cards are drawn', () => {
  for (let zoom = overviewZoom; zoom <= 2.5; zoom += 0.01) expect(handleScaleAt(zoom) * zoom).toBeGreaterThanOrEqual(1);
  expect(handleScaleAt(1)).toBe(1);
});
