/** [Exports]: what the queries select, HEAD, features. Tests of the exporters check the contents of the files. */
import { expect } from 'vitest';
import { viewerClient } from './keys.ts';
import { rule, rules } from './rule.ts';
import { expectFaultAt, newStory, unknownId } from './story.ts';
import { translatedStory } from './translated.ts';

const formats = ['json', 'unity', 'unreal', 'godot'] as const;
const engines = formats.filter((format) => format !== 'json');
const idOf = (format: string) => `[Exports] GET, HEAD /{hash}/${format}`;

// biome-ignore lint/suspicious/noExplicitAny: an export may be anything until it is looked at.
const storyIn = (body: any) => body.project ?? body;

rules(
  formats,
  (format) => [idOf(format), '[What the service does 2.4]', '[G15]'],
  (format) => `HEAD of ${format} has the headers of GET and no body`,
  async (client, format) => {
    const story = await newStory(client);
    const get = await client.raw(`/api/v1/${story.hash}/${format}`, {
      method: 'GET',
      headers: { Authorization: `Bearer ${client.service.key}`, Accept: 'application/json' },
    });
    const length = (await get.arrayBuffer()).byteLength;
    const head = await client.head(`/${story.hash}/${format}`);
    expect(head.status).toBe(200);
    expect(head.body.length).toBe(0);
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    expect(Number(head.headers.get('content-length'))).toBe(length);
    expect((await client.head(`/${unknownId()}/${format}`)).status).toBe(404);
    expect((await client.head(`/${story.hash}/${format}?locale=xx`)).status).toBe(400);
  },
);

rule(
  [idOf('json'), '[Exports 2]', '[G17]'],
  'all boards are exported unless some are named; their folders stay, and references to other boards become null',
  async (client) => {
    const story = await newStory(client);
    const folder = await story.boardFolder();
    const [inner, third] = [await story.newBoard({ parentId: folder }), await story.newBoard()];
    const [here, far] = [await story.element({ boardId: inner, title: '<p>here</p>' }), await story.element({ title: '<p>far</p>' })];
    const jumper = await story.jumper({ boardId: inner, elementId: far });
    await story.patch(`/element/${here}/linked-board`, { boardId: story.board });
    await story.patch('/starting-element', { id: far });
    const all = await story.read('/json');
    expect(Object.keys(all.boards)).toEqual(expect.arrayContaining([story.board, folder, inner, third]));
    expect(all.startingElement).toBe(far);
    const one = await story.read(`/json?boardIds[]=${inner}`);
    expect(Object.keys(one.boards)).toEqual(expect.arrayContaining([folder, inner]));
    for (const id of [story.board, third]) expect(one.boards).not.toHaveProperty(id);
    expect(Object.keys(one.elements)).toEqual([here]);
    expect(one.jumpers[jumper].elementId).toBeNull();
    expect(one.elements[here].linkedBoard ?? null).toBeNull();
    expect(one.startingElement).toBeNull();
    const two = await story.read(`/json?boardIds%5B%5D=${inner}&boardIds%5B%5D=${third}`);
    expect(Object.keys(two.boards)).toEqual(expect.arrayContaining([folder, inner, third]));
    expect(two.boards).not.toHaveProperty(story.board);
  },
);

rules(
  formats,
  (format) => [idOf(format), '[Exports 3]', '[Exports 4]', '[Exports 5]'],
  (format) => `${format}: the default language, the one asked for, or all with allLocales=true alone`,
  async (client, format) => {
    const story = await translatedStory(client);
    const { element } = story.ids;
    const read = async (query: string) => storyIn(await story.read(`/${format}${query}`));
    const plain = await read('');
    expect(plain.elements[element].title).toContain('one');
    expect((await read('?locale=en')).elements[element].title).toContain('one');
    expect((await read('?locale=de')).elements[element].title).toContain('eins');
    expect((await read('?allLocales=false')).elements[element].title).toContain('one');
    for (const query of ['?allLocales=true', '?allLocales=true&locale=de']) {
      const all = await read(query);
      expect(all.locales.map(({ iso }: { iso: string }) => iso)).toEqual(['en', 'de', 'fr']);
      expect(all.contents[element].title).toMatchObject({
        en: { text: expect.stringContaining('one') },
        fr: { text: expect.stringContaining('un') },
      });
    }
    for (const value of ['1', 'TRUE', 'True', 'yes', 'on']) {
      const { status, body } = await client.get(`/${story.hash}/${format}?allLocales=${value}`);
      expect([200, 400]).toContain(status);
      if (status === 200) expect(storyIn(body)).not.toHaveProperty('locales');
    }
  },
);

