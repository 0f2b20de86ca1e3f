import { beforeEach, describe, expect, it } from 'vitest';
import { type Accounts, openAccounts } from '../../../main/accounts/accounts.ts';
import type { ApiCaller, Member } from '../../../shared/contracts/accounts.ts';
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import { Problem } from '../../../shared/problem.ts';
import { createMemoryKeyValueStore } from '../../memory-key-value-store.ts';
import { sha256 } from '../../sha256.ts';
import { createTestEnvironment } from '../../test-environment.ts';

let keyValueStore: KeyValueStore;
let accounts: Accounts;
beforeEach(() => {
  keyValueStore = createMemoryKeyValueStore();
  accounts = openAccounts(keyValueStore, createTestEnvironment());
});

const everything = {
  external: false,
  workspace: ['viewProjects', 'createProjects', 'importProjects'],
  projects: ['view', 'edit', 'delete'],
  only: {},
} as const;
const bearer = (key: string): string => `Bearer ${key}`;
function problemOf(work: () => unknown): Problem {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('It was not refused.');
}
/** Someone with these rights, as the sender of a request. */
function callerWith(rights: Partial<Omit<Member, 'id' | 'workspaceId'>>): ApiCaller {
  const { id } = accounts.addMember({ name: 'Someone', ...rights });
  const caller = accounts.authenticate(bearer(accounts.createKey({ name: 'theirs', member: id }).key));
  if (!caller) throw new Error('The key is not known.');
  return caller;
}

describe('the workspace of this computer', () => {
  it('starts with one owner, all features and 10 seats', () => {
    expect(accounts.workspace()).toMatchObject({ id: 'local', seats: 10, exports: ['json', 'unity', 'unreal', 'godot'] });
    expect(accounts.workspace()).toMatchObject({ projects: null, items: null });
    expect(accounts.members()).toEqual([{ id: 1, workspaceId: 'local', name: 'Owner', ...everything }]);
    expect(accounts.keys()).toEqual([]);
  });

  it('has the limits of a standard team: 400 MB a file, 10 GB a project, 8192 pixels ([Limits])', () => {
    expect(accounts.workspace()).toMatchObject({ fileBytes: 400 * 1024 ** 2, projectBytes: 10 * 1024 ** 3, imagePixels: 8192 });
  });

  it('is created once, and opens again unchanged', () => {
    accounts.updateWorkspace('local', { name: 'Studio', seats: 3, exports: ['godot'] });
    const reopened = openAccounts(keyValueStore, createTestEnvironment());
    expect(reopened.workspace()).toMatchObject({ name: 'Studio', seats: 3, exports: ['godot'], imagePixels: 8192 });
    expect(reopened.members()).toHaveLength(1);
  });

  it('reports every error by its field, and changes nothing', () => {
    const before = accounts.workspace();
    const { json } = problemOf(() => accounts.updateWorkspace('local', { name: '', seats: -1, imagePixels: 0, projects: 1.5 }));
    expect(json).toMatchObject({ status: 400 });
    expect(Object.keys(json.errors)).toEqual(['name', 'seats', 'projects', 'imagePixels']);
    expect(accounts.workspace()).toEqual(before);
  });

  it('another workspace has an owner of its own, and its keys and members are its own', () => {
    const { id } = accounts.createWorkspace({ name: 'Other', seats: 0 });
    const [other] = accounts.members(id);
    expect(other).toMatchObject({ workspaceId: id, ...everything });
    expect(accounts.workspaces().map(({ id }) => id)).toEqual(['local', id]);
    accounts.createKey({ name: 'there', workspaceId: id });
    expect([accounts.keys(id).length, accounts.keys().length]).toEqual([1, 0]);
    expect(problemOf(() => accounts.createKey({ name: 'x', workspaceId: id, member: 1 })).code).toBe('notFound');
    expect(problemOf(() => accounts.workspace('nowhere')).code).toBe('notFound');
  });
});

