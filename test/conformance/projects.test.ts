/** [Projects]: list, create from templates, import, rename, delete. */
import { expect } from 'vitest';
import type { Client } from './client.ts';
import { readOnlyClient, viewerClient, writeOnlyClient } from './keys.ts';
import { rule, rules } from './rule.ts';
import { expectFaultAt, newStory, unknownId } from './story.ts';
import { translatedFile } from './translated.ts';

const templates = [
  'empty',
  'sample',
  'video-sample',
  'game-engine-sample',
  'tabletop-campaign-sample',
  'visual-novel',
  'cyber-security-sample',
];
const create = '[Projects] POST /workspace/projects';
const importRule = '[Projects] POST /workspace/projects/import';
const listed = async (client: Client, path = '/workspace/projects') =>
  (await client.get(path)).body as { hash: string; name: string; updatedAt: string; createdAt: string; status: string }[];

rules(
  templates,
  () => [create, '[Project] hash', '[Project] projectId', '[What the service does 2.1]'],
  (template) => `the template ${template} makes a project`,
  async (client, template) => {
    const { status, body } = await client.post('/workspace/projects', { template });
    expect(status).toBe(201);
    expect(body).toEqual({
      message: 'Successful project creation',
      directory: null,
      projectId: expect.any(Number),
      hash: expect.stringMatching(/^\S+$/),
    });
    expect(Number.isInteger(body.projectId)).toBe(true);
    const { body: tree } = await client.get(`/${body.hash}/board`);
    expect(tree.some(({ type }: { type: string }) => type === 'board')).toBe(true);
    const { startingElement } = (await client.get(`/${body.hash}/json`)).body;
    if (template !== 'empty') expect(startingElement).toEqual(expect.any(String));
  },
);

rule([create, '[Common conventions 3]'], 'a template is one of the seven, and the only property', async (client) => {
  const before = (await listed(client)).length;
  for (const [body, field] of [
    [{}, 'template'],
    [{ template: 'Empty' }, 'template'],
    [{ template: null }, 'template'],
    [{ template: 3 }, 'template'],
    [{ template: 'empty', name: 'Mine' }, 'name'],
    [{ template: 'empty', surprise: 1 }, 'surprise'],
  ] as const) {
    const answer = await client.post('/workspace/projects', body);
    expect(answer.status, JSON.stringify(body)).toBe(400);
    expectFaultAt(answer, field);
  }
  expect(await listed(client)).toHaveLength(before);
});

rule(
  [
    '[Projects] GET /workspace/projects',
    '[Project] hash',
    '[Project] name',
    '[Project] updatedAt, createdAt',
    '[Project] status',
    '[States and transitions 1]',
  ],
  'the list has exactly its fields, the latest update first',
  async (client) => {
    const [one, two] = [await newStory(client), await newStory(client)];
    const order = async () => (await listed(client)).filter(({ hash }) => [one.hash, two.hash].includes(hash)).map(({ hash }) => hash);
    expect(await order()).toEqual([two.hash, one.hash]);
    await one.element();
    expect(await order()).toEqual([one.hash, two.hash]);
    const list = await listed(client);
    const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}(Z|\+00:00)$/;
    for (const project of list) {
      expect(Object.keys(project).sort()).toEqual(['createdAt', 'hash', 'name', 'status', 'updatedAt']);
      expect([project.updatedAt, project.createdAt]).toEqual([expect.stringMatching(iso), expect.stringMatching(iso)]);
      expect(project.status).toBe('active');
    }
    const times = list.map(({ updatedAt }) => updatedAt);
    expect(times).toEqual([...times].sort().reverse());
  },
);

rule(['[Projects] GET /user/projects', '[Versioning 2.1]'], 'the old address of the list returns the same', async (client) => {
  await newStory(client);
  expect(await listed(client, '/user/projects')).toEqual(await listed(client));
  expect(await listed(client.under('/api'), '/user/projects')).toEqual(await listed(client));
});

