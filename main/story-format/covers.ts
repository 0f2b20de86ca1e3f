/** Covers of elements and components. */
import type { StoryRecord } from '../../shared/model/kinds/kinds.ts';
import type { EncodeContext, Entry } from './encoding.ts';

type Cover = NonNullable<StoryRecord<'element'>['cover']>;

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
