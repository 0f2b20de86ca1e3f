/**
 * Reads what a file of unknown origin is: its format, the dimensions of an image, and the duration of a sound or a video. Runs in
 * media-worker.ts, because the parsers of the packages may take any time over a hostile file.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { fileTypeFromTokenizer } from 'file-type';
import { GIF } from 'image-size/types/gif';
import type { IImage } from 'image-size/types/interface';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';
import { parseFromTokenizer } from 'music-metadata';
import { gitLfsPointerStart } from './media-formats.ts';
import { mediaRanges, type RandomAccessFile, type RangeLimits, RangeReader, RangeTokenizer } from './range-reader.ts';

type TrackType = 'audio' | 'video';

export interface MediaReading {
  /** Why it cannot be one, if that is known without its format. */
  readonly unusable: 'empty' | 'gitLfsPointer' | null;
  /** `application/ogg` and `video/webm` for any tracks; null if the bytes were not recognized. */
  readonly mime: string | null;
  /** The types of the tracks of a WebM or Ogg file; empty for others. */
  readonly tracks: readonly TrackType[];
  readonly dimensions: { readonly width: number; readonly height: number } | null;
  /** Seconds. */
  readonly duration: number | null;
}

/** Calls `onDetected` before the parsers run that take the longest. Throws the errors of the disk. */
export async function readMedia(path: string, onDetected?: (reading: MediaReading) => void): Promise<MediaReading> {
  const descriptor = openSync(path, 'r');
  try {
    const readInto = (target: Buffer, position: number) => readSync(descriptor, target, 0, target.length, position);
    return await readMediaFile({ size: fstatSync(descriptor).size, readInto }, onDetected);
  } finally {
    closeSync(descriptor);
  }
}

export async function readMediaFile(file: RandomAccessFile, onDetected?: (reading: MediaReading) => void): Promise<MediaReading> {
  const reader = new RangeReader(file);
  const start = id3Length(reader.read(0, id3HeaderBytes));
  const unusable = findUnusable(reader);
  const found = unusable ? null : await detectMimeType(reader, start);
  const mime = found === null ? null : toMediaType(found);
  const detected = { unusable, mime, tracks: [...readTracks(reader, mime)], dimensions: null, duration: null };
  onDetected?.(detected);
  if (found === null || mime === null) return detected;
  if (mime === 'image/jpeg') return { ...detected, dimensions: readJpegDimensions(new RangeReader(file, jpegRanges)) };
  if (mime.startsWith('image/')) return { ...detected, dimensions: readDimensions(reader, mime) };
  return { ...detected, duration: await readDuration(reader, start, found) };
}

const id3HeaderBytes = 10;

/** The length of an ID3v2 tag with its header in bytes; 0 without a tag. An MP3 may contain an image of any size in it, before its audio. */
function id3Length(head: Buffer): number {
  if (head.length < id3HeaderBytes || head.toString('latin1', 0, 3) !== 'ID3') return 0;
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((head[at] ?? 0) & 0x7f), 0);
  return id3HeaderBytes + size + (((head[5] ?? 0) & 0x10) !== 0 ? 10 : 0);
}

function findUnusable(reader: RangeReader): MediaReading['unusable'] {
  if (reader.size === 0) return 'empty';
  return gitLfsPointerStart.test(reader.read(0, gitLfsPointerBytes).toString('latin1')) ? 'gitLfsPointer' : null;
}

/** Enough for its first line. */
const gitLfsPointerBytes = 64;

/** No format that is accepted is compressed, and what file-type finds out about these it finds by unpacking them. */
const compressedStarts = ['PK', '\x1f\x8b'];

async function detectMimeType(reader: RangeReader, start: number): Promise<string | null> {
  const signature = reader.read(start, 2).toString('latin1');
  if (signature.length < 2 || compressedStarts.includes(signature)) return null;
  const found = await fileTypeFromTokenizer(new RangeTokenizer(reader, { start })).catch(() => undefined);
  const mime = found?.mime.split(';')[0] ?? null;
  return start > 0 && mime !== 'audio/mpeg' ? null : mime;
}

