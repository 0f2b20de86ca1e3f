/**
 * Long-running processes: `serve`, whose writes game folders follow, and `watch` on a folder that is edited, changed by other programs, and
 * left by a killed process.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { connectToInstance, type InstanceClient } from '../../main/instance/instance-client.ts';
import { createInvoke } from '../../shared/contracts/ipc/backend.ts';
import type { InvokeCall } from '../../shared/contracts/ipc/call-types.ts';
import { firstElement, newFolder, type Started, start, story } from '../main/cli/taleport.ts';

const games = {
  unity: { mark: 'ProjectSettings/ProjectVersion.txt', folder: 'Assets', file: 'Assets/Arcweave/project.json' },
  godot: { mark: 'project.godot', folder: 'scenes', file: 'arcweave/project.json' },
};

const running: Started[] = [];
const clients: InstanceClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
});

/** Starts a command that stays, and calls it through its named pipe. */
async function startLongRunning(data: string, ...command: string[]): Promise<{ process: Started; line: string; invoke: InvokeCall }> {
  const process = start(...command, '--data', data);
  running.push(process);
  const line = await process.line(() => true);
  const client = await connectToInstance(data);
  if (!client) throw new Error(`Nothing answers for ${data}.`);
  clients.push(client);
  return { process, line, invoke: createInvoke(client) };
}

const importStory = async (invoke: InvokeCall): Promise<string> =>
  (await invoke('project.import', { source: { text: JSON.stringify(story()), fileName: 'story.json' } })).hash;

/** Adds a game folder; returns how to read its story file. */
async function addGame(
  invoke: InvokeCall,
  hash: string,
  engine: keyof typeof games,
): Promise<{ id: string; path: string; text: () => string }> {
  const { mark, folder: part, file } = games[engine];
  const folder = newFolder();
  for (const each of [part, dirname(mark)]) mkdirSync(join(folder, each), { recursive: true });
  writeFileSync(join(folder, mark), 'x');
  const { id, engine: detected } = await invoke('target.add', { hash, folder });
  expect(detected).toBe(engine);
  const path = join(folder, file);
  return { id, path, text: () => readFileSync(path, 'utf8') };
}

/** Without `fetch`, which cannot connect under Wine (docs/systems.md). Resolves to the status. */
function patch(url: string, key: string, body: object): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${key}`, accept: 'application/json', 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'PATCH', headers }, (response) => resolve(response.resume().statusCode));
    sent.once('error', reject).end(JSON.stringify(body));
  });
}

it('writes over HTTP are followed into Unity and Godot folders', async () => {
  const { line, invoke } = await startLongRunning(newFolder(), 'serve', '--port', '0');
  const hash = await importStory(invoke);
  const { key } = await invoke('apiKey.create', { name: 'test', permissions: ['project:read', 'project:write'] });
  const texts = [(await addGame(invoke, hash, 'unity')).text, (await addGame(invoke, hash, 'godot')).text];
  const address = `${(JSON.parse(line) as { url: string }).url}/api/v1/${hash}/element/${firstElement}`;
  for (const title of ['Über die Brücke', 'Back again']) {
    expect(await patch(address, key, { title: `<p>${title}</p>` })).toBe(200);
    for (const text of texts) await expect.poll(text).toContain(title);
  }
});

it('a watch follows many edits, notices the change of another program, and continues on the same folder after it was killed', async () => {
  const data = newFolder();
  const first = await startLongRunning(data, 'watch', '--json');
  const hash = await importStory(first.invoke);
  const game = await addGame(first.invoke, hash, 'godot');
  const rename = (invoke: InvokeCall, name: string) => invoke('project.rename', { hash, name });
  for (let count = 1; count <= 100; count++) await rename(first.invoke, `Name ${count}.`);
  await expect.poll(game.text).toContain('Name 100.');

  const stateOf = async (invoke: InvokeCall) => (await invoke('target.list', { hash }))[0]?.status.state;
  writeFileSync(game.path, 'by hand');
  await expect.poll(() => stateOf(first.invoke)).toBe('changedByOthers');
  await rename(first.invoke, 'Beside the other.');
  expect(game.text()).toBe('by hand');
  await first.invoke('target.resolve', { id: game.id, choice: 'restore' });
  await expect.poll(game.text).toContain('Beside the other.');

  await rename(first.invoke, 'The last words.');
  first.process.child.kill('SIGKILL');
  await first.process.ended;
  const second = await startLongRunning(data, 'watch', '--json');
  await expect.poll(game.text).toContain('The last words.');
  await rename(second.invoke, 'After the kill.');
  await expect.poll(game.text).toContain('After the kill.');
  await expect.poll(() => stateOf(second.invoke)).toBe('upToDate');
});
