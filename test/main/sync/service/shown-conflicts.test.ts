/** (I4, I37) An answer to conflicts decides only about the values that were shown. */
import { expect, test } from 'vitest';
import type { ConflictResolution } from '../../../../shared/contracts/sync.ts';
import { boardOf, element, openSideForTest, serve, syncOnce, titled } from './two-workspaces.ts';

async function twoConflicts() {
  const [remote, local] = [await openSideForTest(), await openSideForTest()];
  const { hash } = await remote.ask('project.create', { template: 'empty' });
  const board = boardOf(await remote.project(hash));
  const [first = ''] = await remote.send(hash, element(board, 'First'));
  const [second = ''] = await remote.send(hash, element(board, 'Second'));
  const { url, key } = await serve(remote);
  await local.ask('remote.add', { name: 'Team', url, key: { key } });
  await local.ask('sync.add', { remote: 'Team', hash });
  await syncOnce(local, hash);
  for (const id of [first, second]) {
    await remote.send(hash, titled(id, 'Theirs'));
    await local.send(hash, titled(id, 'Mine'));
  }
  await syncOnce(local, hash);
  const shown = await local.ask('conflict.list', { hash });
  expect(shown).toHaveLength(2);
  const answer = (resolution: ConflictResolution, ...records: string[]) => {
    const chosen = shown.filter(({ record }) => records.includes(record));
    return local.ask('conflict.resolve', {
      ids: chosen.map(({ id }) => id),
      marks: Object.fromEntries(chosen.map(({ id, mark }) => [id, mark])),
      resolution,
    });
  };
  const openOf = async () => (await local.ask('conflict.list', { hash })).map(({ record }) => record);
  const titleThere = async (id: string) => {
    return (await remote.project(hash)).find('element', id)?.title.en?.text;
  };
  return { remote, local, hash, first, second, shown, answer, openOf, titleThere };
}

test('what a colleague wrote after a conflict was shown is not overwritten: the conflict stays open and says so', async () => {
  const { remote, local, hash, first, second, shown, answer, openOf, titleThere } = await twoConflicts();
  await remote.send(hash, titled(first, 'A day of work'));
  await syncOnce(local, hash);
  await expect(answer({ choice: 'local' }, first)).rejects.toMatchObject({ code: 'conflict' });
  await expect(answer({ text: '<p>Both</p>' }, first)).rejects.toMatchObject({ code: 'conflict' });

  const { changedIds } = await answer({ choice: 'local' }, first, second);
  expect(changedIds).toEqual(shown.filter(({ record }) => record === first).map(({ id }) => id));
  await syncOnce(local, hash);
  expect(await openOf()).toEqual([first]);
  expect([await titleThere(first), await titleThere(second)]).toEqual(['<p>A day of work</p>', '<p>Mine</p>']);
});

test('a conflict keeps its mark while its values do, after further reads too, and an answer without a mark is about what it is now', async () => {
  const { remote, local, hash, first, second, answer, openOf, titleThere } = await twoConflicts();
  await remote.send(hash, element(boardOf(await remote.project(hash)), 'Beside'));
  await syncOnce(local, hash);
  expect(await answer({ choice: 'local' }, first)).toMatchObject({ changedIds: [] });
  await remote.send(hash, titled(second, 'Newer'));
  await syncOnce(local, hash);
  const [left] = await local.ask('conflict.list', { hash });
  expect(await local.ask('conflict.resolve', { ids: [left?.id ?? ''], resolution: { choice: 'local' } })).toMatchObject({ changedIds: [] });
  await syncOnce(local, hash);
  expect(await openOf()).toEqual([]);
  expect(await titleThere(second)).toBe('<p>Mine</p>');
});
