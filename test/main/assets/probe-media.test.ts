/** [Assets] the MIME type is determined from file content, and must match the declared type. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { probeMedia } from '../../../main/assets/probe-media.ts';
import { detectOggTracks, detectWebmTracks } from '../../../main/assets/read-media.ts';
import { type MediaType, mediaTypes } from '../../../shared/contracts/stored-file.ts';
import { Problem } from '../../../shared/problem.ts';
import { gif, jpeg, mediaFiles, mp3, mp4, oggAudio, oggVideo, png, svg, webmAudio, webmVideo, webp } from '../../media-files.ts';
import { cases } from '../../rounds.ts';

const folder = mkdtempSync(join(tmpdir(), 'taleport-probe-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const probeBytes = (bytes: Uint8Array, type?: MediaType) => {
  const path = join(folder, String(files++));
  writeFileSync(path, bytes);
  return probeMedia(path, type, 8192);
};
const refusal = async (bytes: Uint8Array, type?: MediaType): Promise<unknown> => {
  const error: unknown = await probeBytes(bytes, type).catch((thrown: unknown) => thrown);
  return error instanceof Problem ? error.json.errors : error;
};

describe.each(Object.entries(mediaFiles))('[Assets] %s', (mime, make) => {
  test('is detected by its bytes', async () => {
    const type = mime.split('/')[0] as MediaType;
    expect((await probeBytes(make())).format).toMatchObject({ mime, type });
    expect((await probeBytes(make(), type)).format.mime).toBe(mime);
    for (const other of mediaTypes.filter((each) => each !== type)) expect(await refusal(make(), other)).toHaveProperty('file');
  });
});

test.each([
  ['jpeg', jpeg],
  ['png', png],
  ['gif', gif],
  ['webp', webp],
])('[Assets] the dimensions of a %s are detected', async (_, make) => {
  expect(await probeBytes(make(301, 77))).toMatchObject({ width: 301, height: 77, duration: null });
});

test('[Assets] dimensions behind megabytes of metadata are found', async () => {
  expect(await probeBytes(jpeg(4000, 3000, 3_000_000))).toMatchObject({ width: 4000, height: 3000 });
});

test('[Assets] an MP3 file is recognized by what follows its embedded picture, and other bytes there are rejected', async () => {
  expect((await probeBytes(mp3(20, 900_000))).format.mime).toBe('audio/mpeg');
  expect(await refusal(Buffer.concat([mp3(0, 900_000), png()]))).toHaveProperty('file');
});

test('[Assets] the type of a WebM or Ogg file follows from its tracks', () => {
  expect([...detectWebmTracks(webmAudio())]).toEqual(['audio']);
  expect([...detectWebmTracks(webmVideo())]).toEqual(['video', 'audio']);
  expect([...detectOggTracks(oggAudio())]).toEqual(['audio']);
  expect([...detectOggTracks(oggVideo())]).toEqual(['video', 'audio']);
});

test('[Assets] a WebM without a recognised track has the declared type', async () => {
  const head = webmVideo().subarray(0, 20);
  expect((await probeBytes(head, 'audio')).format.mime).toBe('audio/webm');
  expect((await probeBytes(head, 'video')).format.mime).toBe('video/webm');
  expect((await probeBytes(head)).format.mime).toBe('video/webm');
});

test.each([
  ['SVG', svg()],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['text', Buffer.from('only words')],
  ['a program', Buffer.from('\x7fELF\x02\x01\x01'.padEnd(200, '\0'), 'latin1')],
  ['a .zip', Buffer.from('PK\x03\x04'.padEnd(60, '\0'), 'latin1')],
  ['QuickTime', mp4('qt  ')],
  ['HEIC', mp4('heic')],
  ['BMP', Buffer.from('BM'.padEnd(60, '\0'), 'latin1')],
  ['nothing', Buffer.alloc(0)],
  ['a picture that breaks off', png().subarray(0, 20)],
])('[Assets] %s is rejected', async (_, bytes) => {
  expect(await refusal(bytes)).toHaveProperty('file');
  for (const type of mediaTypes) expect(await refusal(bytes, type)).toHaveProperty('file');
});

test('[Assets] any bytes are either probed or rejected', async () => {
  const starts = Object.values(mediaFiles).map((make) => make());
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...starts),
      fc.nat(400),
      fc.uint8Array({ maxLength: 60 }),
      fc.boolean(),
      fc.constantFrom(undefined, ...mediaTypes),
      async (start, at, noise, cuts, type) => {
        const rest = cuts ? Buffer.alloc(0) : start.subarray(at + noise.length);
        const bytes = Buffer.concat([start.subarray(0, at), noise, rest]);
        const found: unknown = await probeBytes(bytes, type).catch((thrown: unknown) => thrown);
        if (found instanceof Problem) expect(found.json.errors).toHaveProperty('file');
        else expect(found).toHaveProperty('format.mime');
      },
    ),
    { numRuns: cases(400) },
  );
});
