/** The cover on an element's card; drawn only for elements that have one. */
import { Image } from 'lucide-react';
import { assetsMessages } from '../../messages/en/assets.ts';
import { useRecord } from '../../state/open-project.ts';
import { useThumbnail } from './thumbnail.tsx';
import './element-cover.css';

export function ElementCover({ assetId }: { assetId: string }) {
  const asset = useRecord('asset', assetId);
  return asset ? <CoverImage asset={asset} /> : null;
}

function CoverImage({ asset }: { asset: Parameters<typeof useThumbnail>[0] }) {
  const address = useThumbnail(asset);
  if (address === null) return <Image className="cover-mark waiting" size={14} aria-label={assetsMessages.hasACover} />;
  return (
    <div className="element-cover">
      <img src={address} alt={assetsMessages.coverNamed(asset.name)} draggable={false} decoding="async" />
    </div>
  );
}
