/** The cover on the node of an element. Rendered only for elements with a cover. */

import { Image } from 'lucide-react';
import { t } from '../../messages/translate.ts';
import { useRecord } from '../../state/open-project.ts';
import { useThumbnail } from './thumbnail.tsx';
import './element-cover.css';

export function ElementCover({ assetId }: { assetId: string }) {
  const asset = useRecord('asset', assetId);
  return asset ? <CoverImage asset={asset} /> : null;
}

function CoverImage({ asset }: { asset: Parameters<typeof useThumbnail>[0] }) {
  const address = useThumbnail(asset);
  if (address === null) return <Image className="cover-mark waiting" size={14} aria-label={t('assets.cover.present')} />;
  return (
    <div className="element-cover">
      <img src={address} alt={t('assets.cover.named', { name: asset.name })} draggable={false} decoding="async" />
    </div>
  );
}