describe('keys', () => {
  it('[Authentication 3] the value has 256 random bits and is shown once', () => {
    const made = accounts.createKey({ name: 'Build' });
    expect(made.key).toMatch(/^tp_[A-Za-z0-9_-]{43}$/);
    const { key: _shown, ...listed } = made;
    expect(accounts.keys()).toEqual([listed]);
    expect(accounts.createKey({ name: 'Build' }).key).not.toBe(made.key);
  });

  it('[Authentication 3] Read is preselected, at least one permission is needed, and by default the key belongs to the owner', () => {
    expect(accounts.createKey({ name: 'Build' })).toMatchObject({ permissions: ['project:read'], member: 1 });
    const { json } = problemOf(() => accounts.createKey({ name: 'Build', permissions: [] }));
    expect(json).toMatchObject({ status: 400, errors: { permissions: expect.any(String) } });
    expect(accounts.createKey({ name: 'Both', permissions: ['project:write', 'project:read', 'project:write'] }).permissions).toEqual([
      'project:read',
      'project:write',
    ]);
  });

  it('[G11] only the SHA-256 of the value is stored', () => {
    const { key } = accounts.createKey({ name: 'Build' });
    const stored = JSON.stringify(keyValueStore.list());
    expect(stored).not.toContain(key);
    expect(stored).not.toContain(key.slice(3));
    expect(stored).toContain(sha256(key));
  });

  it('is recognized by its header only', () => {
    const { key, id } = accounts.createKey({ name: 'Build', permissions: ['project:write'] });
    expect(accounts.authenticate(bearer(key))).toMatchObject({
      apiKey: { id, permissions: ['project:write'] },
      member: { id: 1 },
      workspace: { id: 'local' },
    });
    expect(accounts.authenticate(`bearer   ${key} `)).toMatchObject({ apiKey: { id } });
    const flipped = key.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    const digest = sha256(key);
    for (const header of [
      null,
      '',
      'Bearer',
      key,
      `Basic ${key}`,
      bearer(flipped),
      bearer(digest),
      bearer(key.toUpperCase()),
      bearer(`${key}x`),
    ])
      expect(accounts.authenticate(header), String(header)).toBeUndefined();
    expect(accounts.authenticate(bearer(`${key} ${key}`))).toBeUndefined();
    expect(accounts.authenticate(`Bearer ${'x'.repeat(1_000_000)}`)).toBeUndefined();
    expect(JSON.stringify(accounts.authenticate(bearer(key)))).not.toContain(digest);
  });

  it('[G11] lives until it is revoked, over restarts', () => {
    const { key, id } = accounts.createKey({ name: 'Build' });
    const reopened = openAccounts(keyValueStore, createTestEnvironment());
    expect(reopened.authenticate(bearer(key))).toMatchObject({ apiKey: { id, name: 'Build' } });
    reopened.revokeKey(id);
    expect(reopened.authenticate(bearer(key))).toBeUndefined();
    expect(reopened.keys()).toEqual([]);
    expect(problemOf(() => reopened.revokeKey(id)).code).toBe('notFound');
  });

  it('[Authentication 3] changed permissions count at the very next request', () => {
    const { key, id } = accounts.createKey({ name: 'Build' });
    accounts.updateKey(id, { permissions: ['project:write'] });
    expect(accounts.authenticate(bearer(key))?.apiKey).toMatchObject({ name: 'Build', permissions: ['project:write'] });
    accounts.updateKey(id, { name: 'Deploy' });
    expect(accounts.authenticate(bearer(key))?.apiKey).toMatchObject({ name: 'Deploy', permissions: ['project:write'] });
    expect(problemOf(() => accounts.updateKey(id, { permissions: [] })).code).toBe('invalid');
  });

  it('[Authentication 3] a key from before permissions has both', () => {
    const { key, id } = accounts.createKey({ name: 'Old' });
    const { permissions: _none, ...row } = keyValueStore.get(`key/${id}`) as Record<string, unknown>;
    keyValueStore.put([{ id: `key/${id}`, value: row }]);
    expect(openAccounts(keyValueStore, createTestEnvironment()).authenticate(bearer(key))?.apiKey.permissions).toEqual([
      'project:read',
      'project:write',
    ]);
  });

  it('the error does not repeat a value given as id or name', () => {
    const { key, id } = accounts.createKey({ name: 'Build' });
    for (const work of [
      () => accounts.revokeKey(key),
      () => accounts.updateKey(key, {}),
      () => accounts.createKey({ name: `my ${key}` }),
      () => accounts.updateKey(id, { name: key }),
      () => accounts.workspace(key),
    ]) {
      const problem = problemOf(work);
      expect(`${problem.stack}${JSON.stringify(problem)}`).not.toContain(key.slice(3));
    }
  });
});