function toMediaType(found: string): string {
  if (found === 'image/apng') return 'image/png';
  // Programs of Apple write the brand `M4V `, but the container is that of MP4.
  if (found === 'video/x-m4v') return 'video/mp4';
  return /^(?:application|audio|video)\/og[gm]/.test(found) ? 'application/ogg' : found;
}

/** The number of bytes at the beginning of a file that are searched for its tracks. */
const headBytes = 4 * mediaRanges.bytes;

function readTracks(reader: RangeReader, mime: string | null): Set<TrackType> {
  if (mime !== 'video/webm' && mime !== 'application/ogg') return new Set();
  const head = reader.read(0, headBytes);
  return mime === 'video/webm' ? detectWebmTracks(head) : detectOggTracks(head);
}

/** They have their dimensions at the start. */
const imageHandlers: Readonly<Record<string, IImage>> = { 'image/png': PNG, 'image/gif': GIF, 'image/webp': WEBP };
const imageHeadBytes = 4096;

function readDimensions(reader: RangeReader, mime: string): MediaReading['dimensions'] {
  const handler = imageHandlers[mime];
  const head = reader.read(0, imageHeadBytes);
  try {
    if (!handler?.validate(head)) return null;
    const { width, height } = handler.calculate(head);
    return width > 0 && height > 0 ? { width, height } : null;
  } catch {
    return null;
  }
}

/**
 * The segments of a JPEG file before its dimensions have at most 64 KB, so each range leads only to the next one: as many bytes as for other formats
 * are read in more ranges. Cameras write megabytes of metadata.
 */
const jpegRanges: RangeLimits = { count: 240, bytes: 4096 };

/** image-size finds them only in a buffer that contains all metadata. */
function readJpegDimensions(reader: RangeReader): MediaReading['dimensions'] {
  const byteAt = (at: number): number | undefined => reader.read(at, 1)[0];
  try {
    for (let at = 4, steps = 0; steps < maxJpegSteps; steps++) {
      const length = reader.read(at, 2);
      if (length.length < 2) return null;
      const next = at + length.readUInt16BE(0);
      if (next >= reader.size) return null;
      if (byteAt(next) !== 0xff) {
        // Bytes that belong to no segment.
        at++;
        continue;
      }
      const marker = byteAt(next + 1);
      if (marker === 0xc0 || marker === 0xc1 || marker === 0xc2) return jpegFrameDimensions(reader.read(next + 5, 4));
      at = next + 2;
    }
  } catch (error) {
    if (!reader.isExhausted) throw error;
  }
  return null;
}

const maxJpegSteps = 100_000;

function jpegFrameDimensions(frame: Buffer): MediaReading['dimensions'] {
  if (frame.length < 4) return null;
  const [height, width] = [frame.readUInt16BE(0), frame.readUInt16BE(2)];
  return width > 0 && height > 0 ? { width, height } : null;
}

/** In these one header contains the duration, so it counts also if what follows is more than is read. In others it is a sum over the file. */
const formatsWithDurationHeader: ReadonlySet<string> = new Set(['video/webm', 'audio/wav']);
/** In these what is larger than a range is a cover, or a table that the duration does not depend on. */
const formatsWithLargeTables: ReadonlySet<string> = new Set(['video/webm', 'video/mp4', 'video/x-m4v']);

async function readDuration(reader: RangeReader, start: number, mime: string): Promise<number | null> {
  const tokenizer = new RangeTokenizer(reader, { start, mimeType: mime, skipsLargeTokens: formatsWithLargeTables.has(mime) });
  try {
    const { format } = await parseFromTokenizer(tokenizer, { duration: false, skipCovers: true, skipPostHeaders: true });
    if (reader.isExhausted && !formatsWithDurationHeader.has(mime)) return null;
    return format.duration !== undefined && Number.isFinite(format.duration) ? format.duration : null;
  } catch {
    return null;
  }
}

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
