/** The formats that assets may have ([Assets] upload accepted formats): the MIME types of their bytes and the extensions that fit them. */
import type { MediaType } from '../../shared/contracts/stored-file.ts';

export interface MediaFormat {
  readonly mime: string;
  readonly type: MediaType;
  /** The first is the one that is given where there is none. */
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

export const acceptedFormatNames: Readonly<Record<MediaType, string>> = {
  image: 'JPEG, PNG, GIF or WebP',
  audio: 'MP3, Ogg, WAV or WebM',
  video: 'MP4, WebM or Ogg',
};
