/** The avatar of a component: its cover if that is an image, otherwise the first letter of its name. Icon covers are names without an image. */
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { useRecord } from '../../state/open-project.ts';
import { useThumbnail } from '../assets/thumbnail.tsx';
import './component-avatar.css';

type ComponentCover = StoryRecord<'component'>['cover'];

export function ComponentAvatar({ cover, name }: { cover: ComponentCover; name: string }) {
  const asset = useRecord('asset', cover && 'id' in cover ? cover.id : null);
  return (
    <span className="component-picture" aria-hidden="true">
      {asset ? <ThumbnailImage asset={asset} name={name} /> : initialOf(name)}
    </span>
  );
}

function ThumbnailImage({ asset, name }: { asset: Parameters<typeof useThumbnail>[0]; name: string }) {
  const address = useThumbnail(asset);
  return address === null ? initialOf(name) : <img src={address} alt="" draggable={false} decoding="async" />;
}

const initialOf = (name: string): string => [...name.trim()][0]?.toUpperCase() ?? '·';

/** The label of an icon: `lighthouse` for `delapouite/lighthouse`. */
export const iconLabel = (file: string): string => (file.split('/').at(-1) ?? file).replace(/\.\w+$/, '').replaceAll(/[-_]+/g, ' ');
