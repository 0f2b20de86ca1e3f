/**
 * Detects the format of a file from its bytes ([Assets] the MIME type is determined from file content), the dimensions of an image and the duration of
 * audio and video. The name and the sender's type are not trusted. The libraries are loaded on first use.
 */

import { open } from 'node:fs/promises';
import type { MediaType } from '../../shared/contracts/stored-file.ts';
import { message } from '../../shared/messages/message.ts';
import { invalidFieldProblem } from '../../shared/problem.ts';

interface MediaInfo {
  readonly format: MediaFormat;
  readonly width: number | null;
  readonly height: number | null;
  /** Seconds. */
  readonly duration: number | null;
}

/**
 * The number of bytes at the beginning of a file that are searched for its format, and the increasing sizes that are searched for the
 * dimensions of an image.
 */
const headBytes = 256 * 1024;
const imageHeadSizes = [headBytes, 2 * 1024 ** 2, 16 * 1024 ** 2];

/**
 * Throws a 400 at `file` for an unsupported format, for a type other than `type`, and for an image with more than `imagePixels` in width or
 * height.
 */
export async function probeMedia(path: string, type: MediaType | undefined, imagePixels: number): Promise<MediaInfo> {
  const head = await readHead(path, headBytes);
  if (head.length === 0) throw invalidFieldProblem('file', message('fault.file.empty'));
  const kind = await detectMediaFormat(path, head, type);
  if (!kind) throw invalidFieldProblem('file', message(`fault.file.unsupported.${type ?? 'any'}`));
  if (type !== undefined && kind.type !== type)
    throw invalidFieldProblem('file', message('fault.file.otherType', { found: kind.type, expected: type }));
  if (kind.type === 'image') return { format: kind, ...(await readImageDimensions(path, head, imagePixels)), duration: null };
  return { format: kind, width: null, height: null, duration: await readDuration(path) };
}

async function detectMediaFormat(path: string, head: Buffer, type: MediaType | undefined): Promise<MediaFormat | undefined> {
  const found = await detectMimeType(path, head);
  if (found === 'image/apng') return findMediaFormat('image/png');
  // Programs of Apple write the brand `M4V `, but the container is that of MP4.
  if (found === 'video/x-m4v') return findMediaFormat('video/mp4');
  if (found === 'video/webm') return formatByTracks('webm', detectWebmTracks(head), type);
  if (found !== undefined && /^(?:application|audio|video)\/og[gm]/.test(found)) return formatByTracks('ogg', detectOggTracks(head), type);
  return found === undefined ? undefined : findMediaFormat(found);
}

/** A file with a video track is a video. If no track was recognized, the requested type decides. */
function formatByTracks(format: 'webm' | 'ogg', tracks: ReadonlySet<string>, type: MediaType | undefined): MediaFormat | undefined {
  if (tracks.size > 0) return findMediaFormat(`${tracks.has('video') ? 'video' : 'audio'}/${format}`);
  const usual = format === 'webm' ? 'video' : 'audio';
  return findMediaFormat(`${type === 'audio' || type === 'video' ? type : usual}/${format}`);
}

async function detectMimeType(path: string, head: Buffer): Promise<string | undefined> {
  const start = id3Length(head);
  // An MP3 may contain an image of any size before its audio.
  const bytes = start === 0 ? head : await readHead(path, 8192, start);
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  const mime = found?.mime.split(';')[0];
  return start > 0 && mime !== 'audio/mpeg' ? undefined : mime;
}

/** The length of an ID3v2 tag with its header in bytes; 0 without a tag. */
function id3Length(head: Buffer): number {
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0;
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((head[at] ?? 0) & 0x7f), 0);
  return 10 + size + (((head[5] ?? 0) & 0x10) !== 0 ? 10 : 0);
}

interface ImageDimensions {
  readonly width: number;
  readonly height: number;
}

