/** Parts of answers that clients rely on beside the body: headers, the methods of a path, the context of a conflict, and which of several errors comes first. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, openClient } from '../../conformance/client.ts';
import { inProcessPlace } from '../../conformance/in-process.ts';
import type { ServiceAt } from '../../conformance/place.ts';
import { newStory, type Story, unknownId } from '../../conformance/story.ts';

let service: ServiceAt;
let client: Client;
let story: Story;
beforeAll(async () => {
  service = await inProcessPlace.open();
  client = openClient(service);
  story = await newStory(client);
});
afterAll(() => service.close());

describe('headers', () => {
  test('[Errors] 401 names the scheme of keys', async () => {
    const { status, headers } = await client.as('no key').get('/workspace/projects');
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });

  test('no answer is cached or read as another type', async () => {
    for (const { headers } of [await story.get('/board'), await client.get(`/${unknownId()}/board`)]) {
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test('[Errors] 405 lists the methods of the path, in the header and in the sentence', async () => {
    const element = await story.element();
    for (const [path, allowed] of [
      [`/element/${element}`, 'GET, HEAD, PATCH, DELETE'],
      ['/json', 'GET, HEAD'],
      ['/element', 'POST'],
    ] as const) {
      const { status, headers, body } = await client.send('PUT', `/${story.hash}${path}`);
      expect([status, headers.get('allow')?.split(', ').sort()]).toEqual([405, allowed.split(', ').sort()]);
      for (const method of allowed.split(', ')) expect(body.detail).toContain(method);
    }
  });
});

describe('paths', () => {
  test('[Endpoints] an address that only contains that of the API does not belong to it', async () => {
    const headers = { authorization: `Bearer ${service.key}`, accept: 'application/json' };
    for (const prefix of ['/x/api/v1', '/x/api']) {
      const response = await client.raw(`${prefix}/${story.hash}/board`, { method: 'GET', headers });
      expect(response.status).toBe(404);
    }
  });

  test('[G3] the project is checked before what is unknown in it: one of another workspace is a 403, a missing one a 404', async () => {
    const other = client.as(await service.otherWorkspace());
    expect((await other.get(`/${story.hash}/nothing/here`)).status).toBe(403);
    const [missing, unknown] = [await client.get(`/${unknownId()}/nothing/here`), await client.get(`/${story.hash}/nothing/here`)];
    expect([missing.status, unknown.status]).toEqual([404, 404]);
    expect(missing.body.detail).not.toBe(unknown.body.detail);
  });
});

describe('errors', () => {
  test('[Errors 3, G10] the context of a conflict names the kind and the id that are missing', async () => {
    const id = unknownId();
    const note = await client.post(`/${story.hash}/note`, { boardId: id, x: 0, y: 0 });
    expect([note.status, note.body.conflictType, note.body.context]).toEqual([409, 'missing_parent', { kind: 'board', id }]);
  });

  test('[G3] a folder in the place of a board is a 400, also where something else does not exist (404) or conflicts (409)', async () => {
    const boardId = await story.boardFolder();
    const at = { boardId, x: 0, y: 0 };
    const target = { targetid: await story.element(), targetType: 'elements' };
    for (const sourceid of [await story.element(), unknownId()])
      await story.refuse(400, 'POST', '/connection', { boardId, sourceid, sourceType: 'elements', ...target }, 'boardId');
    await story.refuse(400, 'POST', '/jumper', { ...at, elementId: unknownId() }, 'boardId');
    await story.refuse(404, 'POST', '/jumper', { ...at, boardId: story.board, elementId: unknownId() });
    const parentId = await story.element();
    for (const path of ['/board', '/component']) await story.refuse(404, 'POST', path, { parentId });
  });

  test('[G3] all fields with faults are reported together, whichever rule finds them', async () => {
    const [folder, taken, board] = [await story.boardFolder(), 'taken_once', await story.newBoard({ customId: 'taken_once' })];
    const componentFolder = await story.create('/component', { type: 'folder' });
    const asset = await story.asset();
    const paths = async (path: string, body: object, status = 400) => {
      const answer = await client.post(`/${story.hash}${path}`, body);
      expect([path, answer.status]).toEqual([path, status]);
      return Object.keys(answer.body.errors).sort();
    };
    expect(await paths('/board', { parentId: board, customId: taken })).toEqual(['customId', 'parentId']);
    expect(await paths('/element', { boardId: folder, x: 39_999, y: 0 })).toEqual(['boardId', 'x']);
    expect(await paths('/element', { boardId: folder, x: -1 })).toEqual(['boardId', 'x', 'y']);
    const list = (...ids: string[]) => ({
      value: { type: 'component-list', data: ids.map((component, at) => ({ id: `r${at}`, component })) },
    });
    const attribute = `/element/${await story.element()}/attribute`;
    expect(await paths(attribute, list(unknownId(), componentFolder))).toEqual(['value.data.0.component', 'value.data.1.component']);
    const twice = { value: { type: 'component-list', data: [0, 1].map(() => ({ id: 'r', component: componentFolder })) } };
    expect(await paths(attribute, twice)).toEqual(['value.data', 'value.data.0.component', 'value.data.1.component']);
    expect(await paths(`/component/${componentFolder}/attribute`, list(unknownId()))).toEqual([
      expect.stringMatching(/^(cId|componentId)$/),
      'value.data.0.component',
    ]);
    const variable = { customId: 'hp', value: { type: 'integer' } };
    await story.create(`/board/${board}/attribute`, variable);
    expect(await paths(`/board/${board}/attribute`, { ...variable, value: { type: 'integer', data: 'x' } })).toEqual([
      'customId',
      'value.data',
    ]);
    expect(await paths('/asset', { name: 'x', parentId: asset, size: '1' })).toEqual(['parentId', 'type']);
    expect(await paths('/asset', { parentId: asset })).toEqual(['name', 'parentId']);
    expect(await paths('/element', { boardId: story.board, x: 39_999, y: 0, 'x.y': 1 })).toEqual(['x', 'x.y']);
  });

  test('[Errors 2] errors have the names of the request: fields of its body, parameters of its path, and root_asset', async () => {
    const [boardId, element] = [await story.boardFolder(), await story.element()];
    await story.refuse(400, 'PATCH', `/element/${element}/linked-board`, { boardId }, 'boardId');
    const attribute = { value: { type: 'rich-text' } };
    await story.refuse(400, 'POST', `/board/${boardId}/attribute`, attribute, 'boardId');
    await story.refuse(400, 'POST', `/board/${story.board}/attribute`, { ...attribute, cId: 'x' }, 'cId');
    await story.refuse(400, 'POST', `/component/${await story.componentFolder()}/attribute`, attribute, 'componentId');
    await story.refuse(400, 'PATCH', `/element/${element}`, { 'title/en': 5 }, 'title/en');
    for (const answer of [
      await client.get(`/${story.hash}/asset/root_asset/file`),
      await client.patch(`/${story.hash}/board/${story.board}/index`, { index: 0, parentId: 'root_asset' }),
    ])
      expect([answer.status, answer.body.detail]).toEqual([404, expect.stringContaining('root_asset')]);
  });

  test('[G3] errors of the form of a field and of the project are reported together', async () => {
    await story.variable({ name: 'taken' });
    const { status, body } = await client.post(`/${story.hash}/variable`, { name: 'taken', parentId: 7 });
    expect([status, Object.keys(body.errors).sort()]).toEqual([400, ['name', 'parentId']]);
  });

  test('[G1] a form without a boundary is still treated as a form', async () => {
    const single = await inProcessPlace.open({ uploadFlow: 'single' });
    try {
      const own = await newStory(openClient(single));
      const post = (type: string) => own.client.with({ 'Content-Type': type }).post(`/${own.hash}/asset`, '{}');
      const [form, text] = [await post('multipart/form-data'), await post('text/plain')];
      expect([form.status, Object.keys(form.body.errors)]).toEqual([400, ['file']]);
      expect([text.status, Object.keys(text.body.errors)]).toEqual([400, ['Content-Type']]);
    } finally {
      await single.close();
    }
  });
});

describe('limits of the plan', () => {
  test('[Project capacity, G9] folders of components do not count as items, components do', async () => {
    const own = await inProcessPlace.open();
    try {
      const limited = await newStory(openClient(own));
      await own.ask('workspace.set', { items: 4 });
      for (let count = 0; count < 3; count++) await limited.componentFolder();
      for (let count = 0; count < 4; count++) await limited.component();
      const { status, body } = await limited.client.post(`/${limited.hash}/component`, { name: 'One more' });
      expect([status, Object.keys(body.errors)]).toEqual([400, ['project']]);
      await limited.componentFolder();
    } finally {
      await own.close();
    }
  });
});

test('[Exports] only formats that have texts of one language fall back to another one, even if nothing is asked for', async () => {
  const { hash } = await service.ask('project.create', { template: 'sample' });
  const read = async (query: string) => JSON.stringify((await client.get(`/${hash}/json${query}`)).body);
  const locale = 'de';
  const plain = await read(`?locale=${locale}`);
  expect(await read(`?locale=${locale}&fallbackContents=true`)).toBe(plain);
});
