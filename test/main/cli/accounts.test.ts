/** The commands key, member and workspace, and where the value of a key must never be stored or printed. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { json, newFolder, problemIn, start, taleport } from './taleport.ts';

const data = newFolder();
const run = (...args: string[]) => json(...args, '--data', data);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
const textOf = (value: unknown, field: string): string => String(Reflect.get(Object(value), field));

/** Every byte in the data folder, as text. */
const everythingIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');

describe('usage', () => {
  it.each([
    [['key']],
    [['key', 'create']],
    [['key', 'create', '--name']],
    [['key', 'change', 'x']],
    [['key', 'revoke']],
    [['member', 'add']],
    [['member', 'add', '--name', 'A', '--workspace', 'everything']],
    [['member', 'add', '--name', 'A', '--only', 'view']],
    [['member', 'change', '1']],
    [['member', 'change', '1', '--internal', '--external']],
    [['workspace', 'set']],
    [['workspace', 'set', '--seats', 'many']],
    [['workspace', 'set', '--seats', '-1']],
    [['workspace', 'set', '--exports', 'json,flash']],
    [['workspace', 'create', '--seats', 'many']],
    [['workspace', 'list', 'all']],
  ])('taleport %j is a usage error: a sentence and exit code 2', async (args) => {
    const ended = await taleport(...args, '--data', data);
    expect(ended).toMatchObject({ code: 2, out: '' });
    expect(ended.err).toMatch(/[.:?].*\n$/s);
  });

  it('--help names them all', async () => {
    const { out } = await taleport('--help');
    for (const name of [
      'key create',
      'key list',
      'key change',
      'key revoke',
      'member add',
      'member list',
      'member change',
      'member remove',
    ])
      expect(out).toContain(name);
    for (const name of ['workspace show', 'workspace set', 'workspace create', 'workspace list']) expect(out).toContain(name);
    expect((await taleport('key', 'create', '--help')).out).toContain('key create --name N [--read] [--write] [--member M]');
  });
});

describe('key', () => {
  it('[Authentication 3] create prints {id, name, permissions, key}; list omits the value; revoke prints {id}', async () => {
    const made = await run('key', 'create', '--name', 'Build', '--read', '--write');
    expect(made).toEqual({
      id: expect.any(String),
      name: 'Build',
      permissions: ['project:read', 'project:write'],
      key: expect.stringMatching(/^tp_[\w-]{43}$/),
    });
    const id = textOf(made, 'id');
    expect(await run('key', 'list')).toEqual([{ id, name: 'Build', permissions: ['project:read', 'project:write'], createdAt: time }]);
    expect(await run('key', 'change', id, '--read', '--name', 'Look')).toEqual({
      id,
      name: 'Look',
      permissions: ['project:read'],
      createdAt: time,
    });
    expect(await run('key', 'revoke', id)).toEqual({ id });
    expect(await run('key', 'list')).toEqual([]);
    expect((await taleport('key', 'revoke', id, '--data', data)).code).toBe(1);
  });

  it('[Authentication 3] Read is preselected', async () => {
    expect(await run('key', 'create', '--name', 'Plain')).toMatchObject({ permissions: ['project:read'] });
    expect(await run('key', 'create', '--name', 'Writer', '--write')).toMatchObject({ permissions: ['project:write'] });
  });

  it('without --json, the value is on a line of its own with a warning, and the list is a table', async () => {
    const { out } = await taleport('key', 'create', '--name', 'Mine', '--data', data);
    expect(out).toMatch(/^Key \S+ can read projects\. It is shown only once:\n\ntp_[\w-]{43}\n/);
    expect((await taleport('key', 'list', '--data', data)).out).toMatch(
      /^KEY +NAME +PERMISSIONS +MEMBER +CREATED\n(.*\n)*\S+ +Mine +read +Owner +\d{4}-/,
    );
  });

  it('the value is in no file of the data folder and in no error', async () => {
    const own = newFolder();
    const made = await json('key', 'create', '--name', 'Secret', '--data', own);
    const key = textOf(made, 'key');
    const wrong = [
      await taleport('key', 'revoke', key, '--json', '--data', own),
      await taleport('key', 'change', key, '--write', '--json', '--data', own),
      await taleport('key', 'create', '--name', key, '--json', '--data', own),
    ];
    for (const ended of wrong) {
      expect(ended.code).toBe(1);
      expect(`${ended.out}${ended.err}`).not.toContain(key.slice(3));
    }
    const files = everythingIn(own);
    expect(files).toContain('Secret');
    expect(files).not.toContain(key.slice(3));
  });
});

