/** Data folders whose next start does work over which a process with a planted crash (test/plant-crash.ts) dies. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { boardOf, element, openSide, type Side, serve, titled } from '../../sync/service/two-workspaces.ts';

/** The variable from which the key of the remote is read at each start. */
export const keyVariable = 'TALEPORT_TEST_KEY';

const gameName = 'deadly-game';
/** New files of the game folder are prepared there, which exists only during a delivery. */
export const deadlyGameFolder = `${gameName}/.taleport~`;

function createGame(folder: string): string {
  mkdirSync(folder);
  writeFileSync(join(folder, 'project.godot'), 'config_version=5\n');
  return folder;
}

/** A project with two game folders, to one of which nothing can be exported without dying. `id` is that of its target. */
export async function prepareDelivery(data: string, newFolder: () => string): Promise<{ id: string; game: string }> {
  const game = createGame(join(newFolder(), gameName));
  const side = await openSide(data, { targets: 'onRequest' });
  const { hash } = await side.ask('project.create', { template: 'sample', name: 'Castle' });
  const { id } = await side.ask('target.add', { hash, folder: game });
  await side.ask('target.add', { hash, folder: createGame(join(newFolder(), 'other')) });
  await side.send(hash, element(boardOf(await side.project(hash)), 'Gate'));
  await side.close();
  return { id, game };
}

/** A project with a story folder, which nobody can lock without dying. */
export async function prepareStoryFolder(data: string, newFolder: () => string): Promise<{ hash: string; folder: string }> {
  const folder = join(newFolder(), 'deadly-story');
  const side = await openSide(data);
  const { hash } = await side.ask('project.create', { template: 'sample', name: 'Castle' });
  await side.ask('folder.link', { hash, folder });
  await side.close();
  return { hash, folder };
}

/** A synced project whose title on the remote nobody can read without dying. `gate` is the element with that title. */
export async function prepareSync(data: string): Promise<{ hash: string; gate: string; key: string; remote: Side }> {
  const remote = await openSide();
  const { url, key } = await serve(remote);
  const { hash } = await remote.ask('project.create', { template: 'empty', name: 'Castle' });
  const [gate = ''] = await remote.send(hash, element(boardOf(await remote.project(hash)), 'Gate'));
  const local = await openSide(data);
  process.env[keyVariable] = key;
  await local.ask('remote.add', { name: 'Team', url, key: { variable: keyVariable } });
  await local.ask('sync.add', { remote: 'Team', hash });
  await local.close();
  await remote.send(hash, titled(gate, 'deadly'));
  return { hash, gate, key, remote };
}
