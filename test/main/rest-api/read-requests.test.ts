/** Reads and exports as requests, through the whole service: every row of the table that only reads, with a key that may only read. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LocalBackend, openBackend } from '../../../main/app/backend/backend.ts';
import { createInvoke } from '../../../shared/contracts/ipc/backend.ts';
import { replySchemaFor } from '../../../shared/contracts/rest/replies.ts';
import { pathParamKinds } from '../../../shared/contracts/rest/routes/route.ts';
import { routes } from '../../../shared/contracts/rest/routes/routes.ts';
import { isKindName, itemKinds } from '../../../shared/model/kinds/kinds.ts';
import { createTestEnvironment } from '../../test-environment.ts';

let parts: LocalBackend;
let key: string;
const hashes: string[] = [];
/** Ids by kind, of every project. */
const known = new Map<string, Map<string, string[]>>();

beforeAll(async () => {
  parts = await openBackend(null, createTestEnvironment());
  const ask = createInvoke(parts);
  await ask('workspace.set', { seats: 100_000 });
  ({ key } = await ask('apiKey.create', { name: 'reader', permissions: ['project:read'] }));
  const writer = await ask('apiKey.create', { name: 'writer', permissions: ['project:write'] });
  for (const template of ['sample', 'game-engine-sample', 'tabletop-campaign-sample', 'empty']) {
    const made = await send('POST', '/api/v1/workspace/projects', writer.key, { template });
    const { hash } = (await made.json()) as { hash: string };
    hashes.push(hash);
    await send('POST', `/api/v1/${hash}/asset`, writer.key, { name: 'door.png', type: 'image', file: 'x.png', volume: 0.5 });
    const story = await ask('project.read', { hash });
    const board = story.records.flatMap((piece) => JSON.parse(piece)).find(({ kind, type }) => kind === 'board' && type === 'board');
    for (const kind of itemKinds)
      await ask('project.send', { hash, command: { do: 'create', kind, fields: { boardId: board.id, x: 0, y: 0 } } });
    const { records } = await ask('project.read', { hash });
    const byKind = Map.groupBy(
      records.flatMap((piece) => JSON.parse(piece) as { kind: string; id: string; type?: string }[]),
      ({ kind }) => kind,
    );
    known.set(hash, new Map([...byKind].map(([kind, all]) => [kind, all.flatMap(({ id, type }) => (type === 'folder' ? [] : [id]))])));
  }
});
afterAll(() => parts.close());

const send = (method: string, path: string, bearer = key, body?: unknown, headers: Record<string, string> = {}) =>
  parts.restApi.handle(
    new Request(`http://127.0.0.1${path}`, {
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${bearer}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'manual',
    }),
  );

/** The path with ids of the project where it names any; several for each parameter, nothing where the project has none. */
function pathsTo(path: string, hash: string): string[] {
  const [name] = path.match(/:(?!hash)\w+/g) ?? [];
  if (name === undefined) return [path.replace(':hash', hash)];
  const kind: string = Object.entries(pathParamKinds).find(([param]) => `:${param}` === name)?.[1] ?? '';
  if (!isKindName(kind)) throw new Error(`${name} names no kind`);
  const ids = known.get(hash)?.get(kind) ?? [];
  return ids.slice(0, 5).map((id) => path.replace(':hash', hash).replace(name, id));
}

describe('every row that only reads', () => {
  const single = routes.filter(({ action, path }) => action.do === 'read' && (path.match(/:(?!hash)/g) ?? []).length < 2);
  test.each(single)('[$rule] $method $path answers with its form, also below /api', async (route) => {
    const paths = hashes.flatMap((hash) => pathsTo(route.path, hash));
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) {
      const response = await send('GET', `/api/v1${path}`);
      const text = await response.text();
      expect(response.status, text).toBe(route.status);
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      expect(replySchemaFor(route)?.safeParse(JSON.parse(text)).error?.message).toBeUndefined();
      expect(await (await send('GET', `/api${path}`)).text()).toBe(text);
      const missing = path.split('/').at(-1) ?? '';
      if (route.path.endsWith('Id')) expect((await send('GET', `/api/v1${path.replace(missing, 'nobody')}`)).status).toBe(404);
    }
  });

  test('[Attributes] an attribute through its owner, and through another', async () => {
    const hash = hashes[0] ?? '';
    const attributes = known.get(hash)?.get('attribute') ?? [];
    expect(attributes.length).toBeGreaterThan(0);
    for (const id of attributes) {
      const stored = await (await send('GET', `/api/v1/${hash}/attribute/${id}`)).json();
      const { cId, cType } = stored as { cId: string; cType: string };
      const owner = cType.slice(0, -1);
      expect(await (await send('GET', `/api/v1/${hash}/${owner}/${cId}/attribute/${id}`)).json()).toEqual(stored);
      const other =
        known
          .get(hash)
          ?.get(owner)
          ?.find((each) => each !== cId) ?? 'nobody';
      expect((await send('GET', `/api/v1/${hash}/${owner}/${other}/attribute/${id}`)).status).toBe(404);
    }
  });

  test('[Errors 5] a missing project is a 404 for every read', async () => {
    for (const { path } of single)
      expect((await send('GET', `/api/v1${path.replace(':hash', 'nobody1234').replaceAll(/:\w+/g, 'x')}`)).status).toBe(404);
  });
});

describe('exports', () => {
  test.each(['json', 'unity', 'unreal', 'godot'])(
    '[Exports, G15] HEAD of %s has the status and headers of GET, and no body',
    async (format) => {
      for (const query of ['', '?allLocales=true', '?locale=xx', '?allLocales=1']) {
        const path = `/api/v1/${hashes[0]}/${format}${query}`;
        const get = await send('GET', path);
        const head = await send('HEAD', path);
        const body = await get.text();
        expect(await head.text()).toBe('');
        expect(head.status).toBe(query.endsWith('true') || query === '' ? 200 : 400);
        const headersOf = (response: Response) => [...response.headers].filter(([name]) => name !== 'x-ratelimit-remaining');
        expect(headersOf(head)).toEqual(headersOf(get));
        expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(body)));
      }
    },
  );
});

describe('without a key', () => {
  const visit = (path: string, headers: Record<string, string> = {}) =>
    parts.restApi.handle(new Request(`http://127.0.0.1${path}`, { headers }));

  test('[G14] a browser is redirected to a page that explains the service; a program gets a 401', async () => {
    const sent = await visit('/api/v1/workspace/projects', { accept: 'text/html' });
    expect([sent.status, sent.headers.get('location')]).toEqual([302, '/login']);
    const page = await visit('/login', { accept: 'text/html' });
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('This is an API');
    const refused = await visit('/api/v1/workspace/projects', { accept: 'application/json' });
    expect([refused.status, await refused.json()]).toEqual([401, { error: 'Unauthenticated.' }]);
  });

  test('the description needs no key', async () => {
    const described = (await (await visit('/api/v1/openapi.json')).json()) as { openapi: string };
    expect(described.openapi).toBe('3.1.0');
    expect((await visit('/api/v1/docs')).status).toBe(200);
  });
});
