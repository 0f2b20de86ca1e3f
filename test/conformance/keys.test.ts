/** [Authentication]: keys, their permissions, what their members may do, workspaces. */
import { expect } from 'vitest';
import { clientWithoutProjects, clientWithRights, readOnlyClient, viewerClient, writeOnlyClient } from './keys.ts';
import { rule, rules } from './rule.ts';
import { newStory, unknownId } from './story.ts';
import { translatedFile } from './translated.ts';

const json = { Accept: 'application/json' };
const isListed = (list: { hash: string }[], hash: string) => list.some((project) => project.hash === hash);

rule(
  ['[Authentication 2.1]', '[Authentication 1.1]', '[Errors] 401', '[Endpoints 3]'],
  'a missing or invalid key is a 401 without details',
  async (client) => {
    const story = await newStory(client);
    const wrong = [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      'Bearer wrong',
      `Bearer ${client.service.key}x`,
      client.service.key,
      `Basic ${client.service.key}`,
      `Bearer ${client.service.key.slice(0, -1)}`,
    ];
    for (const [method, path] of [
      ['GET', `/${story.hash}/board`],
      ['GET', '/workspace/projects'],
      ['POST', '/workspace/projects'],
      ['DELETE', `/${story.hash}`],
      ['GET', `/${unknownId()}/board`],
      ['HEAD', `/${story.hash}/json`],
    ] as const)
      for (const authorization of wrong) {
        const response = await client.raw(`/api/v1${path}`, {
          method,
          headers: { ...json, ...(authorization !== undefined && { Authorization: authorization }) },
        });
        expect(response.status, `${method} ${path} ${authorization?.slice(0, 12)}`).toBe(401);
        if (method !== 'HEAD') expect(await response.json()).toEqual({ error: 'Unauthenticated.' });
      }
    expect((await client.get(`/${story.hash}/board`)).status).toBe(200);
  },
);

rule(
  ['[Authentication 2.2]', '[G14]'],
  'without Accept: application/json and a valid key, the response is a 302 to /login or a 401',
  async (client) => {
    const story = await newStory(client);
    for (const headers of [{}, { Accept: 'text/html' }, { Accept: 'text/html', Authorization: 'Bearer wrong' }]) {
      const response = await client.raw(`/api/v1/${story.hash}/board`, { method: 'GET', headers: headers as Record<string, string> });
      expect([302, 401]).toContain(response.status);
      if (response.status === 302) expect(response.headers.get('location')).toMatch(/\/login$/);
    }
  },
);

rule(
  ['[Authentication 3.1]', '[Authentication 3.2]', '[G11]'],
  'a key can read by default, needs a permission, and is listed without its value',
  async (client) => {
    const { ask } = client.service;
    const made = await ask('apiKey.create', { name: 'plain' });
    expect(made.permissions).toEqual(['project:read']);
    await expect(ask('apiKey.create', { name: 'none', permissions: [] })).rejects.toThrow();
    const list = await ask('apiKey.list', {});
    expect(JSON.stringify(list)).not.toContain(made.key);
    const both = await clientWithRights(client, { key: ['project:read', 'project:write'] });
    const story = await newStory(both);
    expect((await both.get(`/${story.hash}/board`)).status).toBe(200);
  },
  { needs: ['accounts'] },
);