async function readImageDimensions(path: string, head: Buffer, maxPixels: number): Promise<ImageDimensions> {
  const { imageSize } = await import('image-size');
  for (const bytes of imageHeadSizes) {
    const imageHead = bytes === headBytes ? head : await readHead(path, bytes);
    const { width, height } = tryReadDimensions(imageSize, imageHead);
    if (width > maxPixels || height > maxPixels)
      throw invalidFieldProblem('file', message('fault.file.tooManyPixels', { width, height, maximum: maxPixels }));
    if (width > 0 && height > 0) return { width, height };
    if (imageHead.length < bytes) break;
  }
  throw invalidFieldProblem('file', message('fault.file.damagedImage'));
}

function tryReadDimensions(imageSize: (bytes: Buffer) => ImageDimensions, head: Buffer): ImageDimensions {
  try {
    return imageSize(head);
  } catch {
    return { width: 0, height: 0 };
  }
}

/** The duration in seconds; null if it cannot be read, which is no error because it is only displayed. */
async function readDuration(path: string): Promise<number | null> {
  try {
    const { parseFile } = await import('music-metadata');
    const { format } = await parseFile(path, { duration: false, skipCovers: true, skipPostHeaders: true });
    return format.duration !== undefined && Number.isFinite(format.duration) ? format.duration : null;
  } catch {
    return null;
  }
}

async function readHead(path: string, bytes: number, position = 0): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const buffer = Buffer.alloc(Math.max(0, Math.min(bytes, size - position)));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

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

type TrackType = Exclude<MediaType, 'image'>;

const videoCodecs = ['\x80theora', 'BBCD', '\x01video', 'OVP80'];
const audioCodecs = ['\x01vorbis', 'OpusHead', '\x7fFLAC', 'Speex', 'fLaC', 'PCM '];

/** All streams of an Ogg file begin at its start, each with a page that is marked as the first one and names its codec. */
export function detectOggTracks(head: Buffer): Set<TrackType> {
  const tracks = new Set<TrackType>();
  for (let at = 0; at + 27 < head.length && head.toString('latin1', at, at + 4) === 'OggS'; ) {
    const isFirstPage = ((head[at + 5] ?? 0) & 2) !== 0;
    if (!isFirstPage) break;
    const lacing = at + 27;
    const segments = head[at + 26] ?? 0;
    const payload = lacing + segments;
    const codec = head.toString('latin1', payload, payload + 8);
    if (videoCodecs.some((each) => codec.startsWith(each))) tracks.add('video');
    else if (audioCodecs.some((each) => codec.startsWith(each))) tracks.add('audio');
    at = payload + head.subarray(lacing, payload).reduce((sum, size) => sum + size, 0);
  }
  return tracks;
}

const segmentId = 0x18538067;
const tracksId = 0x1654ae6b;
const trackEntryId = 0xae;
const trackTypeId = 0x83;
const clusterId = 0x1f43b675;
const containerElementIds: ReadonlySet<number> = new Set([segmentId, tracksId, trackEntryId]);

export function detectWebmTracks(head: Buffer): Set<TrackType> {
  const tracks = new Set<TrackType>();
  for (let at = 0; at < head.length; ) {
    const id = readEbmlNumber(head, at, 'id');
    const size = id && readEbmlNumber(head, at + id.length, 'size');
    if (!id || !size || id.value === clusterId) break;
    const body = at + id.length + size.length;
    if (id.value === trackTypeId && head[body] === 1) tracks.add('video');
    if (id.value === trackTypeId && head[body] === 2) tracks.add('audio');
    at = containerElementIds.has(id.value) ? body : body + size.value;
  }
  return tracks;
}

const maxEbmlLengths = { id: 4, size: 8 } as const;

/** EBML: the leading zeros of the first byte are the number of following bytes. The bit after them is part of an id, but not of a size. */
function readEbmlNumber(head: Buffer, at: number, role: 'id' | 'size'): { value: number; length: number } | undefined {
  const first = head[at];
  if (first === undefined || first === 0) return undefined;
  const length = Math.clz32(first) - 23;
  if (length > maxEbmlLengths[role] || at + length > head.length) return undefined;
  let value = role === 'id' ? first : first & ((1 << (8 - length)) - 1);
  for (let next = 1; next < length; next++) value = value * 256 + (head[at + next] ?? 0);
  return { value, length };
}
