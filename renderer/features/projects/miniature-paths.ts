/** The shapes of a board in miniature: one path for all items that look alike, so that a long list of projects has few elements. Pure. */
import type { OverviewItem, ProjectOverview } from '../../../shared/contracts/ipc/results.ts';
import type { Theme } from '../../../shared/model/kinds/field-schemas.ts';

type Board = Pick<ProjectOverview, 'items' | 'connections'>;

/** The size in board pixels below which a few items are not enlarged. */
const minWidth = 1600;
const minHeight = 900;
const margin = 60;

interface MiniaturePath {
  readonly theme: Theme;
  readonly isNote: boolean;
  readonly path: string;
}

/** The `viewBox` that shows all items, for a picture of the proportions 16:9. */
export function miniatureViewBox(items: Board['items']): string {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, width, height } of items) {
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x + width), Math.max(bottom, y + height)];
  }
  const width = Math.max(minWidth, right - left + 2 * margin);
  const height = Math.max(minHeight, bottom - top + 2 * margin);
  return [(left + right - width) / 2, (top + bottom - height) / 2, width, height].map(Math.round).join(' ');
}

export function miniaturePaths(items: Board['items']): MiniaturePath[] {
  const paths = new Map<string, MiniaturePath>();
  for (const item of items) {
    const { theme, isNote } = item;
    const key = `${theme} ${isNote}`;
    paths.set(key, { theme, isNote, path: `${paths.get(key)?.path ?? ''}${rectangle(item)}` });
  }
  return [...paths.values()];
}

/** Straight lines from the right edge of one item to the left edge of the next. */
export function miniatureLines({ items, connections }: Board): string {
  return connections
    .map(([source, target]) => {
      const [from, to] = [items[source], items[target]];
      if (!from || !to) return '';
      return `M${Math.round(from.x + from.width)} ${middleOf(from)}L${Math.round(to.x)} ${middleOf(to)}`;
    })
    .join('');
}

const middleOf = ({ y, height }: OverviewItem): number => Math.round(y + height / 2);
const rectangle = ({ x, y, width, height }: OverviewItem): string =>
  `M${Math.round(x)} ${Math.round(y)}h${Math.round(width)}v${Math.round(height)}h${-Math.round(width)}z`;
