/** [Assets, G1, G13] Uploads as forms: what is stored, what is rejected by which field, and that a rejected upload leaves nothing. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FileStore, openFileStore } from '../../../main/assets/file-store.ts';
import { openEngine } from '../../../main/engine/engine.ts';
import { createAssetFromUpload, storeUploadedFile } from '../../../main/rest-api/handlers/asset-files.ts';
import { readMultipartForm } from '../../../main/rest-api/http/request-body.ts';
import type { Environment } from '../../../shared/environment.ts';
import { Problem } from '../../../shared/problem.ts';
import { mediaFiles, png, svg, wav } from '../../media-files.ts';
import { cases, expectEnough } from '../../rounds.ts';
import { testRunSeed } from '../../seed.ts';
import { createTestStory } from '../../story-builder.ts';
import { createTestEnvironment } from '../../test-environment.ts';
import { boundary, field, file, formOf, type Part, streamed, upload } from './form-data.ts';

const limits = { fileBytes: null, projectBytes: null, imagePixels: 8192 };
let folder = '';
let fileStore: FileStore;
let opened: ReturnType<typeof openStory>;
let now = 1.8e15;

function openStory() {
  const environment: Environment = { ...createTestEnvironment(), now: () => now++, monotonicNow: () => now / 1000 };
  const engine = openEngine(null, environment, { findStoredFile: (hash, name) => fileStore.find(hash, name) });
  fileStore = openFileStore(folder, engine.openKeyValueStore('files'), environment);
  return { engine, ...createTestStory(engine, environment) };
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'taleport-uploads-'));
  opened = openStory();
});
afterEach(async () => {
  await fileStore.close();
  await opened.engine.close();
  rmSync(folder, { recursive: true });
});

const deps = () => ({ fileStore, engine: opened.engine, hash: opened.hash, limits });
const send = (parts: readonly Part[], more = {}) => storeUploadedFile(upload(formOf(parts), more), deps());
const sendAsset = (parts: readonly Part[]) =>
  createAssetFromUpload(upload(formOf(parts)), {
    ...deps(),
    assertRoom: () => undefined,
  });
const problemOf = async (work: Promise<unknown>): Promise<Problem['json']> => {
  const error: unknown = await work.then(
    (value) => new Error(`It was not refused but gave ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  );
  if (error instanceof Problem) return error.json;
  throw error;
};
const left = (): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((each) => (each.isFile() ? [each.name] : []));

test('[Assets] an unknown field is named by its beginning', async () => {
  const { errors } = await problemOf(send([file(png()), field('type', 'image'), field('x'.repeat(5000), 'y')]));
  expect(Object.keys(errors)).toEqual(['x'.repeat(100), 'file']);
});

test('[Assets] an error unrelated to the file is not reported at the file', async () => {
  const failing: FileStore = Object.create(fileStore, { storePending: { value: () => Promise.reject(new Error('a disk')) } });
  const request = upload(formOf([file(png()), field('type', 'image'), field('x', 'y')]));
  await expect(storeUploadedFile(request, { ...deps(), fileStore: failing })).rejects.toThrow('a disk');
});

describe('[Assets] POST asset/upload', () => {
  test.each(Object.entries(mediaFiles))('stores %s and answers its stored name, name and size', async (mime, make) => {
    const bytes = make();
    const type = mime.split('/')[0] ?? '';
    const answer = await send([file(bytes, `A story.${mime.split('/')[1]}`), field('type', type)]);
    expect(answer).toEqual({
      filename: expect.stringMatching(/^[\w-]{36}\.\w+$/),
      name: expect.stringMatching(/^A story\./),
      size: expect.stringMatching(/ B$| KB$/),
    });
    expect(fileStore.find(opened.hash, answer.filename)).toMatchObject({ mime, bytes: bytes.length });
    expect(opened.project.countOfKind('asset')).toBe(1);
  });

  test('the fields may arrive in any order, in chunks of any size', async () => {
    for (const parts of [
      [file(png()), field('type', 'image')],
      [field('type', 'image'), file(png())],
    ])
      for (const piece of [1, 7, 100_000]) expect((await send(parts, { piece })).name).toBe('door.png');
    expect(left()).toHaveLength(1);
  });

  test('a name in another alphabet stays as it is', async () => {
    expect((await send([file(png(), 'Tür 火.png'), field('type', 'image')])).name).toBe('Tür 火.png');
  });
});

describe('[Assets] rejected uploads, by field', () => {
  afterEach(() => {
    expect(left()).toEqual([]);
    expect(fileStore.list(opened.hash)).toEqual([]);
    expect(opened.project.countOfKind('asset')).toBe(1);
  });

  const image = field('type', 'image');
  test.each<[string, Part[], string[]]>([
    ['no file', [image], ['file']],
    ['no type', [file(png())], ['type']],
    ['neither', [], ['file']],
    ['an unknown type', [file(png()), field('type', 'picture')], ['type']],
    ['a type in capitals', [file(png()), field('type', 'Image')], ['type']],
    ['a folder', [file(png()), field('type', 'folder')], ['type']],
    ['an unknown field', [file(png()), image, field('volume', '1')], ['volume']],
    ['a type that is given twice', [file(png()), image, image], ['type']],
    ['two files', [file(png()), file(png()), image], ['file']],
    ['another file', [file(png()), { ...file(png()), name: 'cover' }, image], ['cover']],
    ['text instead of a file', [field('file', 'door.png'), image], ['file']],
    ['a type that is a file', [file(png()), { ...file(png()), name: 'type' }], ['type']],
    ['a file without a name', [{ ...file(png()), filename: '' }, image], ['file']],
    ['an empty file', [file(new Uint8Array()), image], ['file']],
    ['bytes of another type', [file(wav()), image], ['file']],
    ['SVG', [file(svg(), 'door.svg'), image], ['file']],
    ['all at once', [file(svg()), field('type', 'x'), field('more', 'y')], ['file', 'more', 'type']],
    ['a part without a name', [file(png()), image, { value: 'x' }], ['form']],
    ['a value of a megabyte', [file(png()), field('type', 'i'.repeat(1e6))], ['type']],
    ['a hundred fields', [file(png()), image, ...Array.from({ length: 100 }, (_, at) => field(`x${at}`, ''))], ['form']],
    ['__proto__', [file(png()), image, field('__proto__', 'x'), field('constructor', 'x')], ['__proto__', 'constructor']],
  ])('%s', async (_, parts, paths) => {
    const problem = await problemOf(send(parts));
    expect(problem.status).toBe(400);
    expect(Object.keys(problem.errors)).toEqual(expect.arrayContaining([...paths, 'file']));
  });

  test('[Limits] a file over the limit of the plan, without reading it into the fileStore', async () => {
    const work = storeUploadedFile(upload(formOf([file(wav(10)), image])), { ...deps(), limits: { ...limits, fileBytes: 1024 } });
    expect(await problemOf(work)).toMatchObject({ status: 400, errors: { file: expect.stringContaining('1 KB') } });
    const full = storeUploadedFile(upload(formOf([file(png()), image])), { ...deps(), limits: { ...limits, projectBytes: 0 } });
    expect(await problemOf(full)).toMatchObject({ status: 400, errors: { file: expect.stringContaining('0 B are left') } });
  });

  test('[Limits] dimensions: the error contains the limit', async () => {
    expect((await problemOf(send([file(png(9000, 1)), image]))).errors).toEqual({ file: expect.stringContaining('8192') });
  });

  test('[G9] a request over the transport cap is a 413, announced or not', async () => {
    const rules = {
      fieldValidators: {},
      requiredFields: [],
      onFile: async (bytes: Readable) => bytes.resume(),
      abortSignal: new AbortController().signal,
    };
    expect((await problemOf(readMultipartForm(upload(formOf([file(wav(10))])), rules, 10_000))).status).toBe(413);
    const announced = upload(formOf([file(wav(10))]));
    announced.headers.set('content-length', '10001');
    expect((await problemOf(readMultipartForm(announced, rules, 10_000))).status).toBe(413);
  });

  test.each([
    ['application/json', 'application/json'],
    ['a form of the other kind', 'application/x-www-form-urlencoded'],
    ['no boundary', 'multipart/form-data'],
    ['an empty boundary', 'multipart/form-data; boundary='],
    ['another boundary', 'multipart/form-data; boundary=other'],
    ['a mixed one', `multipart/mixed; boundary=${boundary}`],
    ['nothing', ''],
  ])('the content type: %s', async (_, type) => {
    const problem = await problemOf(send([file(png()), image], { type }));
    expect(problem).toMatchObject({ status: 400, errors: { file: expect.any(String) } });
  });

  test('no body at all', async () => {
    const empty = new Request('http://127.0.0.1/upload', {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
    expect(await problemOf(storeUploadedFile(empty, deps()))).toMatchObject({ status: 400, errors: { file: expect.any(String) } });
  });

  test('a form that is cut off at any position', async () => {
    const whole = formOf([file(png()), image]);
    for (let end = 0; end < whole.length - 4; end += 3) {
      const problem = await problemOf(storeUploadedFile(upload(whole.subarray(0, end), { piece: 50 }), deps()));
      expect(problem).toMatchObject({ status: 400, errors: { file: expect.any(String) } });
    }
  });

  test('[Assets] a file whose project is deleted while it is received is a 404', async () => {
    const form = formOf([file(png()), image]);
    async function* interrupted() {
      yield form.subarray(0, -20);
      opened.engine.removeProject(opened.hash);
      yield form.subarray(-20);
    }
    expect((await problemOf(storeUploadedFile(streamed(interrupted()), deps()))).status).toBe(404);
    expect([left(), fileStore.list(opened.hash)]).toEqual([[], []]);
  });

  test('a sender that disconnects', async () => {
    async function* broken() {
      yield formOf([file(wav(), 'a.wav')]).subarray(0, 2000);
      throw new Error('gone');
    }
    expect(await problemOf(storeUploadedFile(streamed(broken()), deps()))).toMatchObject({
      status: 400,
      errors: { file: 'is incomplete' },
    });
  });

  test('[G13] no byte of the file within ten minutes is a 410', async () => {
    const form = formOf([file(png()), image]);
    async function* late() {
      yield form.subarray(0, 20);
      now += 11 * 60e6;
      yield form.subarray(20);
    }
    expect(await problemOf(storeUploadedFile(streamed(late()), deps()))).toMatchObject({ status: 410, errors: [], errorCode: 1003 });
  });

  test('[G13] a silent sender times out', async () => {
    await fileStore.close();
    fileStore = openFileStore(folder, opened.engine.openKeyValueStore('files'), createTestEnvironment(), undefined, {
      reservationTime: 30_000,
    });
    async function* silent() {
      yield formOf([image]).subarray(0, 30);
      await new Promise(() => undefined);
    }
    expect(await problemOf(storeUploadedFile(streamed(silent()), deps()))).toMatchObject({ status: 410 });
  });
});

describe('[G13] a form whose file has begun', () => {
  const form = formOf([field('type', 'image'), file(png(30, 20))]);
  const firstFileByte = form.indexOf('\x89PNG', 0, 'latin1');
  /** The form, which stops at a byte until `resumed`. */
  const read = (stopsAt: number, resumed: Promise<unknown>) => {
    async function* bytes() {
      yield form.subarray(0, stopsAt);
      await resumed;
      yield form.subarray(stopsAt);
    }
    return readMultipartForm(streamed(bytes()), {
      fieldValidators: { type: () => undefined },
      requiredFields: [],
      onFile: async (chunks) => {
        for await (const _ of chunks);
        return 'received';
      },
      abortSignal: new AbortController().signal,
      stallTimeout: 50,
    });
  };
  const never = new Promise(() => undefined);

  test('is a 408 when it stalls', async () => {
    expect(await problemOf(read(form.length - 60, never))).toMatchObject({ status: 408, errorCode: 1006 });
  });

  test('waits longer for the first byte of its file', async () => {
    const stalled = problemOf(read(form.length - 60, never));
    expect(await read(firstFileByte, stalled)).toBe('received');
  });
});

