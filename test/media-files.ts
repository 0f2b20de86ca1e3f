/** Small files of every format that assets may have, made by code. */
import { crc32, deflateSync } from 'node:zlib';

const concatBytes = (...parts: (string | number[] | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));
const uint16 = (value: number) => [value >> 8, value & 255];
const uint32 = (value: number) => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];
const little32 = (value: number) => uint32(value).reverse();
const little16 = (value: number) => uint16(value).reverse();

/** A whole picture of one colour, when it is not too large to be made; else only what says its size. */
export function png(width = 3, height = 2, comment = ''): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = concatBytes(type, data);
    return concatBytes(uint32(data.length), body, uint32(crc32(body)));
  };
  const rows = width * height <= 1e6 ? Buffer.alloc((width * 3 + 1) * height, 0) : Buffer.alloc(1);
  return concatBytes(
    '\x89PNG\r\n\x1a\n',
    chunk('IHDR', concatBytes(uint32(width), uint32(height), [8, 2, 0, 0, 0])),
    ...(comment === '' ? [] : [chunk('tEXt', concatBytes(`Comment\0${comment}`))]),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', concatBytes()),
  );
}

/** `before`: bytes of metadata in front of the size, as cameras and editors write them. */
export function jpeg(width = 3, height = 2, before = 0): Buffer {
  const segments: Buffer[] = [];
  for (let left = before; left > 0; left -= 65_000) {
    const size = Math.min(65_000, left);
    segments.push(concatBytes([0xff, 0xe2], uint16(size + 2), Buffer.alloc(size, 0x20)));
  }
  const frame = concatBytes([0xff, 0xc0], uint16(17), [8], uint16(height), uint16(width), [3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]);
  return concatBytes(
    [0xff, 0xd8, 0xff, 0xe0],
    uint16(16),
    'JFIF\0',
    [1, 1, 0],
    uint16(1),
    uint16(1),
    [0, 0],
    ...segments,
    frame,
    [0xff, 0xd9],
  );
}

export const gif = (width = 3, height = 2): Buffer => concatBytes('GIF89a', little16(width), little16(height), [0, 0, 0, 0x3b]);

export function webp(width = 3, height = 2): Buffer {
  const data = concatBytes([0x30, 1, 0, 0x9d, 1, 0x2a], little16(width), little16(height), Buffer.alloc(12));
  const body = concatBytes('WEBPVP8 ', little32(data.length), data);
  return concatBytes('RIFF', little32(body.length), body);
}

/** `seconds` of silence, 8-bit at 8 kHz. */
export function wav(seconds = 1): Buffer {
  const samples = Buffer.alloc(8000 * seconds, 128);
  const format = concatBytes(little32(16), little16(1), little16(1), little32(8000), little32(8000), little16(1), little16(8));
  return concatBytes('RIFF', little32(36 + samples.length), 'WAVEfmt ', format, 'data', little32(samples.length), samples);
}

/** Frames of silence; `tag`: bytes of an ID3 tag before them. */
export function mp3(frames = 20, tag = 0): Buffer {
  const frame = concatBytes([0xff, 0xfb, 0x90, 0x00], Buffer.alloc(413));
  const size = [21, 14, 7, 0].map((bits) => (tag >> bits) & 0x7f);
  const head = tag > 0 ? concatBytes('ID3', [4, 0, 0], size, Buffer.alloc(tag)) : concatBytes();
  return concatBytes(head, ...Array.from({ length: frames }, () => frame));
}

function oggPage(serial: number, flags: number, payload: Buffer): Buffer {
  return concatBytes('OggS', [0, flags], Buffer.alloc(8), little32(serial), little32(0), little32(0), [1, payload.length], payload);
}
const opusHead = concatBytes('OpusHead', [1, 1], little16(0), little32(48_000), little16(0), [0]);
const theoraHead = concatBytes('\x80theora', [3, 2, 1], Buffer.alloc(32));
export const oggAudio = (): Buffer => concatBytes(oggPage(1, 2, opusHead), oggPage(1, 0, concatBytes('OpusTags', Buffer.alloc(8))));
export const oggVideo = (): Buffer =>
  concatBytes(oggPage(1, 2, theoraHead), oggPage(2, 2, opusHead), oggPage(1, 0, concatBytes('\x81theora')));

function webm(...tracks: number[]): Buffer {
  const element = (id: number[], payload: Buffer) => concatBytes(id, [0x10 | 0, ...uint32(payload.length).slice(1)], payload);
  const entry = (type: number) =>
    element([0xae], concatBytes([0xd7, 0x81, type, 0x83, 0x81, type, 0x86, 0x85], type === 1 ? 'V_VP8' : 'A_OPU'));
  const head = element([0x1a, 0x45, 0xdf, 0xa3], concatBytes([0x42, 0x82, 0x84], 'webm'));
  return concatBytes(head, element([0x18, 0x53, 0x80, 0x67], element([0x16, 0x54, 0xae, 0x6b], Buffer.concat(tracks.map(entry)))));
}
export const webmAudio = (): Buffer => webm(2);
export const webmVideo = (): Buffer => webm(1, 2);

/** `ftyp` and an empty `moov`; what follows may be any `mdat`. */
export const mp4 = (brand = 'isom'): Buffer =>
  concatBytes(uint32(20), `ftyp${brand}`, uint32(512), 'mp42', uint32(8), 'free', uint32(8), 'mdat');

export const svg = (): Buffer => concatBytes('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>');

/** By MIME type, one of each that is accepted. */
export const mediaFiles: Readonly<Record<string, () => Buffer>> = {
  'image/jpeg': jpeg,
  'image/png': png,
  'image/gif': gif,
  'image/webp': webp,
  'audio/mpeg': mp3,
  'audio/ogg': oggAudio,
  'audio/wav': wav,
  'audio/webm': webmAudio,
  'video/mp4': mp4,
  'video/webm': webmVideo,
  'video/ogg': oggVideo,
};
