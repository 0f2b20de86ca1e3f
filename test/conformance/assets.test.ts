/** [Assets]: the tree, file assets, uploads and downloads. */
import { expect } from 'vitest';
import { gif, jpeg, mediaFiles, mp3, mp4, oggAudio, oggVideo, png, svg, wav, webmAudio, webmVideo } from '../media-files.ts';
import { type Answer, type Client, openClient } from './client.ts';
import { readOnlyClient, viewerClient, writeOnlyClient } from './keys.ts';
import { place } from './place.ts';
import { rule, rules } from './rule.ts';
import { expectEnvelope, expectFaultAt, expectFields, newStory, type Story, storyOf, unknownId } from './story.ts';

const uploadRule = '[Assets] POST /{hash}/asset/upload';
const createRule = '[Assets] POST /{hash}/asset';
const entry = async (story: Story, id: string) => (await story.read('/asset')).find((each: { id: string }) => each.id === id);

/** The rule of each type of media. */
const typeRules: Readonly<Record<string, string>> = { image: '[Assets 8]', audio: '[Assets 9]', video: '[Assets 10]' };

function form(bytes: Uint8Array<ArrayBuffer> | Buffer, type: string, name = 'file.bin'): FormData {
  const data = new FormData();
  data.append('type', type);
  data.append('file', new Blob([new Uint8Array(bytes)]), name);
  return data;
}
const upload = (client: Client, hash: string, bytes: Buffer, type: string, name?: string): Promise<Answer> =>
  client.post(`/${hash}/asset/upload`, form(bytes, type, name));

rules(
  Object.entries(mediaFiles).map(([mime, make]) => ({ mime, make })),
  ({ mime }) => [
    uploadRule,
    '[Assets] GET /{hash}/asset/{assetID}/file',
    '[What the service does 2.3]',
    '[What the service does 4]',
    '[Asset and asset folder 2]',
    '[Asset and asset folder 1]',
    '[Assets 2]',
    '[Authentication 1.3]',
    typeRules[mime.split('/')[0] ?? ''] ?? '',
  ],
  ({ mime }) => `${mime} is uploaded, registered, and comes back byte by byte with its type`,
  async (client, { mime, make }) => {
    const story = await newStory(client);
    const type = mime.split('/')[0] ?? '';
    const bytes = make();
    const uploaded = await upload(client, story.hash, bytes, type, 'hello.bin');
    expect(uploaded.status, JSON.stringify(uploaded.body)).toBe(200);
    expectFields(uploaded.body, ['filename', 'name', 'size']);
    expect(uploaded.body.size).toEqual(expect.stringMatching(/\d/));
    const { filename, name, size } = uploaded.body;
    const id = await story.create('/asset', { name, type, file: filename, size: '999 GB' });
    expect(await story.read(`/asset/${id}`)).toMatchObject({ id, name, type, file: filename, size });
    const { status, headers, body } = await client.get(`/${story.hash}/asset/${id}/file`);
    expect(status).toBe(200);
    expect(headers.get('content-type')?.split(';')[0]).toBe(mime);
    expect(Buffer.compare(body, bytes)).toBe(0);
  },
);

rule(['[Assets 12]', uploadRule], 'an upload alone creates neither an asset nor a new version', async (client) => {
  const story = await newStory(client);
  const before = await story.version();
  await upload(client, story.hash, png(), 'image');
  expect(await story.read('/asset')).toHaveLength(1);
  expect(await story.version()).toBe(before);
});

rule(
  ['[Assets 11]', '[Errors 2.2]', '[Errors] 400', uploadRule],
  'the type of a file is detected from its bytes: content of another type is a 400 at file',
  async (client) => {
    const story = await newStory(client);
    const wrong: [Buffer, string, string][] = [
      [png(), 'audio', 'sound.mp3'],
      [mp3(), 'image', 'picture.png'],
      [wav(), 'video', 'film.mp4'],
      [webmAudio(), 'image', 'a.webm'],
      [oggVideo(), 'image', 'a.ogg'],
      [svg(), 'image', 'a.png'],
      [Buffer.from('only words'), 'image', 'a.png'],
      [Buffer.from('<html></html>'), 'video', 'a.mp4'],
      [Buffer.alloc(0), 'image', 'a.png'],
      [Buffer.from('%PDF-1.4\n'), 'image', 'a.gif'],
    ];
    for (const [bytes, type, name] of wrong) {
      const answer = await upload(client, story.hash, bytes, type, name);
      expect(answer.status, `${name} as ${type}`).toBe(400);
      expectFaultAt(answer, 'file');
    }
    expect((await upload(client, story.hash, gif(), 'image', 'song.mp3')).status).toBe(200);
    expect((await upload(client, story.hash, jpeg(), 'image', 'no extension')).status).toBe(200);
    expect((await upload(client, story.hash, webmVideo(), 'video', 'a.png')).status).toBe(200);
    expect((await upload(client, story.hash, oggAudio(), 'audio', 'a.png')).status).toBe(200);
  },
);

