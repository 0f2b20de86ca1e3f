/** The picture on the card of a project: its cover, or the board on which the story starts in miniature. */
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { OverviewItem, ProjectOverview } from '../../../shared/contracts/ipc/results.ts';
import type { Theme } from '../../../shared/model/kinds/field-schemas.ts';
import { cachedThumbnail, requestThumbnail } from '../../records/assets/thumbnail-loader.ts';

type CoverFile = NonNullable<ProjectOverview['cover']>;

export function ProjectPicture({ hash, overview }: { hash: string; overview: ProjectOverview }) {
  const { cover } = overview;
  return cover ? <Cover hash={hash} cover={cover} overview={overview} /> : <Miniature overview={overview} />;
}

function Cover({ hash, cover, overview }: { hash: string; cover: CoverFile; overview: ProjectOverview }) {
  const address = useCover(hash, cover);
  return address === null ? <Miniature overview={overview} /> : <img src={address} alt="" draggable={false} decoding="async" />;
}

/** The URL of the cover's thumbnail; null until it is loaded, and without a file. */
function useCover(hash: string, { file, width, height }: CoverFile): string | null {
  const subscribe = useCallback(
    (changed: () => void) =>
      cachedThumbnail({ hash, file }) === undefined ? requestThumbnail({ hash, file, width, height }, changed) : () => undefined,
    [hash, file, width, height],
  );
  return useSyncExternalStore(subscribe, () => cachedThumbnail({ hash, file }) ?? null);
}

function Miniature({ overview }: { overview: ProjectOverview }) {
  const { items } = overview;
  const shapes = useMemo(() => miniaturePaths(items), [items]);
  const lines = useMemo(() => miniatureLines(overview), [overview]);
  if (items.length === 0) return null;
  return (
    <svg className="project-miniature" aria-hidden="true" viewBox={miniatureViewBox(items)}>
      <path className="miniature-lines" d={lines} />
      {shapes.map(({ theme, isNote, path }) => (
        <path key={`${theme} ${isNote}`} className={isNote ? 'miniature-notes' : 'miniature-items'} data-theme={theme} d={path} />
      ))}
    </svg>
  );
}

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

/** The shapes of a board in miniature: one path for all items that look alike, so that a long list of projects has few elements. Pure. */
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