rule(
  ['[Authentication 3.5]', '[Authentication 6]', '[G11]', '[Errors] 401', '[Errors] 403', '[Authentication] Write projects'],
  'permissions change immediately, and a revoked key is a 401',
  async (client) => {
    const { ask } = client.service;
    const story = await newStory(client);
    const made = await ask('apiKey.create', { name: 'changing', permissions: ['project:read', 'project:write'] });
    const other = client.as(made.key);
    const note = { boardId: story.board, x: 0, y: 0 };
    expect((await other.post(`/${story.hash}/note`, note)).status).toBe(201);
    await ask('apiKey.change', { id: made.id, permissions: ['project:read'] });
    expect((await other.post(`/${story.hash}/note`, note)).status).toBe(403);
    expect((await other.get(`/${story.hash}/board`)).status).toBe(200);
    await ask('apiKey.change', { id: made.id, permissions: ['project:write'] });
    expect((await other.get(`/${story.hash}/board`)).status).toBe(403);
    expect((await other.head(`/${story.hash}/json`)).status).toBe(403);
    expect((await other.post(`/${story.hash}/note`, note)).status).toBe(201);
    await ask('apiKey.revoke', { id: made.id });
    expect((await other.get(`/${story.hash}/board`)).status).toBe(401);
    expect((await other.post(`/${story.hash}/note`, note)).status).toBe(401);
  },
  { needs: ['accounts'] },
);

rule(
  ['[Authentication] List workspace projects', '[G2]', '[Errors] 403'],
  'a member who cannot view the projects of the workspace gets a 403, an external member the assigned projects',
  async (client) => {
    const [story, other] = [await newStory(client), await newStory(client)];
    const outside = await clientWithRights(client, { workspace: ['createProjects'], projects: ['view', 'edit'] });
    expect((await outside.get('/workspace/projects')).status).toBe(403);
    const external = await clientWithRights(client, { external: true, only: { [story.hash]: ['view'] } });
    const { status, body } = await external.get('/workspace/projects');
    expect(status).toBe(200);
    expect(body.map(({ hash }: { hash: string }) => hash)).toEqual([story.hash]);
    expect((await external.get(`/${story.hash}/board`)).status).toBe(200);
    expect((await external.patch(`/${story.hash}`, { name: 'a' })).status).toBe(403);
    expect((await external.get(`/${other.hash}/board`)).status).toBe(403);
    const nowhere = await clientWithRights(client, { external: true, only: {} });
    expect((await nowhere.get('/workspace/projects')).status).toBe(403);
    expect(isListed((await (await viewerClient(client)).get('/workspace/projects')).body, story.hash)).toBe(true);
  },
  { needs: ['accounts'] },
);

rules(
  [
    {
      id: '[Authentication] Create project',
      right: 'createProjects' as const,
      send: (body: object) => ({ path: '/workspace/projects', body: { template: 'empty', ...body } }),
    },
    {
      id: '[Authentication] Import project',
      right: 'importProjects' as const,
      send: () => ({ path: '/workspace/projects/import', body: { name: 'a', project: translatedFile().json } }),
    },
  ],
  ({ id }) => [id, '[Errors] 403', '[Authentication 5.2]', '[What the service does 3.2]'],
  ({ right }) => `needs the permission ${right} on the workspace`,
  async (client, { right, send }) => {
    const { path, body } = send({});
    const others = (['viewProjects', 'createProjects', 'importProjects'] as const).filter((each) => each !== right);
    const without = await clientWithRights(client, { workspace: others, projects: ['view', 'edit', 'delete'] });
    expect((await without.post(path, body)).status).toBe(403);
    const just = await clientWithRights(client, { workspace: [right], projects: [] });
    expect((await just.post(path, body)).status).toBe(201);
  },
  { needs: ['accounts'] },
);

rule(
  [
    '[Authentication] Rename project',
    '[Authentication] Delete project',
    '[Authentication] Create, update, move, reorder, delete resources',
    '[Errors] 403',
  ],
  'renaming needs Edit, deleting needs Delete, and neither includes the other',
  async (client) => {
    const story = await newStory(client);
    const editor = await clientWithRights(client, { projects: ['view', 'edit'] });
    const remover = await clientWithRights(client, { projects: ['view', 'delete'] });
    expect((await editor.patch(`/${story.hash}`, { name: 'edited' })).status).toBe(200);
    expect((await editor.patch(`/${story.hash}/css`, { css: 'a' })).status).toBe(200);
    expect((await editor.remove(`/${story.hash}`)).status).toBe(403);
    expect((await remover.patch(`/${story.hash}`, { name: 'a' })).status).toBe(403);
    expect((await remover.patch(`/${story.hash}/css`, { css: 'b' })).status).toBe(403);
    expect((await remover.remove(`/${story.hash}`)).status).toBe(200);
  },
  { needs: ['accounts'] },
);

