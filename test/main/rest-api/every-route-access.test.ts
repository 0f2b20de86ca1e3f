/** [Authentication, G3] Every route with every key that lacks access: the request is rejected, whatever it contains, and changes nothing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LocalBackend, openBackend } from '../../../main/app/backend/backend.ts';
import type { Member } from '../../../shared/contracts/accounts.ts';
import { createInvoke } from '../../../shared/contracts/ipc/backend.ts';
import type { KeyPermission } from '../../../shared/contracts/permissions.ts';
import type { Route } from '../../../shared/contracts/rest/routes/route.ts';
import { routes } from '../../../shared/contracts/rest/routes/routes.ts';
import { createTestEnvironment } from '../../test-environment.ts';

let parts: LocalBackend;
let hash = '';
let otherHash = '';
const keys = new Map<string, string>();

beforeAll(async () => {
  parts = await openBackend(null, createTestEnvironment());
  const { accounts } = parts;
  const ask = createInvoke(parts);
  await ask('workspace.set', { seats: 100_000 });
  hash = (await ask('project.create', { template: 'sample', name: 'Mine' })).hash;
  otherHash = (await ask('project.create', { template: 'sample', name: 'Other' })).hash;
  const both: KeyPermission[] = ['project:read', 'project:write'];
  const add = (name: string, permissions: KeyPermission[], rights?: Partial<Omit<Member, 'id' | 'workspaceId'>>) => {
    const member = rights && accounts.addMember({ name, ...rights }).id;
    const made = accounts.createKey({ name, permissions, ...(member !== undefined && { member }) });
    keys.set(name, made.key);
    return made;
  };
  add('reads', ['project:read']);
  add('writes', ['project:write']);
  add('views', both, { projects: ['view'] });
  add('edits', both, { projects: ['view', 'edit'] });
  add('outside', both, { external: true, only: { [otherHash]: ['view', 'edit', 'delete'] } });
  add('shut out', both, { projects: ['view', 'edit', 'delete'], only: { [hash]: [] } });
  accounts.revokeKey(add('revoked', both).id);
  const removedMember = accounts.addMember({ name: 'gone', projects: ['view', 'edit', 'delete'] });
  keys.set('gone', accounts.createKey({ name: 'gone', permissions: both, member: removedMember.id }).key);
  accounts.removeMember(removedMember.id);
  const { id } = accounts.createWorkspace({ name: 'Another', seats: 100_000 });
  keys.set('elsewhere', accounts.createKey({ name: 'elsewhere', permissions: both, workspaceId: id }).key);
});
afterAll(() => parts.close());

const send = (route: Route, authorization: string | null, path: string, method: string = route.method) =>
  parts.restApi.handle(
    new Request(`http://127.0.0.1${path}`, {
      method,
      headers: {
        accept: 'application/json',
        'content-type': route.multipart ? 'multipart/form-data; boundary=x' : 'application/json',
        ...(authorization !== null && { authorization }),
      },
      ...(method !== 'GET' && method !== 'HEAD' && { body: '{"surprise": [' }),
    }),
    { uploadFlow: route.name === 'uploadAndCreateAsset' ? 'single' : 'two-step' },
  );

/** The ways to write the path of a row. */
const pathsOf = ({ path }: Route): string[] => {
  const url = path.replace(':hash', hash).replace(/:\w+/g, 'x');
  const coded = path.replace(':hash', [...hash].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')).replace(/:\w+/g, 'x');
  return [`/api/v1${url}`, `/api${url}`, `/api/v1${coded}`, `/api/v1${url}?allLocales=true`];
};

const bearer = (name: string) => `Bearer ${keys.get(name)}`;
const isRead = ({ method }: Route) => method === 'GET';
const ofProject = routes.filter(({ path }) => path.startsWith('/:hash'));
const rows = (list: readonly Route[]) => list.map((route) => [route.name, route] as const);

describe('without a valid key', () => {
  test.each(rows(routes))('[Authentication 2] %s is a 401', async (_name, route) => {
    const wrong = [
      null,
      '',
      'Bearer',
      'Bearer ',
      'Bearer x',
      'Basic eA==',
      `Basic ${keys.get('reads')}`,
      `${keys.get('reads')}`,
      bearer('revoked'),
      bearer('gone'),
    ];
    const nearly = [
      `Bearer ${keys.get('reads')?.slice(0, -1)}`,
      `${bearer('reads')}x`,
      // Of a list, the last part counts.
      `${bearer('reads')}, Basic eA==`,
      `Bearer ${keys.get('reads')?.toLowerCase()}`,
    ];
    for (const authorization of [...wrong, ...nearly])
      for (const path of pathsOf(route)) {
        const response = await send(route, authorization, path);
        expect([response.status, await response.text()], `${authorization} ${path}`).toEqual([401, '{"error":"Unauthenticated."}']);
      }
  });
});

describe('with a key without the permission', () => {
  const refused = async (route: Route, name: string, status = 403) => {
    const before = JSON.stringify(await createInvoke(parts)('project.list', {}));
    for (const path of pathsOf(route))
      for (const method of isRead(route) ? ['GET', 'HEAD'] : [route.method]) {
        const response = await send(route, bearer(name), path, method);
        expect(response.status, `${name}: ${method} ${path}`).toBe(status);
        expect(response.headers.get('x-ratelimit-limit')).not.toBeNull();
        expect(method === 'HEAD' || (await response.text()).includes('"status":403')).toBe(true);
      }
    expect(JSON.stringify(await createInvoke(parts)('project.list', {}))).toBe(before);
  };

  test.each(rows(routes.filter(isRead)))('[Authentication 4] %s needs project:read', (_name, route) => refused(route, 'writes'));
  test.each(rows(routes.filter((route) => !isRead(route))))('[Authentication 4] %s needs project:write', (_name, route) =>
    refused(route, 'reads'),
  );
  test.each(rows(ofProject))('[Authentication 5] %s works inside the key’s workspace', (_name, route) => refused(route, 'elsewhere'));
  test.each(rows(ofProject))('[Authentication 5] %s is allowed for members of the project', async (_name, route) => {
    await refused(route, 'outside');
    await refused(route, 'shut out');
  });
  test.each(rows(ofProject.filter((route) => !isRead(route))))('[Authentication 5] %s needs more than View', (_name, route) =>
    refused(route, 'views'),
  );
  test('[Authentication 5] deleting needs more than Edit', async () => {
    for (const route of ofProject.filter(({ name }) => name === 'removeProject')) await refused(route, 'edits');
  });
  test.each(rows(routes.filter(({ permission }) => permission === 'createProjects' || permission === 'importProjects')))(
    '[Authentication 5] %s needs a right on the workspace',
    async (_name, route) => {
      await refused(route, 'views');
      await refused(route, 'outside');
    },
  );

  test.each(rows(routes.filter(({ permission }) => typeof permission === 'object')))(
    '[Exports] %s needs the feature, by GET and HEAD',
    async (_name, route) => {
      const { exports } = parts.accounts.workspace();
      keys.set('all', parts.accounts.createKey({ name: 'all', permissions: ['project:read', 'project:write'] }).key);
      parts.accounts.updateWorkspace('local', { exports: [] });
      await refused(route, 'all');
      parts.accounts.updateWorkspace('local', { exports });
    },
  );
});

test('[Authentication 5] ids of another project have no effect', async () => {
  const ask = createInvoke(parts);
  keys.set('all', parts.accounts.createKey({ name: 'all', permissions: ['project:read', 'project:write'] }).key);
  const { records } = await ask('project.read', { hash: otherHash });
  const strangers = Map.groupBy(
    records.flatMap((piece) => JSON.parse(piece) as { kind: string; id: string }[]),
    ({ kind }) => kind,
  );
  const before = JSON.stringify(await ask('project.list', {}));
  let tried = 0;
  for (const route of ofProject.filter(({ path }) => /:(?!hash)/.test(path))) {
    const path = route.path.replace(':hash', hash).replace(/:(\w+)Id/g, (_whole, kind: string) => {
      const found = strangers.get(kind)?.find(({ id }) => id !== 'project');
      if (found) tried++;
      return found?.id ?? 'x';
    });
    const response = await parts.restApi.handle(
      new Request(`http://127.0.0.1/api/v1${path}`, {
        method: route.method,
        headers: { accept: 'application/json', authorization: bearer('all') },
      }),
    );
    expect([400, 404], `${route.method} ${path}`).toContain(response.status);
    if (route.method === 'GET' || route.method === 'DELETE') expect(response.status, `${route.method} ${path}`).toBe(404);
  }
  expect(tried).toBeGreaterThan(40);
  expect(JSON.stringify(await ask('project.list', {}))).toBe(before);
});
