/** Conflicts of long texts: what is shown and stored of them is not written anew where it has not changed, which would keep the thread busy. */
import { afterEach, expect, test, vi } from 'vitest';
import { newFolder } from '../../../new-folder.ts';
import { boardOf, element, openSideForTest, type Side, serve, syncOnce } from './two-workspaces.ts';

afterEach(() => vi.restoreAllMocks());

const textLength = 20_000;
const textBy = (by: string): string => `<p>${by} ${'and nobody counts the days '.repeat(textLength / 27)}</p>`;

/** The number of characters of all JSON that is written meanwhile. */
async function charactersOfJson(run: () => Promise<unknown>): Promise<number> {
  const write = JSON.stringify;
  let count = 0;
  const spy = vi.spyOn(JSON, 'stringify').mockImplementation((...values: Parameters<typeof write>) => {
    const json = write(...values);
    count += json?.length ?? 0;
    return json;
  });
  await run();
  spy.mockRestore();
  return count;
}

/** Ten texts that both sides have changed; the folder is that of the side that syncs them. */
async function tenConflicts() {
  const remote = await openSideForTest();
  const { hash } = await remote.ask('project.create', { template: 'empty' });
  const board = boardOf(await remote.project(hash));
  const ids: string[] = [];
  for (let number = 0; number < 10; number++) ids.push(...(await remote.send(hash, element(board, `Scene ${number}`))));
  const { url, key } = await serve(remote);
  const folder = newFolder();
  const local = await openSideForTest(folder);
  await local.ask('remote.add', { name: 'Team', url, key: { key } });
  await local.ask('sync.add', { remote: 'Team', hash });
  await syncOnce(local, hash);
  const write = (side: Side, id: string, by: string) =>
    side.send(hash, { do: 'change', kind: 'element', id, fields: { content: textBy(by) } });
  for (const id of ids) {
    await write(remote, id, 'Theirs');
    await write(local, id, 'Ours');
  }
  await syncOnce(local, hash);
  const conflicts = await local.ask('conflict.list', { hash });
  expect(conflicts).toHaveLength(ids.length);
  return { remote, local, folder, hash, ids, conflicts: conflicts.map(({ id }) => id), write };
}

test('listing them and their status, and a step that finds the same ones, writes none of their values', async () => {
  const { local, hash } = await tenConflicts();
  const count = await charactersOfJson(async () => {
    await local.ask('conflict.list', { hash });
    await local.ask('sync.list', {});
    await syncOnce(local, hash);
  });
  expect(count).toBeLessThan(textLength);
});

test('one of them is answered without storing the others again, and all others are there after a restart without the remote', async () => {
  const { remote, local, folder, hash, conflicts } = await tenConflicts();
  const [first = '', ...others] = conflicts;
  const answer = () => local.ask('conflict.resolve', { ids: [first], resolution: { choice: 'remote' } });
  // The changed text, its earlier one in the history, and the base.
  expect(await charactersOfJson(answer)).toBeLessThan(5 * textLength);
  const values = await local.ask('conflict.read', { hash, ids: others });
  for (const side of [remote, local]) await side.close();
  const again = await openSideForTest(folder);
  expect((await again.ask('conflict.list', { hash })).map(({ id }) => id)).toEqual(others);
  expect(await again.ask('conflict.read', { hash, ids: others })).toEqual(values);
});

test('a conflict that another change settles is not stored any more', async () => {
  const { remote, local, folder, hash, ids, conflicts, write } = await tenConflicts();
  await write(local, ids[0] ?? '', 'Theirs');
  await syncOnce(local, hash);
  const shown = (await local.ask('conflict.list', { hash })).map(({ id }) => id);
  expect(conflicts.filter((id) => !shown.includes(id))).toHaveLength(1);
  for (const side of [remote, local]) await side.close();
  expect((await (await openSideForTest(folder)).ask('conflict.list', { hash })).map(({ id }) => id)).toEqual(shown);
});