describe('member', () => {
  let hash = '';
  beforeAll(async () => {
    const project = join(import.meta.dirname, '../../../samples/empty.json');
    hash = textOf(await run('import', project), 'hash');
  });

  it('add, list, change and remove each print the member as it is then', async () => {
    const made = await run('member', 'add', '--name', 'Ada', '--workspace', 'viewProjects,createProjects', '--projects', 'view,edit');
    const ada = {
      id: 2,
      workspaceId: 'local',
      name: 'Ada',
      external: false,
      workspace: ['viewProjects', 'createProjects'],
      projects: ['view', 'edit'],
      only: {},
    };
    expect(made).toEqual(ada);
    expect(await run('member', 'list')).toEqual([expect.objectContaining({ id: 1, name: 'Owner' }), ada]);
    expect(await run('member', 'change', 'Ada', '--only', `${hash}=view`)).toEqual({ ...ada, only: { [hash]: ['view'] } });
    expect(await run('member', 'change', '2', '--projects', 'none', '--only', `${hash}=-`)).toEqual({ ...ada, projects: [] });
    expect(await run('key', 'create', '--name', 'hers', '--member', 'Ada')).toMatchObject({ name: 'hers' });
    expect((await taleport('key', 'list', '--data', data)).out).toMatch(/hers +read +Ada/);
    expect(await run('member', 'remove', '2')).toEqual({ id: 2 });
    expect((await taleport('key', 'list', '--data', data)).out).not.toContain('hers');
  });

  it('[G2] an external member has access to single projects only', async () => {
    expect(await run('member', 'add', '--name', 'Bo', '--external', '--only', `${hash}=view,edit`)).toMatchObject({
      external: true,
      workspace: [],
      projects: [],
      only: { [hash]: ['view', 'edit'] },
    });
    const ended = await taleport('member', 'add', '--name', 'Cy', '--external', '--projects', 'view', '--data', data, '--json');
    expect(problemIn(ended)).toMatchObject({ code: 'invalid', errors: { projects: expect.any(String) } });
  });

  it('a missing project is an error, and the only owner cannot be removed', async () => {
    const nobody = await taleport('member', 'add', '--name', 'Di', '--only', 'nowhere=view', '--data', data, '--json');
    expect(problemIn(nobody)).toMatchObject({ code: 'invalid', errors: { 'only.nowhere': 'is not a project' } });
    const owner = await taleport('member', 'remove', 'Owner', '--data', data, '--json');
    expect(problemIn(owner)).toMatchObject({ code: 'conflict', conflictType: 'invalid_target' });
    expect((await taleport('member', 'list', '--data', data)).out).toMatch(/^MEMBER +NAME +WORKSPACE +PROJECTS +SINGLE PROJECTS\n1 +Owner/);
  });
});

describe('workspace', () => {
  it('show prints the workspace; set changes the given fields', async () => {
    expect(await run('workspace', 'show')).toEqual({
      id: 'local',
      name: 'My workspace',
      seats: 10,
      projects: null,
      items: null,
      fileBytes: 400 * 1024 ** 2,
      projectBytes: 10 * 1024 ** 3,
      imagePixels: 8192,
      exports: ['json', 'unity', 'unreal', 'godot'],
    });
    expect(await run('workspace', 'set', '--seats', '2', '--projects', '5', '--items', '100', '--exports', 'unity,json')).toMatchObject({
      seats: 2,
      projects: 5,
      items: 100,
      exports: ['json', 'unity'],
    });
    expect(await run('workspace', 'set', '--projects', 'none', '--exports', 'none', '--seats', '0')).toMatchObject({
      seats: 0,
      projects: null,
      items: 100,
      exports: [],
    });
    expect((await taleport('workspace', 'show', '--data', data)).out).toMatch(/seats +0 \(trial.*\n(.*\n)*exports +none/);
  });

  it('create adds a workspace with its own owner; list starts with the one of this computer', async () => {
    const own = newFolder();
    const inFolder = (...args: string[]) => json(...args, '--data', own);
    const made = await inFolder('workspace', 'create', '--name', 'Studio', '--seats', '2', '--exports', 'json', '--projects', '1');
    const id = textOf(made, 'id');
    expect(made).toMatchObject({ name: 'Studio', seats: 2, projects: 1, items: null, exports: ['json'] });
    expect(await inFolder('workspace', 'list')).toEqual([await inFolder('workspace', 'show'), made]);
    const { out } = await taleport('workspace', 'list', '--data', own);
    expect(out).toMatch(new RegExp(`^WORKSPACE +NAME +SEATS\\nlocal +My workspace +10\\n${id} +Studio +2\\n$`));
    expect(await inFolder('member', 'list')).toEqual([expect.objectContaining({ id: 1, workspaceId: 'local' })]);
  });

  it('a key of another workspace opens that one and no other', async () => {
    const own = newFolder();
    const id = textOf(await json('workspace', 'create', '--name', 'Studio', '--data', own), 'id');
    await json('import', join(import.meta.dirname, '../../../samples/empty.json'), '--data', own);
    const made = await json('key', 'create', '--name', 'there', '--read', '--write', '--workspace', id, '--data', own);
    const { key: _value, ...created } = made as Record<string, unknown>;
    expect(await json('key', 'list', '--workspace', id, '--data', own)).toEqual([{ ...created, createdAt: time }]);
    expect(await json('key', 'list', '--data', own)).toEqual([]);
    expect(made).toMatchObject({ name: 'there', permissions: ['project:read', 'project:write'] });
    const serving = start('serve', '--port', '0', '--data', own);
    const { url } = JSON.parse(await serving.line((line) => line.startsWith('{'))) as { url: string };
    const headers = { authorization: `Bearer ${textOf(made, 'key')}`, accept: 'application/json' };
    const response = await fetch(`${url}/api/v1/workspace/projects`, { headers });
    expect([response.status, await response.json()]).toEqual([200, []]);
    serving.child.kill('SIGTERM');
    expect(await serving.ended).toMatchObject({ code: 0 });
    const wrong = ['key', 'create', '--name', 'no', '--data', own, '--json'];
    expect(problemIn(await taleport(...wrong, '--workspace', 'nowhere'))).toMatchObject({ code: 'notFound' });
    expect(problemIn(await taleport(...wrong, '--workspace', id, '--member', '1'))).toMatchObject({ code: 'notFound' });
    // Its members are called by name like those of the workspace of this computer, and are named in the list.
    await json('key', 'create', '--name', 'named', '--workspace', id, '--member', 'Owner', '--data', own);
    expect((await taleport('key', 'list', '--workspace', id, '--data', own)).out).toMatch(/ named +read +Owner /);
  });
});
