/** The formats of the images, sounds and videos that a project can have, and the extensions of their files. */
import type { MediaType } from '../../shared/contracts/stored-file.ts';

export interface MediaFormat {
  readonly mime: string;
  /** As people call it. */
  readonly label: string;
  readonly type: MediaType;
  /** Without their dot. The first is used for names without a matching extension. */
  readonly extensions: readonly [string, ...string[]];
  /** The number of the first ones that engines recognize: the extension of a file decides how it is imported. */
  readonly engineExtensions: number;
}

/** What an asset file can contain. */
const mediaFormats: readonly MediaFormat[] = [
  { mime: 'image/jpeg', label: 'JPEG', type: 'image', extensions: ['jpg', 'jpeg', 'jpe', 'jfif'], engineExtensions: 2 },
  { mime: 'image/png', label: 'PNG', type: 'image', extensions: ['png', 'apng'], engineExtensions: 1 },
  { mime: 'image/gif', label: 'GIF', type: 'image', extensions: ['gif'], engineExtensions: 1 },
  { mime: 'image/webp', label: 'WebP', type: 'image', extensions: ['webp'], engineExtensions: 1 },
  { mime: 'audio/mpeg', label: 'MP3', type: 'audio', extensions: ['mp3', 'mpga', 'mp2'], engineExtensions: 1 },
  { mime: 'audio/ogg', label: 'Ogg', type: 'audio', extensions: ['ogg', 'oga', 'opus'], engineExtensions: 1 },
  { mime: 'audio/wav', label: 'WAV', type: 'audio', extensions: ['wav', 'wave'], engineExtensions: 1 },
  { mime: 'audio/webm', label: 'WebM', type: 'audio', extensions: ['webm', 'weba'], engineExtensions: 1 },
  { mime: 'video/mp4', label: 'MP4', type: 'video', extensions: ['mp4', 'm4v'], engineExtensions: 1 },
  { mime: 'video/webm', label: 'WebM', type: 'video', extensions: ['webm'], engineExtensions: 1 },
  { mime: 'video/ogg', label: 'Ogg', type: 'video', extensions: ['ogv', 'ogg'], engineExtensions: 1 },
];

/** The start of a file of Git LFS whose content has not been fetched, by its names so far. */
export const gitLfsPointerStart = /^version https?:\/\/(?:git-lfs\.github\.com|hawser\.github\.com|git-media\.io)\//;

export const findMediaFormat = (mime: string): MediaFormat | undefined => mediaFormats.find((kind) => kind.mime === mime);
export const knownExtensions: ReadonlySet<string> = new Set(mediaFormats.flatMap(({ extensions }) => extensions));
