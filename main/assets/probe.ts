/**
 * What the bytes of a file are ([Assets] the MIME type is determined from file content): their format, and the measures of a picture,
 * the seconds of a sound. Nothing is taken from the name or from what the sender says. The readers of formats are loaded when there is a file.
 */
import { open } from 'node:fs/promises';
import { invalid } from '../../shared/problem.ts';
import type { MediaType } from '../../shared/stored-file.ts';
import { acceptedFormats, type MediaKind, mediaKind } from './media-kinds.ts';
import { oggTracks, webmTracks } from './tracks.ts';

export interface Probed {
  readonly kind: MediaKind;
  readonly width: number | null;
  readonly height: number | null;
  /** Seconds. */
  readonly duration: number | null;
}

/** Bytes of the head that the format is found in, and that the measures of a picture are looked for in, step by step. */
const headBytes = 256 * 1024;
const pictureHeads = [headBytes, 2 * 1024 ** 2, 16 * 1024 ** 2];

/** Throws a 400 at `file` for what is not accepted, is not of the type asked for, or is too large a picture. */
export async function probe(path: string, type: MediaType | undefined, imagePixels: number): Promise<Probed> {
  const head = await readHead(path, headBytes);
  if (head.length === 0) throw invalid('file', 'is empty');
  const kind = await kindOf(path, head, type);
  if (!kind) throw invalid('file', `is not a file that can be kept: ${type ? acceptedFormats[type] : allFormats}`);
  if (type !== undefined && kind.type !== type)
    throw invalid('file', `holds ${words[kind.type]}, not ${words[type]} (${acceptedFormats[type]})`);
  if (kind.type === 'image') return { kind, ...(await measure(path, head, imagePixels)), duration: null };
  return { kind, width: null, height: null, duration: await secondsOf(path) };
}

const words: Readonly<Record<MediaType, string>> = { image: 'a picture', audio: 'sound', video: 'a film' };
const allFormats = `${acceptedFormats.image} pictures; ${acceptedFormats.audio} sounds; ${acceptedFormats.video} films`;

async function kindOf(path: string, head: Buffer, type: MediaType | undefined): Promise<MediaKind | undefined> {
  const found = await formatOf(path, head);
  if (found === 'image/apng') return mediaKind('image/png');
  if (found === 'video/webm') return byTracks('webm', webmTracks(head), type);
  if (found !== undefined && /^(?:application|audio|video)\/og[gm]/.test(found)) return byTracks('ogg', oggTracks(head), type);
  return found === undefined ? undefined : mediaKind(found);
}

/** It is a film if it has pictures. Where nothing was recognised it is what it was said to be. */
function byTracks(format: 'webm' | 'ogg', tracks: ReadonlySet<string>, type: MediaType | undefined): MediaKind | undefined {
  if (tracks.size > 0) return mediaKind(`${tracks.has('video') ? 'video' : 'audio'}/${format}`);
  const usual = format === 'webm' ? 'video' : 'audio';
  return mediaKind(`${type === 'audio' || type === 'video' ? type : usual}/${format}`);
}

async function formatOf(path: string, head: Buffer): Promise<string | undefined> {
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

interface Size {
  readonly width: number;
  readonly height: number;
}

async function measure(path: string, head: Buffer, most: number): Promise<Size> {
  const { imageSize } = await import('image-size');
  for (const bytes of pictureHeads) {
    const looked = bytes === headBytes ? head : await readHead(path, bytes);
    const { width, height } = sizeIn(imageSize, looked);
    if (width > most || height > most)
      throw invalid('file', `is ${width} × ${height} pixels; a picture may have at most ${most} × ${most}`);
    if (width > 0 && height > 0) return { width, height };
    if (looked.length < bytes) break;
  }
  throw invalid('file', 'is a damaged picture: its width and height cannot be read');
}

function sizeIn(imageSize: (bytes: Buffer) => Size, head: Buffer): Size {
  try {
    return imageSize(head);
  } catch {
    return { width: 0, height: 0 };
  }
}

/** Harmless when it fails: the seconds are for display. */
async function secondsOf(path: string): Promise<number | null> {
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