rule(
  ['[Projects] PATCH /{hash}', '[Project] name', '[Limits] Project name', '[Authentication] Rename project'],
  'a project is renamed, up to 255 characters',
  async (client) => {
    const story = await newStory(client);
    const named = async () => (await listed(client)).find(({ hash }) => hash === story.hash)?.name;
    for (const name of ['Ä story', '🙂'.repeat(255), 'x'.repeat(255)]) {
      const answer = await client.patch(`/${story.hash}`, { name });
      expect(answer).toMatchObject({ status: 200, body: { message: 'Project name was successfully updated' } });
      expect(Object.keys(answer.body)).toEqual(['message']);
      expect(await named()).toBe(name);
    }
    for (const [body, field] of [
      [{ name: '' }, 'name'],
      [{ name: 'x'.repeat(256) }, 'name'],
      [{ name: '🙂'.repeat(256) }, 'name'],
      [{ name: null }, 'name'],
      [{ name: 3 }, 'name'],
      [{}, 'name'],
      [{ name: 'a', surprise: 1 }, 'surprise'],
    ] as const) {
      const answer = await client.patch(`/${story.hash}`, body);
      expect(answer.status, JSON.stringify(body)).toBe(400);
      expectFaultAt(answer, field);
    }
    expect(await named()).toBe('x'.repeat(255));
    expect((await client.patch(`/${unknownId()}`, { name: 'a' })).status).toBe(404);
  },
);

rule(
  ['[Projects] DELETE /{hash}', '[Authentication] Delete project', '[Errors] 404'],
  'a deleted project does not exist for any request',
  async (client) => {
    const story = await newStory(client);
    const { status, body } = await client.remove(`/${story.hash}`);
    expect([status, body]).toEqual([200, { message: 'Successful project deletion' }]);
    expect((await listed(client)).map(({ hash }) => hash)).not.toContain(story.hash);
    for (const path of ['/board', '/css', '/comments', '/json']) expect((await client.get(`/${story.hash}${path}`)).status).toBe(404);
    expect((await client.remove(`/${story.hash}`)).status).toBe(404);
  },
);

rule(
  [
    '[Errors] 403',
    '[Authentication] Write projects',
    '[Authentication] Rename project',
    '[Authentication] Delete project',
    '[Projects] PATCH /{hash}',
    '[Projects] DELETE /{hash}',
    create,
    importRule,
  ],
  'keys that can only read write nothing, keys that can only write read nothing',
  async (client) => {
    const story = await newStory(client);
    const [reader, writer, looker] = [await readOnlyClient(client), await writeOnlyClient(client), await viewerClient(client)];
    const { json } = translatedFile();
    expect((await reader.post('/workspace/projects', { template: 'empty' })).status).toBe(403);
    expect((await reader.post('/workspace/projects/import', { name: 'a', project: json })).status).toBe(403);
    for (const other of [reader, looker]) {
      expect((await other.patch(`/${story.hash}`, { name: 'a' })).status).toBe(403);
      expect((await other.remove(`/${story.hash}`)).status).toBe(403);
    }
    expect((await writer.get('/workspace/projects')).status).toBe(403);
    expect((await writer.get('/user/projects')).status).toBe(403);
    expect((await writer.patch(`/${story.hash}`, { name: 'by writer' })).status).toBe(200);
    expect((await reader.get('/workspace/projects')).status).toBe(200);
  },
  { needs: ['accounts'] },
);

/** The minimal shape, with one element. */
function minimal() {
  const [board, element] = [unknownId(), unknownId()];
  const boards: Record<string, object> = {
    [board]: { name: 'One', elements: [element], notes: [], jumpers: [], branches: [], connections: [] },
  };
  const elements: Record<string, object> = { [element]: { title: '<p>A</p>', content: '<p>b</p>', outputs: [] } };
  return { board, element, project: { startingElement: element, boards, elements } };
}
const imported = (client: Client, project: unknown, name = 'Imported') => client.post('/workspace/projects/import', { name, project });

