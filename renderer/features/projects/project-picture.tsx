/** The picture on the card of a project: its cover, or the board on which the story starts in miniature. */
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { ProjectOverview } from '../../../shared/contracts/ipc/results.ts';
import { cachedThumbnail, requestThumbnail } from '../../records/assets/thumbnail-loader.ts';
import { miniatureLines, miniaturePaths, miniatureViewBox } from './miniature-paths.ts';

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
