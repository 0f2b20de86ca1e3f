/** Files that anyone may have made are read within bounds, whatever they contain ([ADR 0600](../../../docs/adr/0600-media-are-probed-within-bounds.md)). */
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MediaThread } from '../../../main/assets/media-thread.ts';
import { type MediaReading, readMediaFile } from '../../../main/assets/read-media.ts';
import { gif, jpeg, mediaFiles, mp3, mp4, oggAudio, png, wav, webmAudio, webp } from '../../media-files.ts';
import { cases } from '../../rounds.ts';

const megabyte = 1024 ** 2;
const maxRanges = 16;
/** A JPEG file is read in smaller ranges, after one of the usual size. */
const maxJpegRanges = 241;

/** A file in memory that counts what is read of it. */
class CountedFile {
  ranges = 0;
  bytes = 0;
  readonly #content: Buffer;

  constructor(content: Buffer) {
    this.#content = content;
  }

  get size(): number {
    return this.#content.length;
  }

  readonly readInto = (target: Buffer, position: number): number => {
    const read = this.#content.copy(target, 0, position, position + target.length);
    this.ranges++;
    this.bytes += read;
    return read;
  };
}

async function readWithinBounds(content: Buffer): Promise<MediaReading & { readonly bytes: number }> {
  const file = new CountedFile(content);
  const reading = await readMediaFile(file);
  expect(file.ranges).toBeLessThanOrEqual(reading.mime === 'image/jpeg' ? maxJpegRanges : maxRanges);
  expect(file.bytes).toBeLessThanOrEqual(megabyte);
  return { ...reading, bytes: file.bytes };
}

const concat = (...parts: (string | number[] | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));
function big32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
const little32 = (value: number): Buffer => big32(value).reverse();
const syncSafe32 = (value: number): number[] => [21, 14, 7, 0].map((bits) => (value >> bits) & 0x7f);
/** About 5 MB, unless `size` says otherwise. */
const repeated = (part: Buffer, size = 5e6): Buffer => Buffer.alloc(size - (size % Math.max(1, part.length)), part);

/** An entry that tells the kind of an Office document, and unpacks to megabytes. */
function zipOfTwoKilobytes(): Buffer {
  const [name, content] = ['[Content_Types].xml', Buffer.alloc(2_400_000, ' ')];
  const packed = deflateRawSync(content);
  const lengths = concat(little32(packed.length), little32(content.length), [name.length, 0, 0, 0]);
  return concat('PK\x03\x04', [20, 0, 0, 0, 8, 0], Buffer.alloc(8), lengths, name, packed);
}

const emptyId3Frames = repeated(concat('TIT2', Buffer.alloc(6)), 600_000);
const id3Tag = concat('ID3', [4, 0, 0], syncSafe32(emptyId3Frames.length), emptyId3Frames);
const emptyOggPage = (flags: number): Buffer => concat('OggS', [0, flags], Buffer.alloc(8), little32(1), Buffer.alloc(8), [0]);
const webmHead = concat(webmAudio().subarray(0, 15), [0x18, 0x53, 0x80, 0x67, 0x01], Buffer.alloc(7, 255));
const nestedBoxes = (count: number): Buffer => concat(...Array.from({ length: count }, (_, at) => concat(big32((count - at) * 8), 'moov')));
const riff = (...chunks: (string | Buffer)[]): Buffer => concat('RIFF', little32(5e6), ...chunks);

