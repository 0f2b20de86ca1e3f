/**
 * Detects whether a WebM or Ogg file contains audio, video or both, from its first bytes. If they are truncated or invalid, the result
 * contains the tracks found up to that point.
 */
import type { MediaType } from '../../shared/contracts/stored-file.ts';

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
