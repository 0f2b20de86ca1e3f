/** Which resolutions of conflicts the user can undo. */
import { afterEach, expect, test } from 'vitest';
import { boardOf, element, openSide, type Side, serve, syncOnce, titled } from './two-workspaces.ts';

const open: Side[] = [];
afterEach(async () => {
  for (const side of open.splice(0)) await side.close();
});

test('a conflict says whether its resolution can be undone, and the result whether it is a step of undo: a place that is merged is none', async () => {
  const [remoteSide, localSide] = [await openSide(null), await openSide(null)];
  open.push(localSide, remoteSide);
  const { hash } = await remoteSide.ask('project.create', { template: 'empty' });
  const project = await remoteSide.project(hash);
  const board = boardOf(project);
  const root = project.projectRecord.roots.board;
  const folder = async (name: string, parentId: string) =>
    (await remoteSide.send(hash, { do: 'create', kind: 'board', fields: { type: 'folder', name, parentId } }))[0] ?? '';
  const [moved, mine, theirs] = [await folder('Moved', root), await folder('Mine', root), await folder('Theirs', root)];
  const created: string[] = [];
  for (const title of ['Changed', 'Emptied', 'Deleted', 'Written']) created.push(...(await remoteSide.send(hash, element(board, title))));
  const [changed = '', emptied = '', deleted = '', written = ''] = created;
  const { url, key } = await serve(remoteSide);
  await localSide.ask('remote.add', { name: 'Team', url, key: { key } });
  await localSide.ask('sync.add', { remote: 'Team', hash });
  await syncOnce(localSide, hash);
  for (const [side, to, title] of [
    [localSide, mine, 'Mine'],
    [remoteSide, theirs, 'Theirs'],
  ] as const) {
    await side.send(hash, { do: 'move', kind: 'board', id: moved, to, at: 0 });
    for (const id of [changed, written]) await side.send(hash, titled(id, title));
  }
  await localSide.send(hash, titled(emptied, 'Mine'));
  await remoteSide.send(hash, { do: 'change', kind: 'element', id: emptied, fields: { title: { en: null } } });
  await localSide.send(hash, titled(deleted, 'Mine'));
  await remoteSide.send(hash, { do: 'remove', kind: 'element', id: deleted });
  await syncOnce(localSide, hash);

  const conflicts = await localSide.ask('conflict.list', { hash });
  const of = (record: string) => conflicts.find((each) => each.record === record) ?? expect.fail();
  expect([moved, changed, emptied, deleted].map((record) => of(record).choices.undoable)).toEqual([
    { local: false, remote: false },
    { local: true, remote: true },
    { local: false, remote: true },
    { local: false, remote: true },
  ]);
  const useTheirs = (...records: string[]) =>
    localSide.ask('conflict.resolve', { ids: records.map((record) => of(record).id), resolution: { choice: 'remote' } });
  expect(await useTheirs(moved)).toEqual({ isUndoable: false, changedIds: [] });
  expect(await useTheirs(changed, deleted)).toEqual({ isUndoable: true, changedIds: [] });
  // The text that is here already is no step.
  const asItIs = localSide.ask('conflict.resolve', { ids: [of(written).id], resolution: { text: '<p>Mine</p>' } });
  expect(await asItIs).toEqual({ isUndoable: false, changedIds: [] });
});
