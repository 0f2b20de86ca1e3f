/** The file of an asset: the image, or a player for a sound or a video. */

import { useState } from 'react';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { t } from '../../messages/translate.ts';
import { mediaTypeOf } from './asset-details.ts';
import { useFileUrl } from './use-file-url.ts';
import './media-view.css';

/** Each file needs a key of its own. */
export function MediaView({ asset, hash }: { asset: StoryRecord<'asset'>; hash: string }) {
  const [isMissing, setMissing] = useState(asset.file === null);
  const address = useFileUrl(hash, asset.file);
  const media = mediaTypeOf(asset);
  if (isMissing || asset.file === null)
    return <p className="media-missing">{asset.file === null ? t('assets.preview.noFile') : t('assets.preview.fileMissing')}</p>;
  const showMissing = () => setMissing(true);
  if (media === 'image') return <img className="media-picture" src={address} alt={asset.name} onError={showMissing} />;
  const player = { src: address, controls: true, preload: 'metadata', onError: showMissing, 'aria-label': asset.name } as const;
  return media === 'audio' ? <audio {...player} className="media-sound" /> : <video {...player} className="media-picture" />;
}