const hostile: Readonly<Record<string, () => Buffer>> = {
  'a frame of MP3 and 0xFF': () => concat(mp3(1), repeated(Buffer.from([0xff]))),
  'headers of MP3 frames without frames': () => concat(mp3(1), repeated(Buffer.from([0xff, 0xfb]))),
  'ID3 frames of size 0': () => concat(id3Tag, mp3()),
  'a second ID3 tag with frames of size 0': () => concat(mp3(0, 10), id3Tag, mp3()),
  'a .zip of 2.5 KB that unpacks to megabytes': zipOfTwoKilobytes,
  'the same behind an ID3 tag': () => concat(mp3(0, 10), zipOfTwoKilobytes()),
  'MP4 boxes of size 0': () => concat(mp4(), repeated(concat(big32(0), 'free'))),
  'MP4 boxes of size 1 with a length of 0': () => concat(mp4(), repeated(concat(big32(1), 'free', Buffer.alloc(8)))),
  'MP4 boxes of size 1 with a length of 16': () => concat(mp4(), repeated(concat(big32(1), 'free', big32(0), big32(16)))),
  'MP4 boxes without content': () => concat(mp4(), repeated(concat(big32(8), 'free'))),
  'MP4 tracks without content': () => concat(mp4(), big32(5e6 + 8), 'moov', repeated(concat(big32(8), 'trak'))),
  'MP4 boxes in each other': () => concat(mp4(), nestedBoxes(20_000)),
  'Ogg pages without content': () => concat(oggAudio(), repeated(emptyOggPage(0))),
  'first Ogg pages without content': () => repeated(emptyOggPage(2)),
  'RIFF chunks of size 0': () => riff('WAVE', repeated(concat('junk', little32(0)))),
  'RIFF tags of size 0': () => riff('WAVELIST', little32(5e6), 'INFO', repeated(concat('INAM', little32(0)))),
  'ID3 frames of size 0 in a WAV': () => riff('WAVEid3 ', little32(id3Tag.length), id3Tag, wav().subarray(12)),
  'WebP chunks of size 0': () => concat(webp().subarray(0, 30), repeated(concat('junk', little32(0)))),
  'PNG chunks of size 0': () => concat(png().subarray(0, 33), repeated(concat(big32(0), 'aaAA', big32(0)))),
  'WebM elements of size 0': () => concat(webmHead, repeated(Buffer.from([0xec, 0x80]))),
  'WebM clusters of size 0': () => concat(webmHead, repeated(Buffer.from([0x1f, 0x43, 0xb6, 0x75, 0x80]))),
  'WebM tracks of size 0': () => concat(webmHead, [0x16, 0x54, 0xae, 0x6b, 0x08, 0x4c, 0, 0, 0], repeated(Buffer.from([0xae, 0x80]))),
  'elements of size 0 in the head of a WebM': () =>
    concat([0x1a, 0x45, 0xdf, 0xa3, 0x08, 0x4c, 0, 0, 0], repeated(Buffer.from([0xec, 0x80]))),
  'GIF blocks of size 0': () => concat(gif().subarray(0, 13), repeated(Buffer.from([0x21, 0xfe, 0]))),
  'JPEG segments of size 0': () => concat([0xff, 0xd8], repeated(Buffer.from([0xff, 0xe0, 0, 0]))),
  'JPEG segments without content': () => concat([0xff, 0xd8], repeated(Buffer.from([0xff, 0xe0, 0, 2]))),
  'JPEG segments without an end': () => concat([0xff, 0xd8], repeated(Buffer.from([0xff]))),
  'JPEG metadata of more than is searched': () => jpeg(30, 20, 20_000_000),
};

describe('[Assets] at most 16 ranges of 64 KB are read, and the file is probed or unknown:', () => {
  test.each(Object.entries(hostile))('%s', async (_, make) => {
    const { duration } = await readWithinBounds(make());
    expect(duration === null || duration < 60).toBe(true);
  });

  test('files with random changes, and with a part that is repeated', async () => {
    const change = fc.record({
      start: fc.constantFrom(...Object.values(mediaFiles)).map((make) => make()),
      at: fc.nat(600),
      noise: fc.uint8Array({ maxLength: 40 }),
      repeats: fc.constantFrom(0, 0, 1, 100, 40_000),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ start, at, noise, repeats }) => {
        const part = start.subarray(at, at + noise.length);
        await readWithinBounds(
          concat(start.subarray(0, at), Buffer.from(noise), start.subarray(at), repeated(part, part.length * repeats)),
        );
      }),
      { numRuns: cases(1000) },
    );
  });
});

