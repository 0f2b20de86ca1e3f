/**
 * What the bytes of a file are ([Assets] the MIME type is determined from file content): their format, and the measures of a picture,
 * the seconds of a sound. Nothing is taken from the name or from what the sender says. The readers of formats are loaded when there is a file.
 */
import { open } from 'node:fs/promises';
import type { MediaType } from '../../shared/contracts/stored-file.ts';
import { invalidFieldProblem } from '../../shared/problem.ts';
import { acceptedFormatNames, findMediaFormat, type MediaFormat } from './media-formats.ts';
import { detectOggTracks, detectWebmTracks } from './media-tracks.ts';

export interface MediaInfo {
  readonly format: MediaFormat;
  readonly width: number | null;
  readonly height: number | null;
  /** Seconds. */
  readonly duration: number | null;
}

/** Bytes of the head that the format is found in, and that the measures of a picture are looked for in, step by step. */
const headBytes = 256 * 1024;
const imageHeadSizes = [headBytes, 2 * 1024 ** 2, 16 * 1024 ** 2];

/** Throws a 400 at `file` for what is not accepted, is not of the type asked for, or is too large a picture. */
export async function probeMedia(path: string, type: MediaType | undefined, imagePixels: number): Promise<MediaInfo> {
  const head = await readHead(path, headBytes);
  if (head.length === 0) throw invalidFieldProblem('file', 'is empty');
  const kind = await detectMediaFormat(path, head, type);
  if (!kind) throw invalidFieldProblem('file', `is not a file that can be kept: ${type ? acceptedFormatNames[type] : allAcceptedFormats}`);
  if (type !== undefined && kind.type !== type)
    throw invalidFieldProblem('file', `holds ${mediaTypeNames[kind.type]}, not ${mediaTypeNames[type]} (${acceptedFormatNames[type]})`);
  if (kind.type === 'image') return { format: kind, ...(await readImageDimensions(path, head, imagePixels)), duration: null };
  return { format: kind, width: null, height: null, duration: await readDuration(path) };
}

const mediaTypeNames: Readonly<Record<MediaType, string>> = { image: 'a picture', audio: 'sound', video: 'a film' };
const allAcceptedFormats = `${acceptedFormatNames.image} pictures; ${acceptedFormatNames.audio} sounds; ${acceptedFormatNames.video} films`;

async function detectMediaFormat(path: string, head: Buffer, type: MediaType | undefined): Promise<MediaFormat | undefined> {
  const found = await detectMimeType(path, head);
  if (found === 'image/apng') return findMediaFormat('image/png');
  if (found === 'video/webm') return formatByTracks('webm', detectWebmTracks(head), type);
  if (found !== undefined && /^(?:application|audio|video)\/og[gm]/.test(found)) return formatByTracks('ogg', detectOggTracks(head), type);
  return found === undefined ? undefined : findMediaFormat(found);
}

/** It is a film if it has pictures. Where nothing was recognised it is what it was said to be. */
function formatByTracks(format: 'webm' | 'ogg', tracks: ReadonlySet<string>, type: MediaType | undefined): MediaFormat | undefined {
  if (tracks.size > 0) return findMediaFormat(`${tracks.has('video') ? 'video' : 'audio'}/${format}`);
  const usual = format === 'webm' ? 'video' : 'audio';
  return findMediaFormat(`${type === 'audio' || type === 'video' ? type : usual}/${format}`);
}

async function detectMimeType(path: string, head: Buffer): Promise<string | undefined> {
  const start = id3Length(head);
  // Before the sound an MP3 may carry a picture of any size.
  const bytes = start === 0 ? head : await readHead(path, 8192, start);
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  const mime = found?.mime.split(';')[0];
  return start > 0 && mime !== 'audio/mpeg' ? undefined : mime;
}

/** The bytes of an ID3v2 tag with its header; 0 where there is none. */
function id3Length(head: Buffer): number {
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0;
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((head[at] ?? 0) & 0x7f), 0);
  return 10 + size + (((head[5] ?? 0) & 0x10) !== 0 ? 10 : 0);
}

interface ImageDimensions {
  readonly width: number;
  readonly height: number;
}

async function readImageDimensions(path: string, head: Buffer, most: number): Promise<ImageDimensions> {
  const { imageSize } = await import('image-size');
  for (const bytes of imageHeadSizes) {
    const looked = bytes === headBytes ? head : await readHead(path, bytes);
    const { width, height } = tryReadDimensions(imageSize, looked);
    if (width > most || height > most)
      throw invalidFieldProblem('file', `is ${width} × ${height} pixels; a picture may have at most ${most} × ${most}`);
    if (width > 0 && height > 0) return { width, height };
    if (looked.length < bytes) break;
  }
  throw invalidFieldProblem('file', 'is a damaged picture: its width and height cannot be read');
}

function tryReadDimensions(imageSize: (bytes: Buffer) => ImageDimensions, head: Buffer): ImageDimensions {
  try {
    return imageSize(head);
  } catch {
    return { width: 0, height: 0 };
  }
}

/** Harmless when it fails: the seconds are for display. */
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
