/** The items of a board as one reads them: in columns from left to right would tear rows apart, so row by row from the top. */
import type { Project } from '../../shared/project.ts';
import { itemsOn } from './items.ts';

/** Items that start within this many pixels of height stand in one row. */
const ROW = 60;

export function inReadingOrder(project: Project, boardId: string): string[] {
  const items = [...itemsOn(project, boardId)].sort((a, b) => a.y - b.y || a.x - b.x);
  const rows: (typeof items)[] = [];
  for (const item of items) {
    const row = rows.at(-1);
    if (row?.[0] && item.y - row[0].y <= ROW) row.push(item);
    else rows.push([item]);
  }
  return rows.flatMap((row) => row.sort((a, b) => a.x - b.x).map(({ id }) => id));
}
