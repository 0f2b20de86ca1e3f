/** The requests of the programs that read stories from the REST interface, as they send them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalBackend, openBackend } from '../../../main/app/backend/backend.ts';
import { type HttpListener, startHttpListener } from '../../../main/rest-api/http/http-listener.ts';
import { createInvoke } from '../../../shared/contracts/ipc/backend.ts';
import { createTestEnvironment } from '../../test-environment.ts';

let parts: LocalBackend;
let listener: HttpListener;
let hash = '';
let key = '';

beforeAll(async () => {
  parts = await openBackend(null, createTestEnvironment(), () => undefined);
  const ask = createInvoke(parts);
  hash = (await ask('project.create', { template: 'sample', name: 'Tower' })).hash;
  key = parts.accounts.createKey({ name: 'plug-in', permissions: ['project:read'] }).key;
  listener = await startHttpListener({ port: 0, handle: (request) => parts.restApi.handle(request), log: () => undefined });
});
afterAll(async () => {
  await listener.close(100);
  await parts.close();
});

interface ClientRequest {
  readonly client: string;
  /** `{hash}` and `{key}` stand for those of the test. */
  readonly path: string;
  readonly authorization?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the story is in `project`. */
  readonly isWrapped: boolean;
}

const requests: readonly ClientRequest[] = [
  { client: 'Unity plug-in', path: '/api/{hash}/unity', isWrapped: false },
  { client: 'Unity plug-in, one language', path: '/api/{hash}/unity?locale=en', isWrapped: false },
  {
    client: 'Unity plug-in, with the base language',
    path: '/api/{hash}/unity?locale=en&fallbackContents=true',
    isWrapped: false,
  },
  { client: 'Unity plug-in on old .NET', path: '/api/{hash}/unity??locale=en', isWrapped: false },
  {
    client: 'Unity plug-in on old .NET, with the base language',
    path: '/api/{hash}/unity??locale=en&fallbackContents=true',
    isWrapped: false,
  },
  { client: 'Unreal plug-in', path: '/api/{hash}/unreal', isWrapped: true },
  { client: 'Unreal plug-in, one language', path: '/api/{hash}/unreal?locale=en&fallbackContents=true', isWrapped: true },
  { client: 'Godot plug-in', path: '/api/{hash}/godot', isWrapped: true },
  {
    client: 'Godot plug-in with a header of its settings',
    path: '/api/{hash}/godot',
    authorization: 'Basic eDp5, Bearer {key}',
    isWrapped: true,
  },
  { client: 'Dialogue System for Unity', path: '/api/{hash}/json', isWrapped: false },
  {
    client: 'a web engine that needs stored names',
    path: '/api/{hash}/json',
    headers: { 'SVC-No-Filter-Asset-Names': 'true' },
    isWrapped: false,
  },
  { client: 'Unreal quest sample', path: '/api/v1/{hash}/unreal', isWrapped: true },
  { client: 'Unreal quest sample, JSON', path: '/api/v1/{hash}/json', isWrapped: false },
  { client: 'Unreal quest sample, all languages', path: '/api/v1/{hash}/json?allLocales=true', isWrapped: false },
];

async function send({ path, authorization = 'Bearer {key}', headers = {} }: ClientRequest) {
  const response = await fetch(`${listener.url}${path.replace('{hash}', hash)}`, {
    // The quest sample follows none.
    redirect: 'error',
    headers: { authorization: authorization.replace('{key}', key), accept: 'application/json', ...headers },
  });
  const body: unknown = await response.json();
  return { status: response.status, body };
}

test.each(requests)('[Exports] $client reads the story', async (request) => {
  const { status, body } = await send(request);
  expect(status).toBe(200);
  const story = request.isWrapped ? Object(body).project : body;
  expect(story).toMatchObject({ name: 'Tower', boards: expect.anything(), startingElement: expect.any(String) });
});

test('[Exports] an unknown language is a 400 with two question marks, too', async () => {
  expect(await send({ client: '', path: '/api/{hash}/unity??locale=xx', isWrapped: false })).toMatchObject({ status: 400 });
});

test.each(['Bearer {key}, Basic eDp5', 'Basic Bearer {key}', 'Basic eDp5, {key}', 'Basic eDp5, Bearer {key} x'])(
  '[Authentication 1] only a bearer key at the end of a list counts: %s',
  async (authorization) => {
    expect(await send({ client: '', path: '/api/{hash}/godot', authorization, isWrapped: true })).toMatchObject({ status: 401 });
  },
);