rule(
  [importRule, '[Projects 1]', '[Projects 2]', '[Projects 5]', '[Projects 8]', '[Project] projectId'],
  'the minimal form becomes a new project, completed with defaults, under the given name',
  async (client) => {
    const { board, element, project } = minimal();
    const name = `  Ä ${'x'.repeat(100)} `;
    const { status, body } = await imported(client, project, name);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toEqual({ hash: expect.any(String), projectId: expect.any(Number), name });
    expect((await listed(client)).find(({ hash }) => hash === body.hash)?.name).toBe(name);
    const read = (await client.get(`/${body.hash}/element/${element}`)).body;
    expect(read).toMatchObject({
      id: element,
      boardId: board,
      title: { en: { text: '<p>A</p>' } },
      width: 301,
      theme: 'default',
      components: [],
    });
    expect((await client.get(`/${body.hash}/asset`)).body).toEqual([
      expect.objectContaining({ type: 'folder', parentId: null, children: [] }),
    ]);
    expect((await client.get(`/${body.hash}/component`)).body).toEqual([expect.objectContaining({ type: 'folder', parentId: null })]);
    expect((await client.get(`/${body.hash}/json`)).body.startingElement).toBe(element);
    const again = await imported(client, project, name);
    expect(again.status).toBe(201);
    expect(again.body.hash).not.toBe(body.hash);
  },
);

rule(
  [importRule, '[Limits] Project name', '[Common conventions 3]', '[Projects 11]'],
  'name and project are required, of their types, and the only properties',
  async (client) => {
    const { project } = minimal();
    const before = (await listed(client)).length;
    for (const [body, field] of [
      [{ project }, 'name'],
      [{ name: 'a' }, 'project'],
      [{ name: 'x'.repeat(256), project }, 'name'],
      [{ name: 3, project }, 'name'],
      [{ name: 'a', project: 3 }, 'project'],
      [{ name: 'a', project: [] }, 'project'],
      [{ name: 'a', project: null }, 'project'],
      [{ name: 'a', project, surprise: 1 }, 'surprise'],
    ] as const) {
      const answer = await client.post('/workspace/projects/import', body);
      expect(answer.status, Object.keys(body).join()).toBe(400);
      expectFaultAt(answer, field);
    }
    expect(await listed(client)).toHaveLength(before);
  },
);

rule([importRule, '[Projects 3]', '[Projects 4]'], 'collections are maps, or objects with a byId map', async (client) => {
  const { element, project } = minimal();
  const { status, body } = await imported(client, { ...project, boards: { byId: project.boards }, elements: { byId: project.elements } });
  expect(status, JSON.stringify(body)).toBe(201);
  expect((await client.get(`/${body.hash}/element/${element}`)).status).toBe(200);
});

rule(
  [importRule, '[Projects 4]', '[Projects 6]', '[Projects 7]', '[Projects 11]', '[Projects 12]', '[Errors 2.1]', '[G27]'],
  'ids that are not UUIDs, dangling references and invalid rich text create nothing: 400 with details',
  async (client) => {
    const before = (await listed(client)).length;
    const wrong: [string, (story: ReturnType<typeof minimal>) => object][] = [
      ['an id that is no UUID', ({ project }) => ({ ...project, notes: { note_1: { content: null } } })],
      [
        'a board that names an element that is not there',
        ({ board, project }) => ({ ...project, boards: { [board]: { ...project.boards[board], elements: [unknownId()] } } }),
      ],
      ['a start that is not there', ({ project }) => ({ ...project, startingElement: unknownId() })],
      [
        'an output that is not there',
        ({ element, project }) => ({ ...project, elements: { [element]: { ...project.elements[element], outputs: [unknownId()] } } }),
      ],
      [
        'invalid rich text',
        ({ element, project }) => ({
          ...project,
          elements: { [element]: { ...project.elements[element], content: '<p>a<script>b</script></p>' } },
        }),
      ],
      ['boards that are no map', ({ project }) => ({ ...project, boards: 3 })],
    ];
    for (const [what, make] of wrong) {
      const { status, body } = await imported(client, make(minimal()));
      expect(status, what).toBe(400);
      expect(Object.keys(body.errors).length, `${what}: ${JSON.stringify(body)}`).toBeGreaterThan(0);
    }
    const { project, board } = minimal();
    const dangling = await imported(client, { ...project, boards: { [board]: { ...project.boards[board], elements: [unknownId()] } } });
    expect(dangling.body.title).toBe('Project integrity exception during import.');
    expect(dangling.body.detail).not.toMatch(/repair/i);
    expect(await listed(client)).toHaveLength(before);
  },
);

