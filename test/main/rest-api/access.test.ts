/** Who gets in, and how often: keys, members, features and quotas as a request meets them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalBackend, openBackend } from '../../../main/app/backend/backend.ts';
import type { Member } from '../../../shared/contracts/accounts.ts';
import { createInvoke } from '../../../shared/contracts/ipc/backend.ts';
import type { KeyPermission } from '../../../shared/contracts/permissions.ts';
import { createTestEnvironment } from '../../test-environment.ts';

let now = Date.UTC(2026, 0, 1) * 1000;
let ids = 0;
const environment = {
  now: () => (now += 1000),
  monotonicNow: () => Math.floor(now / 1000),
  awakeNow: () => Math.floor(now / 1000),
  newId: () => `00000000-0000-4000-8000-${(++ids).toString(16).padStart(12, '0')}`,
  random: createTestEnvironment().random,
};
const logged: string[] = [];
const values: string[] = [];
let parts: LocalBackend;
let one = '';
let two = '';

beforeAll(async () => {
  parts = await openBackend(null, environment, (line) => logged.push(line));
  const ask = createInvoke(parts);
  await ask('workspace.set', { seats: 100 });
  one = (await ask('project.create', { template: 'empty', name: 'One' })).hash;
  two = (await ask('project.create', { template: 'empty', name: 'Two' })).hash;
});
afterAll(() => parts.close());

function keyOf(permissions: readonly KeyPermission[], rights?: Partial<Omit<Member, 'id' | 'workspaceId'>>) {
  const member = rights && parts.accounts.addMember({ name: 'Someone', ...rights }).id;
  const made = parts.accounts.createKey({ name: 'a key', permissions, member });
  values.push(made.key);
  return { ...made, member };
}
function send(key: string, method: string, path: string, body?: object): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, accept: 'application/json', 'content-type': 'application/json' };
  return parts.restApi.handle(
    new Request(`http://127.0.0.1/api/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) }),
  );
}
const status = async (...request: Parameters<typeof send>): Promise<number> => (await send(...request)).status;
const listed = async (key: string): Promise<string[]> => {
  const list = (await (await send(key, 'GET', '/workspace/projects')).json()) as { name: string }[];
  return list.map(({ name }) => name).sort();
};

describe('a key', () => {
  it('[Authentication 4] reads or writes as its permissions allow, and a change applies from the next request', async () => {
    const { key, id } = keyOf(['project:read']);
    const rename = () => status(key, 'PATCH', `/${one}`, { name: 'One' });
    const read = () => status(key, 'GET', `/${one}/board`);
    expect([await read(), await rename()]).toEqual([200, 403]);
    parts.accounts.updateKey(id, { permissions: ['project:write'] });
    expect([await read(), await rename()]).toEqual([403, 200]);
    parts.accounts.updateKey(id, { permissions: ['project:read', 'project:write'] });
    expect([await read(), await rename()]).toEqual([200, 200]);
    parts.accounts.revokeKey(id);
    expect([await read(), await rename()]).toEqual([401, 401]);
  });

  it('[Authentication 5] does what its member may, and that member’s removal ends it', async () => {
    const { key, member } = keyOf(['project:read', 'project:write'], { projects: ['view'], only: { [two]: ['view', 'edit'] } });
    expect(await status(key, 'PATCH', `/${one}`, { name: 'One' })).toBe(403);
    expect(await status(key, 'PATCH', `/${two}`, { name: 'Two' })).toBe(200);
    expect(await status(key, 'DELETE', `/${two}`)).toBe(403);
    expect(await status(key, 'POST', '/workspace/projects', { template: 'empty' })).toBe(403);
    parts.accounts.updateMember(member ?? 0, { projects: ['view', 'edit'] });
    expect(await status(key, 'PATCH', `/${one}`, { name: 'One' })).toBe(200);
    parts.accounts.removeMember(member ?? 0);
    expect(await status(key, 'GET', `/${one}/board`)).toBe(401);
  });
});

describe('[G2] the list of projects', () => {
  it('with View on the workspace: what the member may view', async () => {
    expect(await listed(keyOf(['project:read']).key)).toEqual(['One', 'Two']);
    expect(await listed(keyOf(['project:read'], { only: { [two]: [] } }).key)).toEqual(['One']);
  });

  it('an external member has access to assigned projects only', async () => {
    const { key } = keyOf(['project:read'], { external: true, only: { [two]: ['view'] } });
    expect(await listed(key)).toEqual(['Two']);
    expect([await status(key, 'GET', `/${two}/board`), await status(key, 'GET', `/${one}/board`)]).toEqual([200, 403]);
  });

  it('any other without View on the workspace gets a 403', async () => {
    expect(await status(keyOf(['project:read'], { external: true }).key, 'GET', '/workspace/projects')).toBe(403);
    expect(await status(keyOf(['project:read'], { external: true, only: { [two]: ['edit'] } }).key, 'GET', '/workspace/projects')).toBe(
      403,
    );
    expect(await status(keyOf(['project:read'], { workspace: [] }).key, 'GET', '/workspace/projects')).toBe(403);
  });
});

it('[Authentication 5] an export needs its feature enabled, and has it at the next request', async () => {
  const { key } = keyOf(['project:read']);
  parts.accounts.updateWorkspace('local', { exports: ['json'] });
  expect([await status(key, 'GET', `/${one}/json`), await status(key, 'HEAD', `/${one}/unity`)]).toEqual([200, 403]);
  parts.accounts.updateWorkspace('local', { exports: ['unity'] });
  expect([await status(key, 'GET', `/${one}/json`), await status(key, 'HEAD', `/${one}/unity`)]).toEqual([403, 200]);
});

it('another workspace: its projects, its quotas, its own 403', async () => {
  const { id } = parts.accounts.createWorkspace({ name: 'Other', seats: 1 });
  const { key } = parts.accounts.createKey({ name: 'theirs', permissions: ['project:read', 'project:write'], workspaceId: id });
  const { hash } = (await (await send(key, 'POST', '/workspace/projects', { template: 'empty' })).json()) as { hash: string };
  expect(parts.accounts.workspaceIdOfProject(hash)).toBe(id);
  expect(await status(key, 'GET', `/${one}/board`)).toBe(403);
  expect(await status(keyOf(['project:read']).key, 'GET', `/${hash}/board`)).toBe(403);
  const left = (await send(key, 'GET', '/workspace/projects')).headers;
  expect([left.get('X-RateLimit-Limit'), left.get('X-RateLimit-Remaining')]).toEqual(['60', '57']);
});

it('[Limits 3] an admitted request counts even if it is rejected later; a 429 contains the time to retry', async () => {
  now += 120_000_000;
  const { id } = parts.accounts.createWorkspace({ name: 'Trial', seats: 0 });
  const { key } = parts.accounts.createKey({ name: 'trial', permissions: ['project:read'], workspaceId: id });
  for (let at = 0; at < 60; at++) expect(await status(key, 'DELETE', '/nowhere')).toBe(403);
  const refused = await send(key, 'GET', '/workspace/projects');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThanOrEqual(59);
  expect(refused.headers.get('X-RateLimit-Reset')).toMatch(/^\d{10}$/);
  expect(refused.headers.has('X-RateLimit-Remaining')).toBe(false);
  now += 60_000_000;
  expect(await status(key, 'GET', '/workspace/projects')).toBe(200);
});

it('no error and no log line contains the value of a key, wherever it was sent', async () => {
  const { key } = keyOf(['project:read', 'project:write']);
  for (const [method, path, body] of [
    ['GET', '/nowhere/board', undefined],
    ['PATCH', `/${one}`, { name: 7 }],
    ['PUT', `/${one}/board`, {}],
    ['POST', '/workspace/projects', { template: 'none' }],
  ] as const) {
    const response = await send(key, method, path, body);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(JSON.stringify([...response.headers]) + (await response.text())).not.toContain(key);
  }
  await send(key, 'GET', `/${key}/board`);
  await send(key, 'PATCH', `/${one}`, { [key]: key });
  for (const value of values) expect(logged.join('\n')).not.toContain(value);
});
