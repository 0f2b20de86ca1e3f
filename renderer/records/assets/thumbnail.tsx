/** The thumbnail of an image asset, or an icon for its type until it is loaded and for other assets. */
import { AudioLines, Film, Folder, FolderOpen, Image } from 'lucide-react';
import { useCallback, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { openProjectStore } from '../../state/open-project.ts';
import { type Asset, mediaTypeOf } from './asset-details.ts';
import { cachedThumbnail, requestThumbnail } from './thumbnail-loader.ts';
import './thumbnail.css';

const icons = { image: Image, audio: AudioLines, video: Film };

export function Thumbnail({ asset, isOpen, size = 16 }: { asset: Asset; isOpen?: boolean; size?: number }) {
  const address = useThumbnail(asset);
  const media = mediaTypeOf(asset);
  const FolderIcon = isOpen ? FolderOpen : Folder;
  const Icon = media === null ? FolderIcon : icons[media];
  return (
    <span className={`thumbnail ${media ?? 'folder'}`}>
      {address ? <img src={address} alt="" draggable={false} decoding="async" /> : <Icon size={size} aria-hidden strokeWidth={1.75} />}
    </span>
  );
}

/** The URL of the thumbnail; null until it is loaded. */
export function useThumbnail(asset: Asset): string | null {
  const hash = useStore(openProjectStore, (state) => state.hash);
  const { type, width, height } = asset;
  const file = mediaTypeOf({ type }) === 'image' ? asset.file : null;
  const subscribe = useCallback(
    (changed: () => void) => {
      if (hash === null || file === null || cachedThumbnail({ hash, file }) !== undefined) return () => undefined;
      return requestThumbnail({ hash, file, width, height }, changed);
    },
    [hash, file, width, height],
  );
  return useSyncExternalStore(subscribe, () => (hash === null || file === null ? null : (cachedThumbnail({ hash, file }) ?? null)));
}
