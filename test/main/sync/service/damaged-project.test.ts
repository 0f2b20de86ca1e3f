/** [Damage] What a disk has damaged never spreads to the workspace: nothing is sent meanwhile, and what was lost here is a conflict. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabaseFile } from '../../../../main/engine/storage/sqlite.ts';
import { createTemporarySides } from './temporary-sides.ts';
import { boardOf, element, type Side, serve, syncOnce } from './two-workspaces.ts';

const sides = createTemporarySides();

/** A synced project with two elements, of which the local disk has damaged the first: no backup has it. */
async function damaged() {
  const folder = sides.createFolder();
  const remoteSide = await sides.open();
  const before = await sides.open(folder);
  const { hash } = await remoteSide.ask('project.create', { template: 'empty' });
  const board = boardOf(await remoteSide.project(hash));
  const [id = ''] = await remoteSide.send(hash, element(board, 'Door'));
  const [other = ''] = await remoteSide.send(hash, element(board, 'Garden'));
  const { url, key } = await serve(remoteSide);
  await before.ask('remote.add', { name: 'Team', url, key: { key } });
  await before.ask('sync.add', { remote: 'Team', hash });
  await sides.close(before);
  const database = openDatabaseFile(join(folder, 'taleport.sqlite'));
  database.prepare("UPDATE record SET json = replace(json, 'Door', 'Doxr') WHERE kind = 'element' AND id = ?").run(id);
  database.close();
  const localSide = await sides.open(folder);
  await localSide.ask('remote.change', { name: 'Team', key: { key } });
  return { remoteSide, localSide, hash, id, other };
}

const titleOf = async (side: Side, hash: string, id: string) => (await side.project(hash)).find('element', id)?.title.en?.text;

test.each(['damage.accept', 'damage.restore'] as const)('%s deletes nothing in the workspace', async (decision) => {
  const { remoteSide, localSide, hash, id, other } = await damaged();
  // Opening the project finds the damage.
  expect(await titleOf(localSide, hash, id)).toBeUndefined();
  const [damage] = await localSide.ask('damage.list', { hash });
  expect(damage).toMatchObject({ isOpen: true, records: [{ id }] });
  // Meanwhile the list of synced projects is shown, the project is edited, and nothing is sent.
  expect(await localSide.ask('sync.list', {})).toHaveLength(1);
  await localSide.send(hash, { do: 'change', kind: 'element', id: other, fields: { title: { en: '<p>Orchard</p>' } } });
  expect(await localSide.ask('sync.run', { hash })).toMatchObject([{ message: { params: { reason: { key: 'damage.problem.open' } } } }]);
  expect(await titleOf(remoteSide, hash, other)).toBe('<p>Garden</p>');

  await localSide.ask(decision, { hash });
  // What cannot be restored stays open until the user goes on without it.
  if (decision === 'damage.restore') await localSide.ask('damage.accept', { hash });
  await syncOnce(localSide, hash);
  // Without an agreement nobody knows which side is right: the user decides, and nothing is gone until then.
  const conflicts = await localSide.ask('conflict.list', { hash });
  expect(new Map(conflicts.map(({ record, reason }) => [record, reason]))).toEqual(
    new Map([
      [id, 'deletedLocally'],
      [other, 'bothChanged'],
    ]),
  );
  expect(await titleOf(remoteSide, hash, id)).toBe('<p>Door</p>');
  await localSide.ask('conflict.resolve', { ids: conflicts.map((conflict) => conflict.id), resolution: { choice: 'remote' } });
  await syncOnce(localSide, hash);
  expect(await titleOf(localSide, hash, id)).toBe('<p>Door</p>');
  expect((await syncOnce(localSide, hash)).conflicts).toBe(0);
});
