/** Covers of elements and components. */
import { isJsonObject, type JsonObject, pickFields } from '../../shared/json.ts';
import { message } from '../../shared/messages/message.ts';
import type { StoryRecord } from '../../shared/model/kinds/kinds.ts';
import type { EncodeContext, Entry } from './encoding.ts';
import type { StoryDecoder } from './story-decoder.ts';

type Cover = NonNullable<StoryRecord<'element'>['cover']>;
type CoverOwner = 'elements' | 'components';

/**
 * A cover as `{id, type}`, `{file, type: "icon"}` or `{url, type: "youtube"}`, with its playback options; undefined if it cannot be
 * exported.
 */
export function encodeCover(cover: Cover | null, { project, variant }: EncodeContext): Entry | undefined {
  if (!cover) return undefined;
  // The importers search for a cover among the files, which do not include folders.
  if (variant.scriptProfile !== null && 'id' in cover && project.find('asset', cover.id)?.type === 'folder') return undefined;
  const { type, ...rest } = cover;
  const { id, file, url, ...playback }: { id?: string; file?: string; url?: string } = rest;
  return { id, file, url, type, ...playback };
}

const videoCoverKeys = ['mode', 'autoplay', 'showControls', 'showOptions'];
const youtubeCoverKeys = ['type', 'url', 'autoplay', 'showControls'];
const coverTypePatterns = { elements: /image$|video$/, components: /image$/ };

/** [Import rules] covers without a file are removed; icons and external videos are kept. */
export function decodeCover(decoder: StoryDecoder, owner: CoverOwner, cover: unknown, path: string): JsonObject | null {
  const { policy } = decoder;
  if (cover === undefined || cover === null || (Array.isArray(cover) && cover.length === 0)) return null;
  if (typeof cover === 'string') return decodeCoverPath(decoder, owner, cover);
  if (!isJsonObject(cover)) {
    policy.addInvalidValue(path, message('fault.type.object'));
    return null;
  }
  if (cover.type === 'icon') return { type: 'icon', file: cover.file };
  if (cover.type === 'youtube') return pickFields(cover, youtubeCoverKeys);
  // The type in the cover may be outdated; that of the asset is current.
  const type = typeof cover.id === 'string' ? policy.assetTypeOf(cover.id, cover.type) : undefined;
  if (type !== undefined && (decoder.isAgainstBase || coverTypePatterns[owner].test(type)))
    return { id: cover.id, type, ...(owner === 'elements' && type.endsWith('video') ? pickFields(cover, videoCoverKeys) : {}) };
  policy.note('covers');
  return null;
}

/** [G32] reads a cover of 2020, which is the path of an asset. */
function decodeCoverPath({ policy }: StoryDecoder, owner: CoverOwner, path: string): JsonObject | null {
  if (path === '') return null;
  const id = policy.findAssetByPath(path);
  const type = id === undefined ? undefined : policy.assetTypeOf(id);
  const isUsable = type !== undefined && coverTypePatterns[owner].test(type);
  policy.note(isUsable ? 'coverPath' : 'covers');
  return isUsable ? { id, type } : null;
}