rule(
  [uploadRule, '[Errors] 400', '[Project Content REST Service Specification 5]'],
  'file and type are required, each of its type',
  async (client) => {
    const story = await newStory(client);
    const at = `/${story.hash}/asset/upload`;
    const noFile = new FormData();
    noFile.append('type', 'image');
    const noType = new FormData();
    noType.append('file', new Blob([new Uint8Array(png())]), 'a.png');
    for (const [body, field] of [
      [noFile, 'file'],
      [noType, 'type'],
      [form(png(), 'picture'), 'type'],
      [form(png(), 'template-image'), 'type'],
    ] as const) {
      const answer = await client.post(at, body);
      expect(answer.status, field).toBe(400);
      expectFaultAt(answer, field);
    }
    expect((await client.post(at, { file: 'a', type: 'image' })).status).toBe(400);
    expect((await client.post(`/${unknownId()}/asset/upload`, form(png(), 'image'))).status).toBe(404);
  },
);

rule(
  [
    uploadRule,
    '[Assets] GET /{hash}/asset/{assetID}/file',
    '[Errors] 403',
    '[Authentication] Retrieve resources, CSS, asset files',
    '[Authentication] Create, update, move, reorder, delete resources',
  ],
  'uploading needs Edit, and downloading needs View',
  async (client) => {
    const story = await newStory(client);
    const { body } = await upload(client, story.hash, png(), 'image');
    const id = await story.asset({ file: body.filename });
    for (const other of [await readOnlyClient(client), await viewerClient(client)]) {
      expect((await upload(other, story.hash, png(), 'image')).status).toBe(403);
      expect((await other.get(`/${story.hash}/asset/${id}/file`)).status).toBe(200);
    }
    const writer = await writeOnlyClient(client);
    expect((await upload(writer, story.hash, png(), 'image')).status).toBe(200);
    expect((await writer.get(`/${story.hash}/asset/${id}/file`)).status).toBe(403);
  },
  { needs: ['accounts'] },
);

rule(
  ['[Limits] Image dimensions on upload', '[Errors 2.2]', '[Assets 8]'],
  'an image may be 8192 pixels wide and high; the error names the limit',
  async (client) => {
    const story = await newStory(client);
    for (const [width, height] of [
      [8192, 1],
      [1, 8192],
    ] as const)
      expect((await upload(client, story.hash, png(width, height), 'image')).status).toBe(200);
    for (const bytes of [png(8193, 1), png(1, 8193), gif(9000, 9000)]) {
      const answer = await upload(client, story.hash, bytes, 'image');
      expect(answer.status).toBe(400);
      expect(answer.body.errors.file).toMatch(/8192/);
    }
  },
);

rule(
  ['[Limits] Image dimensions on upload', '[Limits] Standard Team asset limits', '[G9]', '[Errors 2.2]'],
  'the limits of a file and of all files of a project are settings; a file beyond them is a 400 at file',
  async (client) => {
    const story = await newStory(client);
    const { service } = client;
    const small = wav(1);
    const { fileBytes, projectBytes, imagePixels } = await service.ask('workspace.show', {});
    expect([fileBytes, projectBytes, imagePixels]).toEqual([400 * 1024 ** 2, 10 * 1024 ** 3, 8192]);
    const refused = async (bytes: Buffer, type: string) => {
      const answer = await upload(client, story.hash, bytes, type);
      expect(answer.status).toBe(400);
      expectFaultAt(answer, 'file');
    };
    try {
      await service.ask('workspace.set', { imagePixels: 4 });
      await refused(png(5, 2), 'image');
      await service.ask('workspace.set', { fileBytes: small.length });
      const { body } = await upload(client, story.hash, small, 'audio');
      await refused(wav(2), 'audio');
      await story.asset({ name: 'a.wav', type: 'audio', file: body.filename });
      await service.ask('workspace.set', { fileBytes: null, projectBytes: small.length + 10 });
      await refused(wav(1), 'audio');
    } finally {
      await service.ask('workspace.set', { fileBytes, projectBytes, imagePixels });
    }
  },
  { needs: ['accounts'] },
);

