/**
 * Detects the format of a file from its bytes ([Assets] the MIME type is determined from file content), the dimensions of an image and the duration of
 * audio and video. The name and the sender's type are not trusted. The file is read in a thread of its own (media-thread.ts).
 */

import type { MediaType } from '../../shared/contracts/stored-file.ts';
import { message } from '../../shared/messages/message.ts';
import { invalidFieldProblem } from '../../shared/problem.ts';
import { findMediaFormat, type MediaFormat } from './media-formats.ts';
import { MediaThread } from './media-thread.ts';
import type { MediaReading } from './read-media.ts';

interface MediaInfo {
  readonly format: MediaFormat;
  readonly width: number | null;
  readonly height: number | null;
  /** Seconds. */
  readonly duration: number | null;
}

/** The thread of this process, which starts on first use. */
const mediaThread = new MediaThread();

/**
 * Throws a 400 at `file` for an unsupported format, for a type other than `type`, and for an image with more than `imagePixels` in width or
 * height.
 */
export async function probeMedia(path: string, type: MediaType | undefined, imagePixels: number): Promise<MediaInfo> {
  const reading = await mediaThread.read(path);
  if (reading.unusable !== null) throw invalidFieldProblem('file', message(`fault.file.${reading.unusable}`));
  const kind = formatOf(reading, type);
  if (!kind) throw invalidFieldProblem('file', message(`fault.file.unsupported.${type ?? 'any'}`));
  if (type !== undefined && kind.type !== type)
    throw invalidFieldProblem('file', message('fault.file.otherType', { found: kind.type, expected: type }));
  if (kind.type === 'image') return { format: kind, ...assertDimensions(reading.dimensions, imagePixels), duration: null };
  return { format: kind, width: null, height: null, duration: reading.duration };
}

function formatOf({ mime, tracks }: MediaReading, type: MediaType | undefined): MediaFormat | undefined {
  if (mime === null) return undefined;
  if (mime === 'video/webm') return formatByTracks('webm', tracks, type);
  return mime === 'application/ogg' ? formatByTracks('ogg', tracks, type) : findMediaFormat(mime);
}

/** A file with a video track is a video. If no track was recognized, the requested type decides. */
function formatByTracks(format: 'webm' | 'ogg', tracks: MediaReading['tracks'], type: MediaType | undefined): MediaFormat | undefined {
  if (tracks.length > 0) return findMediaFormat(`${tracks.includes('video') ? 'video' : 'audio'}/${format}`);
  const usual = format === 'webm' ? 'video' : 'audio';
  return findMediaFormat(`${type === 'audio' || type === 'video' ? type : usual}/${format}`);
}

function assertDimensions(dimensions: MediaReading['dimensions'], maxPixels: number): { readonly width: number; readonly height: number } {
  if (!dimensions) throw invalidFieldProblem('file', message('fault.file.damagedImage'));
  const { width, height } = dimensions;
  if (width > maxPixels || height > maxPixels)
    throw invalidFieldProblem('file', message('fault.file.tooManyPixels', { width, height, maximum: maxPixels }));
  return dimensions;
}