rule([importRule, '[Projects 9]', '[G26]'], 'variables of a board become its attributes', async (client) => {
  const { board, project } = minimal();
  const [id, root] = [unknownId(), unknownId()];
  const variables = {
    [root]: { root: true, children: [id] },
    [id]: { name: 'hp', type: 'integer', value: 7, cType: 'boards', cId: board },
  };
  const { status, body } = await imported(client, { ...project, variables });
  expect(status, JSON.stringify(body)).toBe(201);
  expect((await client.get(`/${body.hash}/board/${board}/attributes`)).body).toEqual([
    expect.objectContaining({ customId: 'hp', cType: 'boards', value: { type: 'integer', data: 7 } }),
  ]);
});

rule(
  [importRule, '[Projects 3]', '[Projects 10]', '[G19]', '[What the service does 2.4]'],
  'an export is imported without loss, except for its assets',
  async (client) => {
    const story = await newStory(client);
    const asset = await story.asset();
    const [element, component] = [await story.element({ title: '<p>A</p>' }), await story.component({ name: 'Ada' })];
    await story.patch(`/element/${element}/cover`, { cover: { id: asset } });
    await story.patch(`/component/${component}/cover`, { cover: { id: asset } });
    const sound = await story.asset({ name: 'a.mp3', type: 'audio' });
    await story.create(`/element/${element}/audio`, { assetId: sound });
    const list = await story.attribute(`/element/${element}`, { value: { type: 'asset-list', data: [{ id: 'a', asset }] } });
    const note = await story.note({ content: '<p>n</p>' });
    const { status, body } = await imported(client, await story.read('/json'));
    expect(status, JSON.stringify(body)).toBe(201);
    const read = async (path: string) => (await client.get(`/${body.hash}${path}`)).body;
    expect((await read('/asset')).length).toBe(1);
    const copy = await read(`/element/${element}`);
    expect(copy).toMatchObject({ title: { en: { text: '<p>A</p>' } } });
    expect(copy.assets?.cover ?? null).toBeNull();
    expect(copy.assets?.audio ?? []).toEqual([]);
    expect((await read(`/attribute/${list}`)).value).toEqual({ type: 'asset-list', data: null });
    expect(JSON.stringify(await read(`/component/${component}`))).not.toContain(asset);
    expect((await read(`/note/${note}`)).content).toBe('<p>n</p>');
  },
);

rule(
  ['[Authentication] Import project', '[Authentication] Create project', '[Projects 11]', '[Limits 7.1]', '[G9]', '[Errors] 400'],
  'exceeding the capacity in projects or items is a 400, and nothing is created',
  async (client) => {
    const service = client.service;
    const { body: list } = await client.get('/workspace/projects');
    const { project } = minimal();
    try {
      await service.ask('workspace.set', { projects: list.length });
      expect((await client.post('/workspace/projects', { template: 'empty' })).status).toBe(400);
      expect((await imported(client, project)).status).toBe(400);
      await service.ask('workspace.set', { projects: list.length + 1, items: 2 });
      const story = await newStory(client);
      await service.ask('workspace.set', { projects: null });
      await story.element();
      await story.jumper();
      const note = await story.note();
      for (const kind of ['element', 'jumper', 'branch']) await story.refuse(400, 'POST', `/${kind}`, { boardId: story.board, x: 0, y: 0 });
      await story.refuse(400, 'POST', '/component', { name: 'a' });
      await story.create('/component', { name: 'Folder', type: 'folder' });
      await service.ask('workspace.set', { items: 0 });
      await story.patch(`/note/${note}`, { content: '<p>changed</p>' });
      await story.note();
      expect((await imported(client, project)).status).toBe(400);
    } finally {
      await service.ask('workspace.set', { projects: null, items: null });
    }
  },
  { needs: ['accounts'] },
);