rule(
  ['[Assets] GET /{hash}/asset/{assetID}/file', '[Errors 5.1]', '[G13]'],
  'a folder has no file: it is a 404, and so is a file that is not stored',
  async (client) => {
    const story = await newStory(client);
    const [empty, lost] = [await story.asset(), await story.asset({ file: 'never-uploaded.png' })];
    for (const id of [empty, lost, unknownId()]) expect((await client.get(`/${story.hash}/asset/${id}/file`)).status).toBe(404);
    for (const id of [await story.assetFolder(), 'root_asset'])
      expect([400, 404]).toContain((await client.get(`/${story.hash}/asset/${id}/file`)).status);
  },
);

rule(
  [
    '[Asset and asset folder 1]',
    '[Asset and asset folder 3]',
    '[Assets] GET /{hash}/asset',
    '[Assets] GET /{hash}/asset/{assetID}',
    createRule,
  ],
  'a name alone creates a folder; the tree shows files and folders',
  async (client) => {
    const story = await newStory(client);
    const folder = await story.create('/asset', { name: 'Pictures' });
    const file = await story.create('/asset', { name: 'door.png', type: 'image', parentId: folder });
    expect(await entry(story, folder)).toEqual({ id: folder, name: 'Pictures', type: 'folder', parentId: 'root_asset', children: [file] });
    expect(await entry(story, file)).toEqual({ id: file, name: 'door.png', type: 'image', parentId: folder, children: [] });
    const read = await story.read(`/asset/${folder}`);
    expect(read).toMatchObject({ id: folder, name: 'Pictures', children: [file] });
    for (const field of ['file', 'size', 'volume', 'mime']) expect(read).not.toHaveProperty(field);
    expect((await entry(story, 'root_asset')).parentId).toBeNull();
  },
);

rule(['[Assets 1]', createRule, '[Errors] 400'], 'file, size and volume need a type', async (client) => {
  const story = await newStory(client);
  for (const fields of [{ file: 'a.png' }, { size: '1 KB' }, { volume: 1 }])
    await story.refuse(400, 'POST', '/asset', { name: 'a', ...fields }, 'type');
  const id = await story.asset({ name: 'a.mp3', type: 'audio', size: '1 KB', volume: 0.5, file: 'a.mp3' });
  expect(await story.read(`/asset/${id}`)).toMatchObject({ size: '1 KB', volume: 0.5, file: 'a.mp3' });
});

rule(
  ['[Assets 2]', '[Assets 3]', '[Assets] PATCH /{hash}/asset/{assetID}'],
  'an update adds a file to an asset without one, with its real size',
  async (client) => {
    const story = await newStory(client);
    const id = await story.asset({ name: 'later.png' });
    expect((await story.read(`/asset/${id}`)).file ?? null).toBeNull();
    const { body } = await upload(client, story.hash, png(), 'image');
    await story.patch(`/asset/${id}`, { file: body.filename, size: '1 TB' });
    expect(await story.read(`/asset/${id}`)).toMatchObject({ file: body.filename, size: body.size, name: 'later.png' });
    await story.patch(`/asset/${id}`, { name: 'now.png' });
    expect(await story.read(`/asset/${id}`)).toMatchObject({ file: body.filename, name: 'now.png' });
  },
);

rule(['[Assets 4]', '[Errors] 400'], 'folders are renamed and accept no file properties', async (client) => {
  const story = await newStory(client);
  const id = await story.assetFolder();
  await story.patch(`/asset/${id}`, { name: 'Sounds' });
  expect(await entry(story, id)).toMatchObject({ name: 'Sounds' });
  for (const fields of [{ file: 'a.png' }, { size: '1 KB' }, { volume: 1 }, { type: 'image' }, { name: 'a', volume: 1 }])
    await story.refuse(400, 'PATCH', `/asset/${id}`, fields);
});

rule(
  ['[Assets 5]', '[Asset and asset folder 6]', '[Errors] 400', '[Common conventions 5]'],
  'the root can be neither changed, moved nor deleted',
  async (client) => {
    const story = await newStory(client);
    await story.refuse(400, 'PATCH', '/asset/root_asset', { name: 'Mine' });
    await story.refuse(400, 'PATCH', '/asset/root_asset/index', { index: 0 });
    await story.refuse(400, 'DELETE', '/asset/root_asset');
  },
);