rule(
  [
    '[Authentication] Create, update, move, reorder, delete resources',
    '[Authentication] Retrieve resources, CSS, asset files',
    '[Errors] 403',
  ],
  'the permissions of a member for one project apply to that project only',
  async (client) => {
    const [story, other] = [await newStory(client), await newStory(client)];
    const member = await clientWithRights(client, { projects: ['view'], only: { [story.hash]: ['view', 'edit'] } });
    const place = { boardId: story.board, x: 0, y: 0 };
    expect((await member.post(`/${story.hash}/note`, place)).status).toBe(201);
    expect((await member.post(`/${other.hash}/note`, { ...place, boardId: other.board })).status).toBe(403);
    expect((await member.get(`/${other.hash}/board`)).status).toBe(200);
  },
  { needs: ['accounts'] },
);

rule(
  ['[Comments 4]', '[Authentication] Retrieve resources, CSS, asset files'],
  'comments need the permission to read and View on the project',
  async (client) => {
    const story = await newStory(client);
    expect((await (await writeOnlyClient(client)).get(`/${story.hash}/comments`)).status).toBe(403);
    expect((await (await clientWithoutProjects(client)).get(`/${story.hash}/comments`)).status).toBe(403);
    expect((await (await viewerClient(client)).get(`/${story.hash}/comments`)).status).toBe(200);
    expect((await (await readOnlyClient(client)).get(`/${story.hash}/comments`)).status).toBe(200);
  },
  { needs: ['accounts'] },
);

rule(
  ['[Authentication 5.1]', '[What the service does 3.1]', '[What the service does 3.2]', '[Projects 1]', '[Errors] 403'],
  'a key works only in its own workspace',
  async (client) => {
    const other = client.as(await client.service.otherWorkspace());
    const theirs = await newStory(other);
    const mine = await newStory(client);
    expect(isListed((await client.get('/workspace/projects')).body, theirs.hash)).toBe(false);
    expect(isListed((await other.get('/workspace/projects')).body, theirs.hash)).toBe(true);
    for (const [who, hash] of [
      [client, theirs.hash],
      [other, mine.hash],
    ] as const) {
      expect((await who.get(`/${hash}/board`)).status).toBe(403);
      expect((await who.patch(`/${hash}`, { name: 'a' })).status).toBe(403);
      expect((await who.remove(`/${hash}`)).status).toBe(403);
    }
  },
  { needs: ['workspaces'] },
);

rule(
  ['[Errors] 401', '[Errors] 403', '[Errors] 404', '[Errors] 405', '[Errors] 400', '[G3]'],
  'the first error is reported, in this order: key, permission, project, method, request',
  async (client) => {
    const story = await newStory(client);
    const reader = await readOnlyClient(client);
    const at = (path: string, method: string, key: string) =>
      client.raw(`/api/v1/${path}`, {
        method,
        headers: { ...json, Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        ...(method !== 'GET' && { body: '{"surprise":1}' }),
      });
    expect((await at(`${unknownId()}/element`, 'POST', 'wrong')).status).toBe(401);
    expect((await reader.post(`/${unknownId()}/element`, { surprise: 1 })).status).toBe(403);
    expect((await client.post(`/${unknownId()}/element`, { surprise: 1 })).status).toBe(404);
    expect((await (await viewerClient(client)).post(`/${story.hash}/element`, { surprise: 1 })).status).toBe(403);
    expect((await client.send('DELETE', `/${story.hash}/element`, { surprise: 1 })).status).toBe(405);
    expect((await client.patch(`/${story.hash}/element/${unknownId()}`, { surprise: 1 })).status).toBe(400);
    expect((await client.patch(`/${story.hash}/element/${unknownId()}`, { x: 1 })).status).toBe(404);
  },
  { needs: ['accounts'] },
);
