/** The same checks for every row of the route table that reads or writes a project. */
import { expect } from 'vitest';
import { clientWithoutProjects, readOnlyClient, viewerClient, writeOnlyClient } from './keys.ts';
import { readRows } from './read-rows.ts';
import { rule, rules } from './rule.ts';
import { expectEnvelope, expectFaultAt, newStory, unknownId } from './story.ts';
import type { WriteRow } from './write-row.ts';
import { writeRows } from './write-rows.ts';

const ids = ({ rule: id }: { rule: string | readonly string[] }) => id;
const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** The path with one of its ids replaced by an unknown one, for each of its ids. */
function* pathsWithMissingIds(path: string): Generator<string> {
  for (const { 0: id, index } of path.matchAll(uuids)) yield path.slice(0, index) + unknownId() + path.slice(index + id.length);
}
const withPath = ({ method }: WriteRow) => (method === 'POST' ? 201 : 200);

rules(
  writeRows,
  (row) => [
    ...[ids(row)].flat(),
    '[Endpoints 5]',
    '[Endpoints 6]',
    '[Versioning 3.1]',
    '[Errors] 200',
    '[Errors] 201',
    '[What the service does 1]',
    '[What the service does 2.2]',
    '[Project Content REST Service Specification 3]',
  ],
  () => 'succeeds with exactly its envelope and the version raised by one',
  async (client, row) => {
    const story = await newStory(client);
    const { path, body } = await row.make(story);
    const before = await story.version();
    const answer = await client.send(row.method, `/${story.hash}${path}`, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(withPath(row));
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expectEnvelope(answer.body, { changed: true, id: row.method === 'POST' });
    expect(answer.body.version).toBe(before);
  },
);

rules(
  readRows,
  (row) => [...[ids(row)].flat(), '[What the service does 4]', '[What the service does 1]', '[What the service does 2.2]'],
  () => 'answers 200 with exactly its fields, as JSON, and changes nothing',
  async (client, row) => {
    const story = await newStory(client);
    const path = await row.make(story);
    const before = await story.version();
    const { status, headers, body } = await client.get(`/${story.hash}${path}`);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    row.shape(body, story);
    expect(await story.version()).toBe(before);
  },
);

rules(
  writeRows.filter(({ method }) => method !== 'DELETE'),
  (row) => [...[ids(row)].flat(), '[Common conventions 3]', '[Errors] 400'],
  () => 'rejects a property that it does not know, by its name, and applies nothing',
  async (client, row) => {
    const story = await newStory(client);
    const { path, body } = await row.make(story);
    await story.refuse(400, row.method, path, { ...body, surprise: 1 }, 'surprise');
    await story.refuse(400, row.method, path, { ...body, id2: null, surprise: 1 }, 'surprise', 'id2');
  },
);

rules(
  writeRows.filter(({ method }) => method === 'POST'),
  (row) => [...[ids(row)].flat(), '[Common conventions 2]'],
  () => 'rejects an id that a client sends',
  async (client, row) => {
    const story = await newStory(client);
    const { path, body } = await row.make(story);
    await story.refuse(400, 'POST', path, { ...body, id: unknownId() }, 'id');
  },
);

rules(
  writeRows.filter(({ method }) => method === 'PATCH'),
  (row) => [...[ids(row)].flat(), '[Endpoints 7]', '[Errors] 400'],
  () => 'rejects a body without any field',
  async (client, row) => {
    const story = await newStory(client);
    const { path } = await row.make(story);
    await story.refuse(400, 'PATCH', path, {});
    await story.refuse(400, 'PATCH', path, undefined);
  },
);

rules(
  writeRows.filter(({ required }) => required),
  (row) => [...[ids(row)].flat(), '[Project Content REST Service Specification 5]'],
  ({ required }) => `gives 400 without ${required?.join(', ')}, each by its name, all at once`,
  async (client, { method, make, required = [] }) => {
    const story = await newStory(client);
    const { path, body = {} } = await make(story);
    for (const field of required) {
      const { [field]: _, ...rest } = body;
      await story.refuse(400, method, path, rest, field);
    }
    await story.refuse(400, method, path, { surprise: 1 }, ...required, 'surprise');
  },
);

rules(
  writeRows.flatMap((row) => Object.entries(row.bad ?? {}).map(([field, values]) => ({ ...row, field, values }))),
  ids,
  ({ field, values }) => `refuses ${field} that is ${shortly(values)}`,
  async (client, { make, method, field, values }) => {
    const story = await newStory(client);
    const { path, body } = await make(story);
    for (const value of values) await story.refuse(400, method, path, { ...body, [field]: value }, field);
  },
);

rules(
  writeRows.flatMap((row) => Object.entries(row.good ?? {}).map(([field, values]) => ({ ...row, field, values }))),
  ids,
  ({ field, values }) => `takes ${field} that is ${shortly(values)}`,
  async (client, { make, method, field, values }) => {
    const story = await newStory(client);
    for (const value of values) {
      const { path, body } = await make(story);
      await story.write(method, path, { ...body, [field]: value });
    }
  },
);

rules(
  [
    ...writeRows,
    ...readRows.map(({ rule: id, make }) => ({
      rule: id,
      method: 'GET',
      make: async (story: Parameters<typeof make>[0]) => ({ path: await make(story), body: undefined }),
    })),
  ],
  (row) => [...[ids(row)].flat(), '[Errors] 404', '[Errors 5.1]', '[Endpoints 4]', '[Project Content REST Service Specification 4]'],
  () => 'gives 404 for an unknown project and for every id of its path that is not there',
  async (client, row) => {
    const story = await newStory(client);
    const { path, body } = await row.make(story);
    for (const gone of pathsWithMissingIds(path)) {
      const answer = await client.send(row.method, `/${story.hash}${gone}`, body);
      expect(answer.status, `${row.method} ${gone}: ${JSON.stringify(answer.body)}`).toBe(404);
    }
    expect((await client.send(row.method, `/${unknownId()}${path}`, body)).status).toBe(404);
  },
);

rules(
  writeRows,
  (row) => [
    ...[ids(row)].flat(),
    '[Errors] 403',
    '[Authentication] Read projects',
    '[Authentication] Write projects',
    '[Authentication] Create, update, move, reorder, delete resources',
    '[Authentication 5.2]',
  ],
  () => 'is 403 for a key that can only read and for a member who cannot edit, and applies nothing',
  async (client, row) => {
    const story = await newStory(client);
    const { path, body } = await row.make(story);
    const before = await story.version();
    for (const other of [await readOnlyClient(client), await viewerClient(client), await clientWithoutProjects(client)])
      expect((await other.send(row.method, `/${story.hash}${path}`, body)).status).toBe(403);
    expect(await story.version()).toBe(before);
    expect((await (await writeOnlyClient(client)).send(row.method, `/${story.hash}${path}`, body)).status).toBe(withPath(row));
  },
  { needs: ['accounts'] },
);

rules(
  readRows,
  (row) => [
    ...[ids(row)].flat(),
    '[Errors] 403',
    '[Authentication] Read projects',
    '[Authentication] Retrieve resources, CSS, asset files',
    '[Authentication 5.2]',
  ],
  () => 'is 403 for a key that can only write and for a member who cannot view, and 200 for one who can',
  async (client, row) => {
    const story = await newStory(client);
    const path = `/${story.hash}${await row.make(story)}`;
    expect((await (await writeOnlyClient(client)).get(path)).status).toBe(403);
    expect((await (await clientWithoutProjects(client)).get(path)).status).toBe(403);
    expect((await (await viewerClient(client)).get(path)).status).toBe(200);
    expect((await (await readOnlyClient(client)).get(path)).status).toBe(200);
  },
  { needs: ['accounts'] },
);

rule(
  ['[Versioning 1.1]', '[Versioning 1.2]', '[Endpoints 1]', '[Endpoints 2]'],
  'every row also exists below /api, with the same responses',
  async (client) => {
    const old = client.under('/api');
    for (const row of writeRows) {
      const story = await newStory(client);
      const { path, body } = await row.make(story);
      const answer = await old.send(row.method, `/${story.hash}${path}`, body);
      expect(answer.status, `${row.rule}: ${JSON.stringify(answer.body)}`).toBe(withPath(row));
      expectEnvelope(answer.body, { changed: true, id: row.method === 'POST' });
    }
    const story = await newStory(client);
    for (const { make, rule: id } of readRows) {
      const path = `/${story.hash}${await make(story)}`;
      expect((await old.get(path)).body, String(id)).toEqual((await client.get(path)).body);
    }
    expect((await client.under('/api/v2').get(`/${story.hash}/board`)).status).toBe(404);
  },
);

rule('[Errors] 405', 'a method that a path does not support is a 405', async (client) => {
  const story = await newStory(client);
  for (const { make, rule: id } of readRows.filter(({ rule: each }) => !String(each).includes('Exports'))) {
    const path = await make(story);
    expect((await client.send('PUT', `/${story.hash}${path}`, {})).status, `PUT ${id}`).toBe(405);
  }
  for (const path of ['/board', '/element/x', '/css', '/comments', '/json'])
    expect((await client.send('PUT', `/${story.hash}${path}`, {})).status, `PUT ${path}`).toBe(405);
  for (const [method, path] of [
    ['GET', '/element'],
    ['DELETE', '/board'],
    ['POST', '/css'],
    ['DELETE', '/css'],
    ['PATCH', '/json'],
    ['POST', '/starting-element'],
    ['GET', '/starting-element'],
    ['POST', '/comments'],
    ['PATCH', '/comments'],
    ['DELETE', '/comments'],
  ] as const)
    expect((await client.send(method, `/${story.hash}${path}`, method === 'GET' ? undefined : {})).status, `${method} ${path}`).toBe(405);
});

rule(['[Errors] 400', '[What the service does 4]', '[Authentication 1.2]'], 'a body that is not a JSON object is a 400', async (client) => {
  const story = await newStory(client);
  for (const body of ['{', '[]', '"a"', '3', 'null', '{"x": 1,}', 'true', '[{"boardId": 1}]'])
    await story.refuse(400, 'POST', '/element', body);
});

rule('[Errors 2.1]', 'all errors of a request are reported together, each by its path', async (client) => {
  const story = await newStory(client);
  const answer = await story.refuse(400, 'POST', '/element', {
    boardId: 3,
    x: -1,
    theme: 'grey',
    title: { en: 3 },
    surprise: 1,
    autoHeight: 'yes',
  });
  for (const field of ['boardId', 'x', 'y', 'theme', 'title', 'surprise', 'autoHeight']) expectFaultAt(answer, field);
});

function shortly(values: readonly unknown[]): string {
  const text = values.map((value) => JSON.stringify(value)).join(' or ');
  return text.length > 90 ? `${text.slice(0, 90)} …` : text;
}
