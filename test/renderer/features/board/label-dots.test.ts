/** The dots in place of labels that are too small to be read. */
import { expect, test } from 'vitest';
import { findLabelDotAt, labelDotPosition } from '../../../../renderer/features/board/canvas/paint-board.ts';
import { BoardIndex } from '../../../../renderer/records/board/board-index.ts';
import type { ConnectionGeometry } from '../../../../renderer/records/board/connection-geometry.ts';
import { type Box, containsPoint } from '../../../../shared/layout/geometry.ts';
import type { ConnectionRoute } from '../../../../shared/layout/routing/connection-router.ts';
import { arrow, elementAt, projectOf } from '../../../story-records.ts';

const labelled = (id: string, from: string, to: string, text: string | null) => ({
  ...arrow(id, from, to),
  label: { en: { text } },
});
const index = new BoardIndex(
  projectOf(
    ...['a', 'b', 'c', 'd'].map((id, at) => elementAt(id, at * 500, 0)),
    labelled('first', 'a', 'b', '<p>Go</p>'),
    labelled('second', 'b', 'c', '<p>Stay</p>'),
    labelled('empty', 'c', 'd', null),
    labelled('unrouted', 'd', 'a', '<p>Back</p>'),
  ),
  'board',
);
index.update();
const places: Readonly<Record<string, { x: number; y: number }>> = {
  first: { x: 400, y: 60 },
  second: { x: 900, y: 60 },
  empty: { x: 1400, y: 60 },
};
const routeOf = ({ record }: ConnectionGeometry) => {
  const dotAt = places[record.id];
  // Only the place of the dot is read.
  return dotAt ? ({ dotAt } as ConnectionRoute) : null;
};

/** Only those whose dot is in the area, as those are whose routes are. */
const connectionsIn = (area: Box) =>
  [...index.connections.values()].filter(({ record: { id } }) => containsPoint(area, places[id] ?? { x: Number.NaN, y: 0 }));
const routes = { routeOf, connectionsIn };

test('a connection with a label has a dot once it is routed', () => {
  const dots = [...index.connections].map(([id, geometry]) => [id, labelDotPosition(geometry, routeOf)]);
  expect(Object.fromEntries(dots)).toEqual({ first: places.first, second: places.second, empty: null, unrouted: null });
});

test('the nearest dot within reach is found', () => {
  expect(findLabelDotAt(routes, { x: 500, y: 60 }, 450)).toEqual({ id: 'first', at: places.first });
  expect(findLabelDotAt(routes, { x: 800, y: 70 }, 450)?.id).toBe('second');
  expect(findLabelDotAt(routes, { x: 650, y: 60 }, 100)).toBeNull();
  expect(findLabelDotAt(routes, { x: 1400, y: 60 }, 50)).toBeNull();
});