describe('members', () => {
  it('a new member can view everything and change nothing; an external one has no access yet', () => {
    expect(accounts.addMember({ name: ' Ada ' })).toEqual({
      id: 2,
      workspaceId: 'local',
      name: 'Ada',
      external: false,
      workspace: ['viewProjects'],
      projects: ['view'],
      only: {},
    });
    expect(accounts.addMember({ name: 'Bo', external: true })).toMatchObject({ id: 3, external: true, workspace: [], projects: [] });
  });

  it('an external member cannot get workspace permissions; all errors are reported', () => {
    const { json } = problemOf(() =>
      accounts.addMember({ name: ' ', external: true, workspace: ['viewProjects'], projects: ['view'], only: {} }),
    );
    expect(Object.keys(json.errors)).toEqual(['name', 'workspace', 'projects']);
    const { id } = accounts.addMember({ name: 'Cy' });
    expect(accounts.updateMember(id, { external: true, only: { abc: ['edit', 'view'] } })).toMatchObject({
      external: true,
      workspace: [],
      projects: [],
      only: { abc: ['view', 'edit'] },
    });
  });

  it('omitted fields stay', () => {
    const { id } = accounts.addMember({ name: 'Ada', only: { abc: ['edit'] } });
    expect(accounts.updateMember(id, { projects: ['view', 'delete'] })).toMatchObject({
      name: 'Ada',
      only: { abc: ['edit'] },
      projects: ['view', 'delete'],
    });
  });

  it('removing a member revokes the keys, and the number is never assigned again', () => {
    const { id } = accounts.addMember({ name: 'Ada' });
    const { key } = accounts.createKey({ name: 'hers', member: id });
    const { key: ownersKey } = accounts.createKey({ name: 'mine' });
    accounts.removeMember(id);
    expect(accounts.authenticate(bearer(key))).toBeUndefined();
    expect(accounts.authenticate(bearer(ownersKey))).toBeDefined();
    expect(accounts.keys()).toHaveLength(1);
    expect(openAccounts(keyValueStore, createTestEnvironment()).addMember({ name: 'Bo' }).id).toBe(id + 1);
    expect(problemOf(() => accounts.createKey({ name: 'late', member: id })).code).toBe('notFound');
  });

  it('the last member with all rights can neither be removed nor lose a right', () => {
    const before = accounts.members();
    for (const work of [
      () => accounts.removeMember(1),
      () => accounts.updateMember(1, { external: true }),
      () => accounts.updateMember(1, { projects: ['view', 'edit'] }),
      () => accounts.updateMember(1, { workspace: [] }),
      () => accounts.updateMember(1, { only: { abc: ['view'] } }),
    ])
      expect(problemOf(work).json).toMatchObject({ status: 409, conflictType: 'invalid_target', context: { kind: 'member', id: '1' } });
    expect(accounts.members()).toEqual(before);
    accounts.updateMember(1, { name: 'Grace' });
    const { id } = accounts.addMember({ name: 'Ada', workspace: [...everything.workspace], projects: [...everything.projects] });
    accounts.removeMember(1);
    expect(accounts.members().map((each) => each.id)).toEqual([id]);
  });
});

describe('permissions ([Authentication 5])', () => {
  const all = ['view', 'edit', 'delete'] as const;
  const allowed = (caller: ApiCaller, hash: string) => all.filter((each) => accounts.hasProjectPermission(caller, each, hash));

  it('on every project, and on single ones instead', () => {
    const caller = callerWith({ projects: ['view'], only: { own: ['view', 'edit'], secret: [] } });
    expect(allowed(caller, 'any')).toEqual(['view']);
    expect(allowed(caller, 'own')).toEqual(['view', 'edit']);
    expect(allowed(caller, 'secret')).toEqual([]);
    expect(allowed(caller, 'constructor')).toEqual(['view']);
  });

  it('[G2] an external member has rights only in the named projects, and never in the workspace', () => {
    const caller = callerWith({ external: true, only: { guest: ['view', 'edit'] } });
    expect(allowed(caller, 'guest')).toEqual(['view', 'edit']);
    expect(allowed(caller, 'any')).toEqual([]);
    for (const each of everything.workspace) expect(accounts.hasWorkspacePermission(caller, each)).toBe(false);
  });

  it('has exactly the given rights in the workspace', () => {
    const caller = callerWith({ workspace: ['importProjects'] });
    expect(everything.workspace.filter((each) => accounts.hasWorkspacePermission(caller, each))).toEqual(['importProjects']);
  });

  it('a project is in the workspace that its row names, in the local one without a row', () => {
    const { id } = accounts.createWorkspace({ name: 'Other' });
    const ownCaller = accounts.authenticate(bearer(accounts.createKey({ name: 'here' }).key));
    const otherCaller = accounts.authenticate(bearer(accounts.createKey({ name: 'there', workspaceId: id }).key));
    if (!ownCaller || !otherCaller) throw new Error('The keys are not known.');
    keyValueStore.put(accounts.projectAssignmentWrites('far', id).put ?? []);
    expect([accounts.workspaceIdOfProject('far'), accounts.workspaceIdOfProject('near')]).toEqual([id, 'local']);
    expect([allowed(ownCaller, 'near'), allowed(ownCaller, 'far')]).toEqual([[...all], []]);
    expect([allowed(otherCaller, 'near'), allowed(otherCaller, 'far')]).toEqual([[], [...all]]);
  });

  it('removing a project removes its row and its permissions', () => {
    const { id } = accounts.addMember({ name: 'Ada', external: true, only: { gone: ['view'], stays: ['edit'] } });
    const { put = [], remove = [] } = accounts.projectRemovalWrites('gone');
    keyValueStore.put(put);
    keyValueStore.remove(remove);
    expect(accounts.members().find((each) => each.id === id)?.only).toEqual({ stays: ['edit'] });
  });
});

describe('onChange', () => {
  it('emits an event after every applied change, and none for a rejected one', () => {
    let seen: number[] = [];
    const stop = accounts.onChange(() => seen.push(accounts.keys().length));
    const { id } = accounts.createKey({ name: 'one' });
    expect(() => accounts.removeMember(1)).toThrow();
    accounts.revokeKey(id);
    expect(seen).toEqual([1, 0]);
    stop();
    seen = [];
    accounts.createKey({ name: 'two' });
    expect(seen).toEqual([]);
  });
});
