/** The accepted formats of assets ([Assets] upload accepted formats): the MIME types of their bytes and the matching extensions. */
import type { MediaType } from '../../shared/contracts/stored-file.ts';

export interface MediaFormat {
  readonly mime: string;
  readonly type: MediaType;
  /** The first is used for names without a matching extension. */
  readonly extensions: readonly [string, ...string[]];
}

const mediaFormats: readonly MediaFormat[] = [
  { mime: 'image/jpeg', type: 'image', extensions: ['jpg', 'jpeg', 'jpe', 'jfif'] },
  { mime: 'image/png', type: 'image', extensions: ['png', 'apng'] },
  { mime: 'image/gif', type: 'image', extensions: ['gif'] },
  { mime: 'image/webp', type: 'image', extensions: ['webp'] },
  { mime: 'audio/mpeg', type: 'audio', extensions: ['mp3', 'mpga', 'mp2'] },
  { mime: 'audio/ogg', type: 'audio', extensions: ['ogg', 'oga', 'opus'] },
  { mime: 'audio/wav', type: 'audio', extensions: ['wav', 'wave'] },
  { mime: 'audio/webm', type: 'audio', extensions: ['webm', 'weba'] },
  { mime: 'video/mp4', type: 'video', extensions: ['mp4', 'm4v'] },
  { mime: 'video/webm', type: 'video', extensions: ['webm'] },
  { mime: 'video/ogg', type: 'video', extensions: ['ogv', 'ogg'] },
];

export const findMediaFormat = (mime: string): MediaFormat | undefined => mediaFormats.find((kind) => kind.mime === mime);
export const knownExtensions: ReadonlySet<string> = new Set(mediaFormats.flatMap(({ extensions }) => extensions));
