/** Descriptions of an asset: type, format, size, duration. */
import type { MediaType } from '../../../shared/contracts/stored-file.ts';
import { fileSize } from '../../../shared/messages/file-size.ts';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { t } from '../../messages/translate.ts';

export type Asset = StoryRecord<'asset'>;

/** The media type of an asset; null for a folder. */
export const mediaTypeOf = ({ type }: Pick<Asset, 'type'>): MediaType | null => {
  const media = type.replace('template-', '');
  return media === 'image' || media === 'audio' || media === 'video' ? media : null;
};

/** [Assets] assets of a template are read-only. */
export const isTemplateAsset = ({ type }: Pick<Asset, 'type'>): boolean => type.startsWith('template-');

export const assetKindOf = (asset: Pick<Asset, 'type'>): MediaType | 'folder' => mediaTypeOf(asset) ?? 'folder';

/** `image`, `audio`, `video` or `folder`, in the language of the window. */
export const assetKindLabel = (asset: Pick<Asset, 'type'>): string => t(`assets.kinds.${assetKindOf(asset)}`);

/** `PNG`, from the MIME type or else the file extension; '' if neither is known. */
export function fileFormatOf({ mime, name }: Pick<Asset, 'mime' | 'name'>): string {
  const format = mime === null ? undefined : formatNames[mime.split(';')[0] ?? ''];
  return format ?? /\.([a-z0-9]{2,4})$/i.exec(name)?.[1]?.toUpperCase() ?? '';
}

const formatNames: Readonly<Record<string, string>> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/gif': 'GIF',
  'image/webp': 'WebP',
  'audio/mpeg': 'MP3',
  'audio/ogg': 'Ogg',
  'audio/wav': 'WAV',
  'audio/x-wav': 'WAV',
  'audio/wave': 'WAV',
  'audio/webm': 'WebM',
  'video/mp4': 'MP4',
  'video/webm': 'WebM',
  'video/ogg': 'Ogg',
};

/** `0:07`, `3:25`, `1:02:09`. */
export function formatPlaybackTime(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const two = (number: number) => String(number).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}`;
}

const formatAssetSize = ({ size, bytes }: Pick<Asset, 'size' | 'bytes'>): string => (bytes === null ? (size ?? '') : t(fileSize(bytes)));

/** The secondary line of a row: `PNG, 12 KB`. */
export const assetSummary = (asset: Asset): string =>
  asset.file === null ? t('assets.noFileYet') : [fileFormatOf(asset), formatAssetSize(asset)].filter((each) => each !== '').join(', ');

/** All known details of a file, each with its label. */
export function assetDetails(asset: Asset): [string, string][] {
  const { width, height, duration } = asset;
  const format = fileFormatOf(asset);
  const facts: [string, string][] = [
    [t('assets.kind'), `${t(`assets.kindNames.${assetKindOf(asset)}`)}${format === '' ? '' : `, ${format}`}`],
  ];
  if (formatAssetSize(asset) !== '') facts.push([t('assets.size'), formatAssetSize(asset)]);
  if (width !== null && height !== null) facts.push([t('assets.dimensions'), `${width} × ${height}`]);
  if (duration !== null) facts.push([t('assets.duration'), formatPlaybackTime(duration)]);
  return facts;
}

/** The MIME type of a drag that contains the id of an asset. */
export const assetDragType = 'application/x-taleport-asset';