rules(
  engines,
  (format) => [idOf(format)],
  (format) => `${format}: fallbackContents takes the text of another language where there is none`,
  async (client, format) => {
    const story = await translatedStory(client);
    const { element } = story.ids;
    await story.patch(`/element/${element}`, { title: { fr: null } });
    const titleOf = async (query: string) => storyIn(await story.read(`/${format}${query}`)).elements[element].title ?? '';
    expect(await titleOf('?locale=fr')).not.toMatch(/one|eins|un/);
    expect(await titleOf('?locale=fr&fallbackContents=false')).not.toMatch(/one|eins/);
    expect(await titleOf('?locale=fr&fallbackContents=true')).toMatch(/eins|one/);
  },
);

const wrong: { query: string; field: string; only?: readonly string[] }[] = [
  { query: 'locale[]=en', field: 'locale' },
  { query: 'locale[]=en&locale[]=de', field: 'locale' },
  { query: 'locale=xx', field: 'locale' },
  { query: 'locale=EN', field: 'locale' },
  { query: 'allLocales=maybe', field: 'allLocales' },
  { query: 'allLocales[]=true', field: 'allLocales' },
  { query: 'fallbackContents=maybe', field: 'fallbackContents', only: engines },
  { query: 'fallbackContents[]=true', field: 'fallbackContents', only: engines },
  { query: 'boardIds=abc', field: 'boardIds', only: ['json'] },
  { query: 'boardIds[][]=abc', field: 'boardIds', only: ['json'] },
  { query: 'boardIds[a]=abc', field: 'boardIds', only: ['json'] },
];
rules(
  formats.flatMap((format) =>
    wrong.filter(({ only = formats }) => (only as readonly string[]).includes(format)).map((each) => ({ format, ...each })),
  ),
  ({ format }) => [idOf(format), '[Exports 6]', '[Errors 2.1]', '[G17]'],
  ({ format, query }) => `${format}?${query} is a 400 at its field`,
  async (client, { format, query, field }) => {
    const story = await newStory(client);
    for (const each of [query, encodeURI(query)]) {
      const answer = await client.get(`/${story.hash}/${format}?${each}`);
      expect(answer.status).toBe(400);
      expectFaultAt(answer, field);
    }
  },
);

rules(
  formats,
  (format) => [idOf(format), '[Exports 7]', '[Authentication] Exports (JSON, Unity, Unreal, Godot)', '[Errors] 403'],
  (format) => `${format} is a 403 while the workspace has not the feature`,
  async (client, format) => {
    const story = await newStory(client);
    const { service } = client;
    try {
      await service.ask('workspace.set', { exports: formats.filter((each) => each !== format) });
      for (const method of ['GET', 'HEAD']) expect((await client.send(method, `/${story.hash}/${format}`)).status).toBe(403);
      for (const other of formats.filter((each) => each !== format)) expect((await client.get(`/${story.hash}/${other}`)).status).toBe(200);
    } finally {
      await service.ask('workspace.set', { exports: [...formats] });
    }
    expect((await (await viewerClient(client)).get(`/${story.hash}/${format}`)).status).toBe(200);
  },
  { needs: ['accounts'] },
);

rules(
  formats,
  (format) => [
    idOf(format),
    '[Exports 7]',
    '[Errors] 403',
    '[Authentication 5.1]',
    '[Authentication] Exports (JSON, Unity, Unreal, Godot)',
  ],
  (format) => `${format} of a project of another workspace is a 403`,
  async (client, format) => {
    const story = await newStory(client);
    const other = client.as(await client.service.otherWorkspace());
    expect((await other.get(`/${story.hash}/${format}`)).status).toBe(403);
    expect((await other.get(`/${story.hash}/board`)).status).toBe(403);
    expect((await other.patch(`/${story.hash}`, { name: 'mine' })).status).toBe(403);
    expect((await other.get('/workspace/projects')).body).toEqual([]);
  },
  { needs: ['workspaces'] },
);

rule(
  ['[Exports 9]', '[Exports 10]', '[Versioning 2.1]', '[G17]'],
  'JSON and Godot exports contain stored filenames only with the deprecated header, and the ids of assets always',
  async (client) => {
    const story = await newStory(client);
    const id = await story.asset({ name: 'door.png', file: 'stored-123.png' });
    for (const format of ['json', 'godot']) {
      const plain = storyIn(await story.read(`/${format}`)).assets[id];
      expect(plain.name).toBe('door.png');
      expect(JSON.stringify(plain)).not.toContain('stored-123');
      const open = await client.with({ 'SVC-No-Filter-Asset-Names': 'true' }).get(`/${story.hash}/${format}`);
      expect(JSON.stringify(storyIn(open.body).assets[id])).toContain('stored-123.png');
      const off = await client.with({ 'SVC-No-Filter-Asset-Names': 'false' }).get(`/${story.hash}/${format}`);
      expect(JSON.stringify(storyIn(off.body).assets[id])).not.toContain('stored-123');
    }
    for (const format of ['unity', 'unreal']) {
      const { status, body } = await client.with({ 'SVC-No-Filter-Asset-Names': 'true' }).get(`/${story.hash}/${format}`);
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toContain('stored-123');
    }
    expect((await story.read(`/asset/${id}`)).file).toBe('stored-123.png');
  },
);
