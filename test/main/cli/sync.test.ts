/** Remotes, synced projects and conflicts from the command line: one process serves, others sync with it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { firstElement, json, newFolder, problemIn, start, story, taleport } from './taleport.ts';

const keyName = 'TALEPORT_TEST_MIRROR_KEY';

async function hosted() {
  const data = newFolder();
  const file = join(data, 'small.json');
  writeFileSync(file, JSON.stringify(story()));
  const { hash } = (await json('import', file, '--data', data)) as { hash: string };
  const { key } = (await json('key', 'create', '--name', 'sync', '--read', '--write', '--data', data)) as { key: string };
  const serving = start('serve', '--port', '0', '--data', data);
  const { url } = JSON.parse(await serving.line((line) => line.startsWith('{'))) as { url: string };
  const request = async (method: string, path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${key}`, accept: 'application/json', 'content-type': 'application/json' };
    const response = await fetch(`${url}/api/v1/${hash}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Record<string, unknown>;
  };
  process.env[keyName] = key;
  return { data, hash, url, serving, request };
}
type Status = { hash: string; remote: string; state: string; waiting: number; conflicts: number };

describe('sync from the command line', () => {
  test('a remote is added, a project synced, a conflict resolved', async () => {
    const workspace = await hosted();
    const data = newFolder();
    const remote = await json('remote', 'add', 'Team', '--url', workspace.url, '--key-env', keyName, '--data', data);
    expect(remote).toMatchObject({ name: 'Team', url: workspace.url, permissions: ['project:read', 'project:write'] });
    expect(await json('remote', 'list', '--data', data)).toMatchObject([{ name: 'Team', keyIn: 'environment', variable: keyName }]);
    const [added] = (await json('sync', 'add', 'Team', workspace.hash, '--data', data)) as Status[];
    expect(added).toMatchObject({ remote: 'Team', waiting: 0, conflicts: 0 });
    const hash = added?.hash ?? '';
    expect(await json('projects', '--data', data)).toMatchObject([{ hash, name: 'Small' }]);
    const path = `/element/${firstElement}`;
    await workspace.request('PATCH', path, { title: '<p>Theirs</p>' });
    expect(await json('sync', 'run', '--once', '--data', data)).toMatchObject([{ hash, state: 'synced', waiting: 0, conflicts: 0 }]);
    // The same field on both sides: here over the service of the Taleport that syncs.
    const { key } = (await json('key', 'create', '--name', 'here', '--write', '--data', data)) as { key: string };
    const own = start('serve', '--port', '0', '--no-sync', '--data', data);
    const { url } = JSON.parse(await own.line((line) => line.startsWith('{'))) as { url: string };
    const headers = { authorization: `Bearer ${key}`, accept: 'application/json', 'content-type': 'application/json' };
    await fetch(`${url}/api/v1/${hash}${path}`, { method: 'PATCH', headers, body: JSON.stringify({ title: '<p>Mine</p>' }) });
    own.child.kill('SIGTERM');
    expect(await own.ended).toMatchObject({ code: 0 });
    await workspace.request('PATCH', path, { title: '<p>Also theirs</p>' });
    expect(await json('sync', 'run', '--once', '--data', data)).toMatchObject([{ hash, conflicts: 1 }]);
    const [conflict] = (await json('conflicts', 'list', hash, '--data', data)) as { id: string; mark: string }[];
    expect(conflict).toMatchObject({
      hash,
      kind: 'element',
      record: firstElement,
      field: 'title',
      location: ['First'],
      base: '<p>Theirs</p>',
      mine: '<p>Mine</p>',
      theirs: '<p>Also theirs</p>',
      choices: [
        { answer: 'mine', effect: expect.any(String) },
        { answer: 'theirs', effect: expect.any(String) },
        { answer: '--text T', effect: expect.any(String) },
      ],
    });
    const id = conflict?.id ?? '';
    expect(await json('conflicts', 'show', id, '--data', data)).toEqual(conflict);
    const { out: shown } = await taleport('conflicts', 'show', id, '--data', data);
    for (const part of ['element “Mine”', 'First', 'Theirs', 'Mine', 'Also theirs', `conflicts resolve ${id} mine`])
      expect(shown).toContain(part);
    const mark = conflict?.mark ?? '';
    expect(shown).toContain(`${id} mine --mark ${mark}`);
    expect((await taleport('conflicts', 'resolve', id, 'mine', '--mark', 'another', '--data', data)).code).toBe(1);
    expect((await taleport('conflicts', 'resolve', '--all', 'mine', '--mark', mark, '--data', data)).code).toBe(2);
    expect((await taleport('conflicts', 'show', `${id}x`, '--data', data)).code).toBe(1);
    expect((await taleport('conflicts', 'resolve', id, 'mine', '--text', 'T', '--data', data)).code).toBe(2);
    const { out: listed } = await taleport(
      'conflicts',
      'list',
      '--board',
      'FIRST',
      '--kind',
      'element',
      '--reason',
      'bothChanged',
      '--data',
      data,
    );
    for (const part of ['In First (1):', id, '1 open conflict, by reason:', 'Changed on both sides']) expect(listed).toContain(part);
    expect((await taleport('conflicts', 'list', '--field', 'content', '--data', data)).out).toContain('doesn’t match');
    expect((await taleport('conflicts', 'resolve', id, 'mine', '--board', 'First', '--data', data)).code).toBe(2);
    expect(await json('conflicts', 'resolve', '--all', 'mine', hash, '--board', 'Elsewhere', '--data', data)).toEqual([]);
    expect(await json('conflicts', 'resolve', '--all', 'mine', hash, '--board', 'First', '--field', 'title', '--data', data)).toEqual([
      { id },
    ]);
    expect(await json('conflicts', 'list', '--data', data)).toEqual([]);
    expect(await json('conflicts', 'resolve', '--all', 'theirs', '--data', data)).toEqual([]);
    expect(await json('sync', 'status', hash, '--data', data)).toMatchObject([
      { hash, remoteHash: workspace.hash, remote: 'Team', name: 'Small', waiting: 1, refused: 0, conflicts: 0 },
    ]);
    expect((await taleport('sync', 'status', 'nobody', '--data', data)).code).toBe(1);
    expect(await json('sync', 'reports', hash, '--since', '2026-01-01T00:00:00Z', '--data', data)).toEqual([]);
    expect((await taleport('sync', 'reports', '--since', 'yesterday', '--data', data)).code).toBe(2);
    expect(await json('sync', 'run', '--once', '--data', data)).toMatchObject([{ hash, state: 'synced', conflicts: 0 }]);
    expect((await workspace.request('GET', path)).title).toEqual({ en: { text: '<p>Mine</p>' } });
    expect(await json('sync', 'stop', hash, '--data', data)).toEqual([]);
    expect(await json('remote', 'remove', 'Team', '--data', data)).toEqual({ name: 'Team' });
    workspace.serving.child.kill('SIGTERM');
    await workspace.serving.ended;
  });

  test('[I28] sync stop and remote remove refuse with the number of each kind and the list, until --discard is given', async () => {
    const workspace = await hosted();
    const data = newFolder();
    await json('remote', 'add', 'Team', '--url', workspace.url, '--key-env', keyName, '--data', data);
    await json('sync', 'add', 'Team', workspace.hash, '--data', data);
    const { key } = (await json('key', 'create', '--name', 'here', '--write', '--data', data)) as { key: string };
    const own = start('serve', '--port', '0', '--no-sync', '--data', data);
    const { url } = JSON.parse(await own.line((line) => line.startsWith('{'))) as { url: string };
    const headers = { authorization: `Bearer ${key}`, accept: 'application/json', 'content-type': 'application/json' };
    const body = JSON.stringify({ title: '<p>Only mine</p>' });
    await fetch(`${url}/api/v1/${workspace.hash}/element/${firstElement}`, { method: 'PATCH', headers, body });
    own.child.kill('SIGTERM');
    await own.ended;
    for (const leaving of [
      ['sync', 'stop', workspace.hash, '--remove'],
      ['remote', 'remove', 'Team'],
    ]) {
      const text = await taleport(...leaving, '--data', data);
      expect(text.code).toBe(1);
      for (const part of ['1 unsent change', '--discard', `taleport sync run --once ${workspace.hash}`]) expect(text.err).toContain(part);
      expect(text.err).toMatch(/^ {2}Not sent {2}The element “Only mine” was changed\. {2}First$/m);
      expect(text.err).not.toContain(firstElement);
      const machine = await taleport(...leaving, '--json', '--data', data);
      expect(problemIn(machine)).toMatchObject({
        status: 409,
        conflictType: 'stale',
        errors: { [`waiting.${firstElement}.0`]: expect.any(String) },
      });
    }
    // A removal meets the change: the conflict shows what the change is, and so does the list.
    await workspace.request('DELETE', `/element/${firstElement}`);
    await json('sync', 'run', '--once', '--data', data);
    const [conflict] = (await json('conflicts', 'list', '--data', data)) as { id: string }[];
    const { out: shown } = await taleport('conflicts', 'show', conflict?.id ?? '', '--data', data);
    expect(shown).toMatch(/^Field +Title \(English\)$/m);
    expect(shown).toMatch(/^Mine +Only mine$/m);
    const { err: refused } = await taleport('sync', 'stop', workspace.hash, '--data', data);
    expect(refused).toMatch(/^ {2}In conflict +The element “Only mine” was changed\. +First$/m);
    expect(refused).toContain(`taleport conflicts list ${workspace.hash}`);
    expect(await json('sync', 'stop', workspace.hash, '--remove', '--discard', '--data', data)).toEqual([]);
    expect(await json('projects', '--data', data)).toEqual([]);
    workspace.serving.child.kill('SIGTERM');
    await workspace.serving.ended;
  });

  test('serve syncs by itself, and watch prints it', async () => {
    const workspace = await hosted();
    const data = newFolder();
    await json('remote', 'add', 'Team', '--url', workspace.url, '--key-env', keyName, '--data', data);
    await json('sync', 'add', 'Team', workspace.hash, '--data', data);
    await workspace.request('PATCH', `/element/${firstElement}`, { title: '<p>Seen by itself</p>' });
    const watching = start('watch', '--json', '--data', data);
    await watching.line((line) => line.includes('"event":"project.changed"') && line.includes('Seen by itself'));
    await watching.line((line) => line.includes('"event":"sync.changed"') && line.includes('"state":"synced"'));
    watching.child.kill('SIGTERM');
    expect(await watching.ended).toMatchObject({ code: 0 });
    workspace.serving.child.kill('SIGTERM');
    await workspace.serving.ended;
  });

  test('[I27] a single run that could not sync says why and ends with 1; remote list claims no connection that nothing has checked', async () => {
    const workspace = await hosted();
    const data = newFolder();
    const remoteState = async () => ((await json('remote', 'list', '--data', data)) as { state: string }[])[0]?.state;
    const run = async () => {
      const { code, out } = await taleport('sync', 'run', '--once', '--data', data, '--json');
      const [status] = JSON.parse(out) as { state: string; until: string | null }[];
      const text = await taleport('sync', 'run', '--once', '--data', data);
      expect(text.out).not.toMatch(/up to date|Sync continues/);
      return { code, textCode: text.code, text: text.out, state: status?.state, until: status?.until };
    };
    expect(await json('remote', 'add', 'Team', '--url', workspace.url, '--key-env', keyName, '--data', data)).toMatchObject({
      state: 'ready',
    });
    await json('sync', 'add', 'Team', workspace.hash, '--data', data);
    expect(await json('sync', 'run', '--once', '--data', data)).toMatchObject([{ state: 'synced' }]);
    expect(await remoteState()).toBe('notChecked');
    const [key] = (await json('key', 'list', '--data', workspace.data)) as { id: string }[];
    await json('key', 'revoke', key?.id ?? '', '--data', workspace.data);
    const revoked = await run();
    expect(revoked).toMatchObject({ code: 1, textCode: 1, state: 'stopped', until: null });
    expect(revoked.text).toContain('key');
    const value = process.env[keyName];
    delete process.env[keyName];
    const keyless = await run();
    expect(keyless).toMatchObject({ code: 1, textCode: 1, state: 'stopped', until: null });
    expect(keyless.text).toContain(keyName);
    process.env[keyName] = value;
    workspace.serving.child.kill('SIGTERM');
    await workspace.serving.ended;
    const offline = await run();
    expect(offline).toMatchObject({ code: 1, textCode: 1, state: 'offline', until: null });
    expect(offline.text).toContain('Couldn’t reach Team');
    expect(await remoteState()).toBe('notChecked');
  });

  test('upload creates the project remotely, and syncs it from then on', async () => {
    const workspace = await hosted();
    const data = newFolder();
    const file = join(data, 'own.json');
    writeFileSync(file, JSON.stringify({ ...story(), name: 'Own' }));
    const { hash } = (await json('import', file, '--data', data)) as { hash: string };
    await json('remote', 'add', 'Team', '--url', workspace.url, '--key-env', keyName, '--data', data);
    const [uploaded] = (await json('sync', 'upload', hash, 'Team', '--data', data)) as (Status & { remoteHash: string })[];
    expect(uploaded).toMatchObject({ hash, remote: 'Team', conflicts: 0 });
    expect(await json('sync', 'run', '--once', '--data', data)).toMatchObject([{ hash, state: 'synced', waiting: 0 }]);
    const projects = (await json('remote', 'projects', 'Team', '--data', data)) as object[];
    expect(projects).toContainEqual(expect.objectContaining({ hash: uploaded?.remoteHash, name: 'Own', local: hash }));
    const secondUpload = await taleport('sync', 'upload', hash, 'Team', '--data', data, '--json');
    expect(problemIn(secondUpload)).toMatchObject({ code: 'conflict' });
    workspace.serving.child.kill('SIGTERM');
    await workspace.serving.ended;
  });

  test('invalid input is reported with its field', async () => {
    const data = newFolder();
    process.env[keyName] = 'not a key';
    const unreachable = await taleport(
      'remote',
      'add',
      'Team',
      '--url',
      'http://127.0.0.1:9',
      '--key-env',
      keyName,
      '--data',
      data,
      '--json',
    );
    expect(unreachable.code).toBe(1);
    expect(problemIn(unreachable)).toMatchObject({ errors: { url: expect.any(String) } });
    const keyless = await taleport(
      'remote',
      'add',
      'Team',
      '--url',
      'https://example.com',
      '--key-env',
      'TALEPORT_NO_SUCH',
      '--data',
      data,
      '--json',
    );
    expect(problemIn(keyless)).toMatchObject({ errors: { 'key.variable': expect.any(String) } });
    expect((await taleport('conflicts', 'resolve', 'x', '--data', data)).code).toBe(2);
    for (const gone of ['mirror', 'questions']) expect((await taleport(gone, 'list', '--data', data)).code).toBe(2);
    expect((await taleport('sync', 'upload', 'abc', '--data', data)).code).toBe(2);
    expect((await taleport('sync', 'upload', 'abc', 'Nobody', '--data', data)).code).toBe(1);
    expect((await taleport('sync', 'add', 'Nobody', 'abc', '--data', data)).code).toBe(1);
    expect(await json('sync', 'status', '--data', data)).toEqual([]);
  });
});