describe('[G1] the single flow', () => {
  test('stores the file and creates the asset', async () => {
    const folderId = opened.build('asset', { name: 'Pictures', type: 'folder', file: null }).id;
    const first = await sendAsset([file(png(30, 20)), field('type', 'image'), field('parentId', folderId)]);
    const { ids } = await sendAsset([
      file(png(3, 2)),
      field('type', 'image'),
      field('name', 'Gate'),
      field('parentId', folderId),
      field('index', '0'),
    ]);
    const asset = opened.project.find('asset', ids[0] ?? '');
    expect(asset).toMatchObject({ name: 'Gate.png', type: 'image', parentId: folderId, width: 3, height: 2, mime: 'image/png' });
    expect(opened.project.childIds(folderId, 'assets')).toEqual([ids[0], first.ids[0]]);
    expect(fileStore.findPath(opened.hash, asset?.file ?? '')).toBeDefined();
    expect(fileStore.list(opened.hash)).toHaveLength(2);
  });

  test('the root is meant by an omitted parent, null and root_asset', async () => {
    for (const parent of [[], [field('parentId', '')], [field('parentId', 'null')], [field('parentId', 'root_asset')]])
      await sendAsset([file(png()), field('type', 'image'), field('index', '-'), ...parent]);
    expect(opened.project.childIds(opened.project.projectRecord.roots.asset, 'assets')).toHaveLength(4);
  });

  test('the index may have several digits, and without one the asset is the last', async () => {
    const make = async (...more: Part[]) => (await sendAsset([file(png()), field('type', 'image'), ...more])).ids[0];
    const made: (string | undefined)[] = [];
    for (let count = 0; count < 11; count++) made.push(await make());
    made.splice(10, 0, await make(field('index', '10')));
    expect(opened.project.childIds(opened.project.projectRecord.roots.asset, 'assets')).toEqual(made);
  });

  test('file and asset are stored together: a file is not stored if the project rejects the asset', async () => {
    const { newVersion } = opened.send({ do: 'change', kind: 'project', id: 'project', fields: { name: 'x' } });
    expect((await problemOf(sendAsset([file(png()), field('type', 'image'), field('parentId', 'nobody')]))).status).toBe(404);
    const wrong = await problemOf(sendAsset([file(svg()), field('type', 'image'), field('name', ' '), field('index', '-1')]));
    expect(Object.keys(wrong.errors).sort()).toEqual(['file', 'index', 'name']);
    expect(left()).toEqual([]);
    expect(fileStore.list(opened.hash)).toEqual([]);
    expect(opened.engine.getVersion(opened.hash).version).toBe(newVersion);
  });
});