describe('[Assets] what is not a header is skipped:', () => {
  test('an ID3 cover', async () => {
    const { bytes, duration } = await readWithinBounds(mp3(100, 3_000_000));
    expect(duration).toBeCloseTo(2.61, 2);
    expect(bytes).toBeLessThan(200_000);
  });

  test('the samples of a WAV', async () => {
    const { bytes, duration } = await readWithinBounds(wav(600));
    expect(duration).toBe(600);
    expect(bytes).toBeLessThan(200_000);
  });

  test('the metadata of a JPEG of many megabytes', async () => {
    expect(await readWithinBounds(jpeg(4000, 3000, 15_000_000))).toMatchObject({ dimensions: { width: 4000, height: 3000 } });
  });

  test('the media and the large tables of an MP4', async () => {
    const box = (type: string, ...content: Buffer[]): Buffer =>
      concat(big32(8 + content.reduce((sum, { length }) => sum + length, 0)), type, ...content);
    const [entries, entryBytes] = [500_000, 4];
    const timeAndLength = concat(big32(0), big32(0), big32(0), big32(1000), big32(7_200_000), Buffer.alloc(4));
    const sound = box('mp4a', Buffer.alloc(7), Buffer.from([1]), Buffer.alloc(8), Buffer.from([0, 2, 0, 16]), Buffer.alloc(8));
    const description = box('stsd', big32(0), big32(1), sound);
    const sizes = box('stsz', big32(0), big32(0), big32(entries), Buffer.alloc(entries * entryBytes, 1));
    const handler = box('hdlr', big32(0), big32(0), Buffer.from('soun'), Buffer.alloc(13));
    const media = box('mdia', box('mdhd', timeAndLength), handler, box('minf', box('stbl', description, sizes)));
    const header = box('tkhd', Buffer.alloc(12), big32(1), Buffer.alloc(68));
    const file = concat(mp4(), box('mdat', Buffer.alloc(3_000_000)), box('moov', box('trak', header, media)));
    const { bytes, duration } = await readWithinBounds(file);
    expect(duration).toBe(7200);
    expect(bytes).toBeLessThan(400_000);
  });
});

describe('[Assets] a thread that reads media', () => {
  /** Behaves as the path says, after it has detected an MP3. */
  const behave = `
    import { parentPort } from 'node:worker_threads';
    const reading = { isEmpty: false, mime: 'audio/mpeg', tracks: [], dimensions: null, duration: null };
    parentPort.on('message', (path) => {
      parentPort.postMessage({ detected: reading });
      if (path === 'hang') for (;;);
      if (path === 'memory') for (const all = []; ; ) all.push(new Array(100_000).fill(0.5));
      if (path === 'crash') throw new Error('a fault of the program');
      if (path === 'disk') parentPort.postMessage({ failure: { message: 'no such file', code: 'ENOENT' } });
      else parentPort.postMessage({ reading: { ...reading, duration: Number(path) } });
    });
    parentPort.postMessage({ isReady: true });`;
  const script = new URL(`data:text/javascript,${encodeURIComponent(behave)}`);

  test('is stopped when it takes too long, what it had detected counts, and the next file is read', async () => {
    const thread = new MediaThread({ script });
    const readings = await Promise.all(['1', 'hang', '2', 'hang', '3'].map((path) => thread.read(path)));
    expect(readings.map(({ mime, duration }) => [mime, duration])).toEqual([1, null, 2, null, 3].map((seconds) => ['audio/mpeg', seconds]));
  });

  test('ends when it takes too much memory, and the next file is read', async () => {
    const thread = new MediaThread({ script, processorTime: 60_000 });
    expect(await thread.read('memory')).toMatchObject({ mime: 'audio/mpeg', duration: null });
    expect(await thread.read('4')).toMatchObject({ duration: 4 });
  });

  test('reports errors of the disk and faults of the program, and the next file is read', async () => {
    const thread = new MediaThread({ script });
    await expect(thread.read('disk')).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(thread.read('crash')).rejects.toThrow('a fault of the program');
    expect(await thread.read('5')).toMatchObject({ duration: 5 });
    await expect(new MediaThread().read('/does/not/exist')).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
