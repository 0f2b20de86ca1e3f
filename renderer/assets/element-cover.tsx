/** The picture on an element's card. Elements without a cover do not come here. */
import { Image } from 'lucide-react';
import { useRecord } from '../state/open-project.ts';
import { assetsWords } from '../words/en/assets.ts';
import { useThumbnail } from './thumbnail.tsx';
import './element-assets.css';

export function ElementCover({ assetId }: { assetId: string }) {
  const asset = useRecord('asset', assetId);
  return asset ? <Picture asset={asset} /> : null;
}

function Picture({ asset }: { asset: Parameters<typeof useThumbnail>[0] }) {
  const address = useThumbnail(asset);
  if (address === null) return <Image className="cover-mark waiting" size={14} aria-label={assetsWords.hasACover} />;
  return (
    <div className="element-cover">
      <img src={address} alt={assetsWords.coverNamed(asset.name)} draggable={false} decoding="async" />
    </div>
  );
}
