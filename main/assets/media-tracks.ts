/**
 * Whether a WebM or Ogg file holds sound, pictures or both, from the head of its bytes. It only looks: a head that breaks off or
 * lies gives what was seen until there.
 */
import type { MediaType } from '../../shared/contracts/stored-file.ts';

export type TrackType = Exclude<MediaType, 'image'>;

const videoCodecs = ['\x80theora', 'BBCD', '\x01video', 'OVP80'];
const audioCodecs = ['\x01vorbis', 'OpusHead', '\x7fFLAC', 'Speex', 'fLaC', 'PCM '];

/** The streams of an Ogg file begin all together, each with a page that says so and names its codec. */
export function detectOggTracks(head: Buffer): Set<TrackType> {
  const tracks = new Set<TrackType>();
  for (let at = 0; at + 27 < head.length && head.toString('latin1', at, at + 4) === 'OggS'; ) {
    const begins = ((head[at + 5] ?? 0) & 2) !== 0;
    if (!begins) break;
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

const SEGMENT = 0x18538067;
const TRACKS = 0x1654ae6b;
const TRACK_ENTRY = 0xae;
const TRACK_TYPE = 0x83;
const CLUSTER = 0x1f43b675;
const containerElementIds: ReadonlySet<number> = new Set([SEGMENT, TRACKS, TRACK_ENTRY]);

export function detectWebmTracks(head: Buffer): Set<TrackType> {
  const tracks = new Set<TrackType>();
  for (let at = 0; at < head.length; ) {
    const id = readEbmlNumber(head, at, 4, true);
    const size = id && readEbmlNumber(head, at + id.length, 8, false);
    if (!id || !size || id.value === CLUSTER) break;
    const body = at + id.length + size.length;
    if (id.value === TRACK_TYPE && head[body] === 1) tracks.add('video');
    if (id.value === TRACK_TYPE && head[body] === 2) tracks.add('audio');
    at = containerElementIds.has(id.value) ? body : body + size.value;
  }
  return tracks;
}

/** EBML: the leading zeros of the first byte say how many bytes follow; an id keeps the bit after them, a size does not. */
function readEbmlNumber(head: Buffer, at: number, most: number, keepsMark: boolean): { value: number; length: number } | undefined {
  const first = head[at];
  if (first === undefined || first === 0) return undefined;
  const length = Math.clz32(first) - 23;
  if (length > most || at + length > head.length) return undefined;
  let value = keepsMark ? first : first & ((1 << (8 - length)) - 1);
  for (let next = 1; next < length; next++) value = value * 256 + (head[at + next] ?? 0);
  return { value, length };
}
