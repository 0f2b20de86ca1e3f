/** Remotes, mirrors and questions from the command line: one process serves, others mirror it. */
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
  const { key } = (await json('key', 'create', '--name', 'mirror', '--read', '--write', '--data', data)) as { key: string };
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
type Status = { hash: string; remote: string; state: string; waiting: number; questions: number };

describe('the mirror from the command line', { timeout: 300_000 }, () => {
  test('a remote is added, a project mirrored, a question answered', async () => {
    const there = await hosted();
    const data = newFolder();
    const remote = await json('remote', 'add', 'Team', '--url', there.url, '--key-env', keyName, '--data', data);
    expect(remote).toMatchObject({ name: 'Team', url: there.url, permissions: ['project:read', 'project:write'] });
    expect(await json('remote', 'list', '--data', data)).toMatchObject([{ name: 'Team', keyIn: 'environment', variable: keyName }]);
    const [added] = (await json('mirror', 'add', 'Team', there.hash, '--data', data)) as Status[];
    expect(added).toMatchObject({ remote: 'Team', waiting: 0, questions: 0 });
    const hash = added?.hash ?? '';
    expect(await json('projects', '--data', data)).toMatchObject([{ hash, name: 'Small' }]);
    const path = `/element/${firstElement}`;
    await there.request('PATCH', path, { title: '<p>Theirs</p>' });
    expect(await json('mirror', 'run', '--once', '--data', data)).toMatchObject([{ hash, state: 'in step', waiting: 0, questions: 0 }]);
    // The same field on both sides: here over the service of the mirroring Taleport.
    const { key } = (await json('key', 'create', '--name', 'here', '--write', '--data', data)) as { key: string };
    const own = start('serve', '--port', '0', '--no-mirror', '--data', data);
    const { url } = JSON.parse(await own.line((line) => line.startsWith('{'))) as { url: string };
    const headers = { authorization: `Bearer ${key}`, accept: 'application/json', 'content-type': 'application/json' };
    await fetch(`${url}/api/v1/${hash}${path}`, { method: 'PATCH', headers, body: JSON.stringify({ title: '<p>Mine</p>' }) });
    own.child.kill('SIGTERM');
    expect(await own.ended).toMatchObject({ code: 0 });
    await there.request('PATCH', path, { title: '<p>Also theirs</p>' });
    expect(await json('mirror', 'run', '--once', '--data', data)).toMatchObject([{ hash, questions: 1 }]);
    const [question] = (await json('questions', 'list', '--data', data)) as { id: string }[];
    expect(question).toMatchObject({
      hash,
      kind: 'element',
      record: firstElement,
      field: 'title',
      mine: '<p>Mine</p>',
      theirs: '<p>Also theirs</p>',
    });
    await json('questions', 'answer', question?.id ?? '', 'mine', '--data', data);
    expect(await json('mirror', 'run', '--once', '--data', data)).toMatchObject([{ hash, state: 'in step', questions: 0 }]);
    expect((await there.request('GET', path)).title).toEqual({ en: { text: '<p>Mine</p>' } });
    expect(await json('mirror', 'stop', hash, '--data', data)).toEqual([]);
    expect(await json('remote', 'remove', 'Team', '--data', data)).toEqual({ name: 'Team' });
    there.serving.child.kill('SIGTERM');
    await there.serving.ended;
  });

  test('serve mirrors by itself, and watch tells of it', async () => {
    const there = await hosted();
    const data = newFolder();
    await json('remote', 'add', 'Team', '--url', there.url, '--key-env', keyName, '--data', data);
    await json('mirror', 'add', 'Team', there.hash, '--data', data);
    await there.request('PATCH', `/element/${firstElement}`, { title: '<p>Seen by itself</p>' });
    const watching = start('watch', '--json', '--data', data);
    await watching.line((line) => line.includes('"event":"project.changed"') && line.includes('Seen by itself'));
    await watching.line((line) => line.includes('"event":"mirror.changed"') && line.includes('"state":"in step"'));
    watching.child.kill('SIGTERM');
    expect(await watching.ended).toMatchObject({ code: 0 });
    there.serving.child.kill('SIGTERM');
    await there.serving.ended;
  });

  test('upload makes a project of here there, and mirrors it from then on', async () => {
    const there = await hosted();
    const data = newFolder();
    const file = join(data, 'own.json');
    writeFileSync(file, JSON.stringify({ ...story(), name: 'Own' }));
    const { hash } = (await json('import', file, '--data', data)) as { hash: string };
    await json('remote', 'add', 'Team', '--url', there.url, '--key-env', keyName, '--data', data);
    const [uploaded] = (await json('mirror', 'upload', 'Team', hash, '--data', data)) as (Status & { there: string })[];
    expect(uploaded).toMatchObject({ hash, remote: 'Team', questions: 0 });
    expect(await json('mirror', 'run', '--once', '--data', data)).toMatchObject([{ hash, state: 'in step', waiting: 0 }]);
    const projects = (await json('remote', 'projects', 'Team', '--data', data)) as object[];
    expect(projects).toContainEqual(expect.objectContaining({ hash: uploaded?.there, name: 'Own', local: hash }));
    const again = await taleport('mirror', 'upload', 'Team', hash, '--data', data, '--json');
    expect(problemIn(again)).toMatchObject({ code: 'conflict' });
    there.serving.child.kill('SIGTERM');
    await there.serving.ended;
  });

  test('what cannot work is said with its field', async () => {
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
    expect((await taleport('questions', 'answer', 'x', '--data', data)).code).toBe(2);
    expect((await taleport('mirror', 'upload', 'Team', '--data', data)).code).toBe(2);
    expect((await taleport('mirror', 'upload', 'Nobody', 'abc', '--data', data)).code).toBe(1);
    expect((await taleport('mirror', 'add', 'Nobody', 'abc', '--data', data)).code).toBe(1);
    expect(await json('mirror', 'status', '--data', data)).toEqual([]);
  });
});