rule(
  ['[Assets 6]', '[Assets 7]', '[Assets] PATCH /{hash}/asset/{assetID}/index', '[G5]'],
  'an asset moves into existing folders only, keeps its parent if none is named, and no folder moves into itself',
  async (client) => {
    const story = await newStory(client);
    const outer = await story.assetFolder();
    const [inner, one, two] = [await story.assetFolder({ parentId: outer }), await story.asset(), await story.asset()];
    await story.patch(`/asset/${two}/index`, { index: 0 });
    expect((await entry(story, 'root_asset')).children).toEqual([two, outer, one]);
    await story.patch(`/asset/${two}/index`, { parentId: outer, index: 0 });
    expect((await entry(story, outer)).children).toEqual([two, inner]);
    await story.patch(`/asset/${two}/index`, { parentId: null, index: 9 });
    expect((await entry(story, 'root_asset')).children).toEqual([outer, one, two]);
    await story.refuse(400, 'PATCH', `/asset/${outer}/index`, { parentId: outer, index: 0 });
    await story.refuse(400, 'PATCH', `/asset/${outer}/index`, { parentId: inner, index: 0 });
    await story.refuse(400, 'PATCH', `/asset/${one}/index`, { parentId: two, index: 0 });
    await story.refuse(404, 'PATCH', `/asset/${one}/index`, { parentId: unknownId(), index: 0 });
    await story.refuse(404, 'POST', '/asset', { name: 'a', parentId: unknownId() });
    await story.refuse(400, 'POST', '/asset', { name: 'a', parentId: one });
  },
);

rule(
  '[Assets] DELETE /{hash}/asset/{assetID}',
  'deleting a folder deletes everything below it, and clears what uses those assets',
  async (client) => {
    const story = await newStory(client);
    const folder = await story.assetFolder();
    const inner = await story.assetFolder({ parentId: folder });
    const [picture, sound, kept] = [
      await story.asset({ parentId: inner }),
      await story.asset({ name: 'a.mp3', type: 'audio', parentId: folder }),
      await story.asset(),
    ];
    const element = await story.element();
    await story.patch(`/element/${element}/cover`, { cover: { id: picture } });
    await story.create(`/element/${element}/audio`, { assetId: sound });
    const list = await story.attribute(`/element/${element}`, {
      value: {
        type: 'asset-list',
        data: [
          { id: 'a', asset: picture },
          { id: 'b', asset: kept },
        ],
      },
    });
    await story.remove(`/asset/${folder}`);
    for (const id of [folder, inner, picture, sound]) expect((await story.get(`/asset/${id}`)).status).toBe(404);
    const { assets } = await story.read(`/element/${element}`);
    expect([assets?.cover ?? null, assets?.audio ?? []]).toEqual([null, []]);
    expect((await story.read(`/attribute/${list}`)).value.data).toEqual([{ id: 'b', asset: kept }]);
  },
);

/** In the first template project that contains one of this type. */
async function templateAsset(
  client: Client,
  type: 'template-image' | 'template-audio',
): Promise<{ story: Story; template: { id: string } }> {
  for (const name of [
    'sample',
    'video-sample',
    'game-engine-sample',
    'visual-novel',
    'tabletop-campaign-sample',
    'cyber-security-sample',
  ]) {
    const { body } = await client.post('/workspace/projects', { template: name });
    const story = await storyOf(client, body.hash);
    const template = (await story.read('/asset')).find((asset: { type: string }) => asset.type === type);
    if (template) return { story, template };
  }
  throw new Error(`No template project brings a ${type}`);
}

rule(
  ['[Asset and asset folder 5]', '[Assets 5]', '[Assets] GET /{hash}/asset/{assetID}/file', '[Errors] 400', '[G25]'],
  'template assets can be read and downloaded, but not changed, moved or deleted',
  async (client) => {
    for (const type of ['template-image', 'template-audio'] as const) {
      const { story, template } = await templateAsset(client, type);
      await story.refuse(400, 'PATCH', `/asset/${template.id}`, { name: 'mine.png' });
      await story.refuse(400, 'PATCH', `/asset/${template.id}/index`, { index: 0 });
      await story.refuse(400, 'DELETE', `/asset/${template.id}`);
      const { status, headers, body: bytes } = await client.get(`/${story.hash}/asset/${template.id}/file`);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toMatch(/^(image|audio|video)\//);
      expect(bytes.length).toBeGreaterThan(0);
    }
  },
  { needs: ['samples'] },
);

rule(
  ['[Errors] 410', '[G13]', uploadRule],
  'an upload whose reservation expires before a byte of the file arrives is a 410',
  async (client) => {
    const story = await newStory(client);
    const boundary = 'taleport-boundary';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="type"\r\n\r\nimage\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`;
    const late = (seconds: number) => {
      let step = 0;
      return new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            if (step++ === 0) return controller.enqueue(Buffer.from(head));
            client.service.advance(seconds);
            controller.enqueue(Buffer.concat([png(), Buffer.from(`\r\n--${boundary}--\r\n`)]));
            controller.close();
          },
        },
        { highWaterMark: 0 },
      );
    };
    const send = (seconds: number) =>
      client.raw(`/api/v1/${story.hash}/asset/upload`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${client.service.key}`,
          Accept: 'application/json',
          'Content-Type': `multipart/form-data; boundary=${boundary}`,
        },
        body: late(seconds),
        duplex: 'half',
      } as RequestInit);
    const gone = await send(601);
    expect(gone.status).toBe(410);
    expect(await gone.json()).toMatchObject({ status: 410, title: expect.any(String), errors: expect.anything() });
    expect((await send(500)).status).toBe(200);
  },
  { needs: ['clock'] },
);