describe('[Assets] any stream', () => {
  test('cut, broken and mixed forms are a 400 or a complete file, never anything else, and leave no other file', async () => {
    const { random } = createTestEnvironment(testRunSeed());
    const dice = (sides: number) => Math.floor(random() * sides);
    const sample: Part[] = [
      file(png()),
      file(wav(), 'a.wav'),
      field('type', 'image'),
      field('type', 'audio'),
      field('x', 'y'),
      { value: 'z' },
    ];
    let stored = 0;
    for (let round = 0; round < cases(1500); round++) {
      const parts = Array.from({ length: 1 + dice(3) }, () => sample[dice(sample.length)] ?? field('a', 'b'));
      let body = formOf(dice(3) === 0 ? [file(png()), field('type', 'image')] : parts);
      const harm = dice(6);
      if (harm === 0) body = body.subarray(0, dice(body.length));
      if (harm === 1) body = Buffer.concat([body.subarray(0, dice(body.length)), Buffer.from('\r\n--'), body.subarray(dice(body.length))]);
      if (harm === 2) body = Buffer.from(body).fill(dice(256), dice(body.length), dice(body.length));
      if (harm === 3) body = body.subarray(dice(body.length));
      const type = dice(12) === 0 ? `multipart/form-data; boundary=${['x', '"', '-'.repeat(80), boundary.slice(1)][dice(4)]}` : undefined;
      const request = upload(body, { piece: 1 + dice(300), ...(type !== undefined && { type }) });
      const answer: unknown = await storeUploadedFile(request, deps()).catch((error: unknown) => error);
      if (answer instanceof Problem) expect([400, 410, 413]).toContain(answer.json.status);
      else if (answer instanceof Error) throw answer;
      else stored++;
    }
    expectEnough(stored, cases(1500), 0.07);
    expect(fileStore.list(opened.hash)).toHaveLength(stored);
    expect(new Set(left())).toEqual(new Set(fileStore.list(opened.hash).map(({ sha256 }) => sha256)));
  });
});
