/** A list of the window that is cut says how many entries are left out, or why nothing is missing. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles } from '../import-graph.ts';
import { root } from '../root.ts';

/** `.slice(0, maxRows)` of a list that is rendered, or counted for it. */
const cut = /\.slice\(0, (?:max\w+(?:\.\w+|\[\w+\])?|shown|count|4)\)/;
/** The count of the others. */
const saysMore = /common\.andMore|\bmore\b|[a-z]\.(?:showMore|earlier|foundFirst)'/;
const complete: Readonly<Record<string, string>> = {
  'renderer/features/board/canvas/item-nodes.tsx': 'a card shows +3 beside the first components',
  'renderer/features/board/canvas/paint-board.ts': 'a name that is drawn ends with …',
  'renderer/features/board/canvas/snapper.tsx': 'a drag snaps to the nearest cards; nothing is listed',
  'renderer/features/projects/project-list.tsx': 'the list grows while it is scrolled',
  'renderer/features/translations/translation-table.tsx': 'a cell shows the beginning of its text',
  'renderer/records/problems/problems-store.ts': 'the badge counts the others',
};

test('no list is cut without the number of its other entries', () => {
  const cutting = listFiles('renderer', /\.tsx?$/).filter((file) => cut.test(readFileSync(join(root, file), 'utf8')));
  expect(cutting.length).toBeGreaterThan(15);
  const silent = cutting.filter((file) => !(file in complete) && !saysMore.test(readFileSync(join(root, file), 'utf8')));
  expect(silent).toEqual([]);
});