rule(
  ['[Errors] 405', '[Assets 13]', '[G1]'],
  'with the single flow there is no upload route: one request uploads the file and creates the asset',
  async () => {
    const client = openClient(await place.open({ uploadFlow: 'single' }));
    try {
      const story = await newStory(client);
      expect((await upload(client, story.hash, png(), 'image')).status).toBe(405);
      const folder = await story.assetFolder();
      const body = form(png(), 'image', 'door.png');
      body.append('name', 'gate.png');
      body.append('parentId', folder);
      body.append('index', '0');
      const { status, body: made } = await client.post(`/${story.hash}/asset`, body);
      expect(status, JSON.stringify(made)).toBe(201);
      expectEnvelope(made, { changed: true, id: true });
      expect(await entry(story, made.id)).toMatchObject({ name: 'gate.png', type: 'image', parentId: folder });
      expect((await client.get(`/${story.hash}/asset/${made.id}/file`)).status).toBe(200);
      expect((await client.post(`/${story.hash}/asset`, { name: 'no file.png', type: 'image' })).status).toBe(201);
    } finally {
      await client.service.close();
    }
  },
  { needs: ['single-flow'] },
);

rule(
  ['[G35]', '[Assets] POST /{hash}/asset'],
  'root_asset is a folder: a valid parent, and a 400 where a file is needed',
  async (client) => {
    const story = await newStory(client);
    const { refuse } = story;
    await story.asset({ parentId: 'root_asset' });
    const element = await story.element();
    await refuse(400, 'PATCH', `/element/${element}/cover`, { cover: { type: 'image', id: 'root_asset' } }, 'cover.id');
    await refuse(400, 'POST', `/element/${element}/audio`, { assetId: 'root_asset' }, 'assetId');
    const list = { type: 'asset-list', data: [{ id: 'r', asset: 'root_asset' }] };
    await refuse(400, 'POST', `/element/${element}/attribute`, { value: list }, 'value.data');
    const component = await story.component();
    await refuse(400, 'PATCH', `/component/${component}/cover`, { cover: { type: 'image', id: 'root_asset' } }, 'cover.id');
  },
);

rule(
  ['[G35]', '[Assets] POST /{hash}/asset', '[Assets] PATCH /{hash}/asset/{assetID}'],
  'the type of an asset is that of its stored file',
  async (client) => {
    const story = await newStory(client);
    const { filename: file } = (await upload(client, story.hash, png(), 'image')).body;
    await story.refuse(400, 'POST', '/asset', { name: 'x', type: 'audio', file }, 'file');
    const id = await story.asset({ name: 'x', type: 'image', file });
    await story.refuse(400, 'PATCH', `/asset/${id}`, { type: 'video' }, 'type');
    const sound = (await upload(client, story.hash, wav(), 'audio')).body.filename;
    await story.refuse(400, 'PATCH', `/asset/${id}`, { file: sound }, 'file');
    await story.patch(`/asset/${id}`, { type: 'audio', file: sound });
  },
);

rule(
  ['[G1]', '[Assets] POST /{hash}/asset'],
  'with the two-step flow, the error for a form says to upload the file first',
  async (client) => {
    const story = await newStory(client);
    const answer = await client.post(`/${story.hash}/asset`, form(png(), 'image'));
    expect(answer.status).toBe(400);
    expectFaultAt(answer, 'Content-Type');
    expect(JSON.stringify(answer.body)).toContain('asset/upload');
  },
);

rule(['[Assets 10]', uploadRule], 'an MP4 file of the brand M4V is a video', async (client) => {
  const story = await newStory(client);
  expect((await upload(client, story.hash, mp4('M4V '), 'video', 'film.m4v')).status).toBe(200);
});
