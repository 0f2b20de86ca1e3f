/** The cover of the current element. Nothing is loaded from the network: of a YouTube video only the URL is shown. */

import { Shapes, TvMinimalPlay } from 'lucide-react';
import { useStore } from 'zustand';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { t } from '../../messages/translate.ts';
import { useFileUrl } from '../../records/assets/use-file-url.ts';
import { openProjectStore, useRecord } from '../../state/open-project.ts';

type ElementCover = NonNullable<StoryRecord<'element'>['cover']>;

export function PlayCover({ cover }: { cover: ElementCover }) {
  if (cover.type === 'icon')
    return (
      <p className="play-cover-text">
        <Shapes size={16} aria-hidden /> {t('play.icon', { name: cover.file })}
      </p>
    );
  if (cover.type === 'youtube')
    return (
      <p className="play-cover-text">
        <TvMinimalPlay size={16} aria-hidden /> {cover.url}
      </p>
    );
  return <AssetCover cover={cover} />;
}

function AssetCover({ cover }: { cover: Extract<ElementCover, { id: string }> }) {
  const hash = useStore(openProjectStore, (state) => state.hash);
  const asset = useRecord('asset', cover.id);
  const address = useFileUrl(hash, asset?.file);
  if (!asset || address === undefined) return null;
  if (cover.type !== 'video' && cover.type !== 'template-video')
    return <img className="play-cover" src={address} alt={t('play.cover', { name: asset.name })} />;
  return (
    // biome-ignore lint/a11y/useMediaCaption: stories contain no captions
    <video
      key={asset.file}
      className="play-cover"
      src={address}
      aria-label={asset.name}
      controls={cover.showControls ?? true}
      autoPlay={cover.autoplay ?? false}
      loop={cover.mode === 'loop'}
    />
  );
}
