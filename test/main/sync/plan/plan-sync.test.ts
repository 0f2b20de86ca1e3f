/** The decision table of docs/sync.md, row by row and for every kind; and the order of the requests. */
import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { createMergeConflict } from '../../../../main/sync/plan/merge-conflict.ts';
import { assignEntryIds } from '../../../../main/sync/plan/plan-sync.ts';
import { isChoicePossible } from '../../../../main/sync/plan/resolve-conflict.ts';
import { assignRanks, minimalMoves } from '../../../../main/sync/plan/sibling-order.ts';
import type { Command } from '../../../../shared/model/commands.ts';
import { type AnyRecord, allKinds, type KindName } from '../../../../shared/model/kinds/kinds.ts';
import { listLocalComments } from '../../../../shared/model/local-comments.ts';
import { findProjectErrors } from '../../../project-errors.ts';
import { asMap, createTestStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { differences } from '../nothing-lost.ts';
import { type TwoSides, twoSides } from '../two-sides.ts';

const environment = createTestEnvironment(21);
const engine = openEngine(null, environment);

/** A synced story with one record of the kind. */
async function openStory(
  kind: KindName,
  fields: Record<string, unknown> = {},
): Promise<{ sides: TwoSides; record: AnyRecord; id: string }> {
  const { hash, project, build } = createTestStory(engine, environment);
  const record = asMap(build(kind, fields));
  const records = [...project.records()];
  engine.removeProject(hash);
  return { sides: await twoSides(environment, records, engine), record, id: record.id };
}

/** For each kind a field that a request can change, two values of it, and a change of another field. */
const edits: { readonly [K in KindName]?: readonly [cell: string, one: object, two: object, other: object | null] } = {
  project: ['css', { css: 'a {}' }, { css: 'b {}' }, { name: 'Another' }],
  board: ['name', { name: 'One' }, { name: 'Two' }, null],
  element: ['title/en', { title: { en: '<p>One</p>' } }, { title: { en: '<p>Two</p>' } }, { title: { de: '<p>Drei</p>' } }],
  note: ['content', { content: '<p>One</p>' }, { content: '<p>Two</p>' }, { x: 7 }],
  jumper: ['x', { x: 1 }, { x: 2 }, { y: 7 }],
  branch: ['theme', { theme: 'red' }, { theme: 'blue' }, { x: 7 }],
  condition: ['script', { script: 'one' }, { script: 'two' }, null],
  connection: ['label/en', { label: '<p>One</p>' }, { label: '<p>Two</p>' }, { theme: 'red' }],
  component: ['name/en', { name: 'One' }, { name: 'Two' }, { name: { de: 'Drei' } }],
  asset: ['name', { name: 'one.mp3' }, { name: 'two.mp3' }, { volume: 3 }],
  audioAttachment: ['mode', { mode: 'loop' }, { mode: 'stop' }, { delay: 7 }],
  attribute: ['value', { value: { data: 'one' } }, { value: { data: 'two' } }, { name: 'other' }],
  variable: ['value', { value: 1 }, { value: 2 }, null],
};
const editable = Object.keys(edits) as KindName[];
/** Kinds that a request can remove: not the project; comments are read-only. */
const removable = allKinds.map(({ kind }) => kind).filter((kind) => !['project', 'comment', 'reply'].includes(kind));

const change = (kind: KindName, id: string, fields: object): Command => ({ do: 'change', kind, id, fields }) as Command;
const remove = (kind: KindName, id: string): Command => ({ do: 'remove', kind, id });

describe.each(editable)('[I12] %s', (kind) => {
  const [cell, one, two, other] = edits[kind] ?? ['', {}, {}, null];

  test('nothing changed: nothing to do', async () => {
    const { sides } = await openStory(kind);
    const { hasIncoming, operations, mergeResult } = sides.plan();
    expect([hasIncoming, operations, mergeResult.conflicts, mergeResult.oneTimeConflicts]).toEqual([false, [], [], []]);
  });

  test('changed locally: one request', async () => {
    const { sides, id } = await openStory(kind);
    sides.edit('local', change(kind, id, one));
    expect(await sides.converge()).toEqual([]);
    expect(sides.sent).toHaveLength(1);
    expect(differences(sides)).toEqual([]);
  });

  test('changed on the remote: applied locally, nothing sent', async () => {
    const { sides, id } = await openStory(kind);
    sides.edit('remote', change(kind, id, one));
    expect(await sides.converge()).toEqual([]);
    expect(sides.sent).toEqual([]);
    expect(differences(sides)).toEqual([]);
  });

  test('changed to the same on both: adopted, nothing sent', async () => {
    const { sides, id } = await openStory(kind);
    for (const side of ['local', 'remote'] as const) sides.edit(side, change(kind, id, one));
    expect(await sides.converge()).toEqual([]);
    expect(sides.sent).toEqual([]);
  });

  test('changed differently on both: a conflict with all three values; either choice applies to both sides', async () => {
    for (const choice of ['local', 'remote'] as const) {
      const { sides, id } = await openStory(kind);
      sides.edit('local', change(kind, id, one));
      sides.edit('remote', change(kind, id, two));
      const [conflict, ...more] = await sides.converge();
      expect(more).toEqual([]);
      expect(conflict).toMatchObject({ recordId: id, field: cell, reason: 'bothChanged' });
      expect(sides.sent).toEqual([]);
      if (!conflict) return;
      sides.answer(conflict, choice);
      expect(await sides.converge()).toEqual([]);
      expect(differences(sides)).toEqual([]);
      expect(sides.sent).toHaveLength(choice === 'local' ? 1 : 0);
    }
  });

  if (other !== null)
    test('different fields changed on both: merged without a conflict', async () => {
      const { sides, id } = await openStory(kind);
      sides.edit('local', change(kind, id, one));
      sides.edit('remote', change(kind, id, other ?? {}));
      expect(await sides.converge()).toEqual([]);
      expect(differences(sides)).toEqual([]);
    });

  if (removable.includes(kind))
    test('changed on one side, removed on the other: a conflict, nothing removed; either choice applies', async () => {
      for (const side of ['local', 'remote'] as const)
        for (const choice of ['local', 'remote'] as const) {
          const { sides, id } = await openStory(kind);
          sides.edit(side, change(kind, id, one));
          sides.edit(side === 'local' ? 'remote' : 'local', remove(kind, id));
          const [conflict] = await sides.converge();
          expect(conflict).toMatchObject({ reason: side === 'local' ? 'deletedRemotely' : 'deletedLocally', recordId: id });
          expect(sides.sent).toEqual([]);
          if (!conflict) return;
          sides.answer(conflict, choice);
          expect(await sides.converge()).toEqual([]);
          expect(differences(sides)).toEqual([]);
          expect([...sides.localProject.recordsOfKind(kind)].length).toBe(
            (side === 'local') === (choice === 'local') ? sides.remoteProject.countOfKind(kind) : sides.localProject.countOfKind(kind),
          );
          expect(sides.localProject.has(id) || sides.renamed.has(id)).toBe((side === 'local') === (choice === 'local'));
        }
    });
});

describe.each(removable)('[I12] %s', (kind) => {
  test('removed locally, unchanged on the remote: one request', async () => {
    const { sides, id } = await openStory(kind);
    sides.edit('local', remove(kind, id));
    expect(await sides.converge()).toEqual([]);
    expect(sides.sent.map(({ method }) => method)).toEqual(['DELETE']);
    expect(differences(sides)).toEqual([]);
  });

  test('removed on the remote, unchanged locally: removed locally, nothing sent', async () => {
    const { sides, id } = await openStory(kind);
    sides.edit('remote', remove(kind, id));
    expect(await sides.converge()).toEqual([]);
    expect(sides.localProject.has(id)).toBe(false);
    expect(sides.sent).toEqual([]);
  });

  test('[I28] removed on the remote, with a local comment here: a conflict, and the comment stays until it is resolved', async () => {
    for (const choice of ['local', 'remote'] as const) {
      const { sides, id } = await openStory(kind);
      sides.edit('local', { do: 'addLocalComment', kind, id, text: 'Only here' });
      sides.edit('remote', remove(kind, id));
      const [conflict] = await sides.converge();
      expect(conflict).toMatchObject({ recordId: id, reason: 'deletedRemotely' });
      expect([sides.sent, listLocalComments(sides.localProject.get(id))]).toEqual([[], [expect.anything()]]);
      if (conflict) sides.answer(conflict, choice);
      expect(await sides.converge()).toEqual([]);
      const comments = [...sides.localProject.records()].flatMap((record) => listLocalComments(record).map(([, { text }]) => text));
      expect(comments).toEqual(choice === 'local' ? ['Only here'] : []);
    }
  });

  test('removed on both: nothing', async () => {
    const { sides, id } = await openStory(kind);
    for (const side of ['local', 'remote'] as const) sides.edit(side, remove(kind, id));
    expect(await sides.converge()).toEqual([]);
    expect(sides.sent).toEqual([]);
    expect(sides.base.has(id)).toBe(false);
  });
});

describe('the operations of a plan', () => {
  const create = (kind: KindName, fields: object): Command => ({ do: 'create', kind, fields }) as Command;

  test('the state is sent, not a log: ten edits are one request, a record created and removed is none', async () => {
    const { sides, id } = await openStory('note');
    for (let at = 0; at < 10; at++) sides.edit('local', change('note', id, { x: at, content: `<p>${at}</p>` }));
    sides.edit('local', create('note', { boardId: sides.localProject.get(id)?.boardId, x: 1, y: 1 }));
    sides.edit('local', remove('note', sides.localProject.childIds(String(sides.localProject.get(id)?.boardId), 'notes')[1] ?? ''));
    await sides.converge();
    expect(sides.sent).toHaveLength(1);
  });

  test('[I11] parents are sent before children, and targets before the references to them', async () => {
    const { sides } = await openStory('note');
    const root = sides.localProject.projectRecord.roots.board;
    const made = (command: Command): string => {
      const before = new Set([...sides.localProject.records()].map(({ id }) => id));
      sides.edit('local', command);
      return [...sides.localProject.records()].find(({ id, kind }) => !before.has(id) && kind !== 'condition')?.id ?? '';
    };
    const folder = made(create('board', { type: 'folder', name: 'Folder', parentId: root }));
    const board = made(create('board', { name: 'Inside', parentId: folder }));
    const element = made(create('element', { boardId: board, x: 1, y: 1 }));
    const branch = made(create('branch', { boardId: board, x: 1, y: 1 }));
    made(create('connection', { boardId: board, sourceid: element, sourceType: 'elements', targetid: branch, targetType: 'branches' }));
    const condition = sides.localProject.childIds(branch, 'conditions')[0];
    made(
      create('connection', { boardId: board, sourceid: condition, sourceType: 'conditions', targetid: element, targetType: 'elements' }),
    );
    made(create('jumper', { boardId: board, x: 1, y: 1, elementId: element }));
    sides.edit('local', change('project', 'project', { startingElement: element }));
    expect(await sides.converge()).toEqual([]);
    expect(differences(sides)).toEqual([]);
    expect(sides.refused.size).toBe(0);
    expect(sides.sent).toHaveLength(8);
  });

  test('only the root of a removed tree is removed, after remaining records have been moved out', async () => {
    const { sides } = await openStory('element');
    const root = sides.localProject.projectRecord.roots.board;
    sides.edit('local', create('board', { type: 'folder', name: 'Old', parentId: root }));
    await sides.converge();
    const folder = sides.localProject.childIds(root, 'boards').at(-1) ?? '';
    const [first = ''] = sides.localProject.childIds(root, 'boards');
    sides.edit('local', { do: 'move', kind: 'board', id: first, to: folder, at: 0 });
    sides.edit('local', create('board', { name: 'Goes', parentId: folder }));
    await sides.converge();
    sides.sent.length = 0;
    sides.edit('local', { do: 'move', kind: 'board', id: first, to: root, at: 0 });
    sides.edit('local', remove('board', folder));
    expect(await sides.converge()).toEqual([]);
    expect(sides.sent.map(({ method }) => method)).toEqual(['PATCH', 'DELETE']);
    expect(differences(sides)).toEqual([]);
  });

  test('the last board is removed once there is another', async () => {
    const { sides } = await openStory('element');
    const root = sides.localProject.projectRecord.roots.board;
    const [board = ''] = sides.localProject.childIds(root, 'boards');
    sides.edit('local', create('board', { name: 'Next', parentId: root }));
    sides.edit('local', remove('board', board));
    expect(await sides.converge()).toEqual([]);
    expect(sides.sent.map(({ method }) => method)).toEqual(['POST', 'DELETE']);
    expect(sides.refused.size).toBe(0);
  });

  test('each side removes the other’s last board: the remote board stays, and this is reported', async () => {
    const { sides } = await openStory('element');
    const root = sides.localProject.projectRecord.roots.board;
    sides.edit('local', create('board', { name: 'Two', parentId: root }));
    await sides.converge();
    const [one = '', two = ''] = sides.localProject.childIds(root, 'boards');
    sides.edit('local', remove('board', one));
    sides.edit('remote', remove('board', two));
    expect(await sides.converge()).toEqual([]);
    expect(sides.localProject.childIds(root, 'boards')).toEqual([one]);
    expect(sides.raised).toMatchObject([{ recordId: one, reason: 'lastBoard' }]);
    expect(differences(sides)).toEqual([]);
  });

  test('[I26, I41] what others lose by a removal in conflict is part of it: not sent before the answer, and back with the record', async () => {
    for (const choice of ['local', 'remote'] as const) {
      const { sides, id: emptied } = await openStory('jumper');
      const boardId = sides.localProject.get(emptied)?.boardId;
      const made = (kind: KindName): string => {
        const before = new Set([...sides.remoteProject.records()].map(({ id }) => id));
        sides.edit('remote', create(kind, { boardId, x: 1, y: 1 }));
        return [...sides.remoteProject.records()].find(({ id }) => !before.has(id))?.id ?? '';
      };
      const [redirected, target, another] = [made('jumper'), made('element'), made('element')];
      for (const id of [emptied, redirected]) sides.edit('remote', change('jumper', id, { elementId: target }));
      await sides.converge();

      sides.edit('local', remove('element', target));
      sides.edit('local', change('jumper', redirected, { elementId: another }));
      sides.edit('remote', change('element', target, { title: { en: '<p>Changed</p>' } }));
      const [conflict, ...more] = await sides.converge();
      expect([conflict?.reason, conflict?.recordId, more]).toEqual(['deletedLocally', target, []]);
      const targets = () => [emptied, redirected].map((id) => sides.remoteProject.find('jumper', id)?.elementId);
      expect(targets()).toEqual([target, another]);
      if (conflict) sides.answer(conflict, choice);
      expect(await sides.converge()).toEqual([]);
      expect(differences(sides)).toEqual([]);
      expect(targets()).toEqual([choice === 'local' ? null : target, another]);
    }
  });

  test('[Comments] a record removed on the remote with its comments is created again without them: only their authors can write them', async () => {
    const { sides } = await openStory('reply');
    const root = sides.localProject.projectRecord.roots.board;
    const [board = ''] = sides.localProject.childIds(root, 'boards');
    sides.edit('remote', create('board', { name: 'Two', parentId: root }));
    sides.edit('remote', remove('board', board));
    sides.edit('local', change('board', board, { name: 'Changed here' }));
    const [conflict] = await sides.converge();
    expect(conflict).toMatchObject({ recordId: board, reason: 'deletedRemotely' });
    expect([...sides.localProject.recordsOfKind('comment')]).toHaveLength(1);
    if (conflict) sides.answer(conflict, 'local');
    expect(await sides.converge()).toEqual([]);
    expect([...sides.localProject.recordsOfKind('board')].map(({ name }) => name)).toContain('Changed here');
    expect(differences(sides)).toEqual([]);
  });

  test('[I3] a remote removal does not remove records that the remote still has: they move back to their remote position', async () => {
    const { sides, id } = await openStory('componentAttachment');
    const editRemote = (command: Command): string => sides.remote.engine.execute(sides.remoteHash, command, 'user').ids[0] ?? '';
    const root = sides.remoteProject.projectRecord.roots.board;
    const [board = ''] = sides.remoteProject.childIds(root, 'boards');
    const [element = ''] = sides.remoteProject.childIds(board, 'elements');
    const folder = editRemote(create('board', { type: 'folder', name: 'Old', parentId: root }));
    const going = editRemote(create('element', { boardId: board, x: 900, y: 0 }));
    const staying = editRemote(create('element', { boardId: board, x: 900, y: 900 }));
    const ends = { sourceid: element, sourceType: 'elements', targetid: staying, targetType: 'elements' };
    const connection = editRemote(create('connection', { boardId: board, ...ends }));
    await sides.converge();
    sides.edit('local', { do: 'move', kind: 'board', id: board, to: folder, at: 0 });
    sides.edit('local', { do: 'move', kind: 'componentAttachment', id, to: going, at: 0 });
    sides.edit('local', change('connection', connection, { targetid: going, targetType: 'elements' }));
    sides.edit('remote', remove('board', folder));
    sides.edit('remote', remove('element', going));
    let open = await sides.converge();
    expect(new Set(open.map(({ recordId, reason }) => `${reason} ${recordId}`))).toEqual(
      new Set([`deletedRemotely ${folder}`, `deletedRemotely ${going}`]),
    );
    for (let [conflict] = open; conflict; [conflict] = open) {
      sides.answer(conflict, 'remote');
      open = await sides.converge();
    }
    expect([sides.localProject.has(folder), sides.localProject.has(going)]).toEqual([false, false]);
    for (const side of [sides.localProject, sides.remoteProject])
      expect([side.get(board)?.parentId, side.get(id)?.elementId, side.get(connection)?.targetid]).toEqual([root, element, staying]);
    expect([sides.refused.size, differences(sides)]).toEqual([0, []]);
  });

  describe('[I3] what was moved out of a removed record stays on the remote until its move has arrived', () => {
    /** A folder `from` that contains the record, and the folder `to` beside it. */
    async function openFolders(kind: 'board' | 'component' | 'asset') {
      const { sides } = await openStory('note');
      const root = sides.localProject.projectRecord.roots[kind];
      const createdBy = (fields: object): string => {
        const [id = ''] = sides.localEngine.execute(sides.hash, create(kind, fields), 'user').ids;
        return id;
      };
      const folder = (name: string) => createdBy({ type: 'folder', name, parentId: root });
      const [from, to] = [folder('From'), folder('To')];
      const type = kind === 'asset' ? { type: 'image' } : {};
      const record = createdBy({ ...type, name: 'Moved', parentId: from });
      await sides.converge();
      const remoteId = (id: string) => sides.renamed.get(id) ?? id;
      sides.sent.length = 0;
      return { sides, root, from: remoteId(from), to: remoteId(to), id: remoteId(record), createdBy };
    }
    const deletes = (sides: TwoSides) => sides.sent.filter(({ method }) => method === 'DELETE').length;
    const move = (kind: KindName, id: string, to: string): Command => ({ do: 'move', kind, id, to, at: 0 }) as Command;

    test.each(['board', 'component', 'asset'] as const)('%s: its new folder was deleted there; either choice applies', async (kind) => {
      for (const choice of ['local', 'remote'] as const) {
        const { sides, root, from, to, id } = await openFolders(kind);
        sides.edit('local', move(kind, id, to));
        sides.edit('local', remove(kind, from));
        sides.edit('remote', remove(kind, to));
        const [conflict] = await sides.converge();
        expect(conflict).toMatchObject({ recordId: to, reason: 'deletedRemotely' });
        expect([deletes(sides), sides.remoteProject.get(id)?.parentId]).toEqual([0, from]);
        if (conflict) sides.answer(conflict, choice);
        expect(await sides.converge()).toEqual([]);
        const parentId = choice === 'local' ? (sides.renamed.get(to) ?? to) : root;
        for (const project of [sides.localProject, sides.remoteProject])
          expect([project.get(id)?.parentId, project.has(from)]).toEqual([parentId, false]);
        expect([sides.refused.size, differences(sides)]).toEqual([0, []]);
      }
    });

    test('its new folder was not accepted', async () => {
      const { sides, root, from, id, createdBy } = await openFolders('board');
      const to = createdBy({ type: 'folder', name: 'New', parentId: root });
      sides.refused.set(to, 'HTTP 403');
      sides.edit('local', move('board', id, to));
      sides.edit('local', remove('board', from));
      await sides.converge();
      expect([deletes(sides), sides.remoteProject.get(id)?.parentId]).toEqual([0, from]);
      sides.refused.clear();
      expect(await sides.converge()).toEqual([]);
      expect([sides.remoteProject.has(from), differences(sides)]).toEqual([false, []]);
      expect(sides.remoteProject.get(id)?.parentId).toBe(sides.renamed.get(to));
    });

    test('its new folder was moved into it: it is beside the removed one', async () => {
      const { sides, root, from, id, createdBy } = await openFolders('board');
      const first = createdBy({ type: 'folder', name: 'Outer', parentId: from });
      const second = createdBy({ type: 'folder', name: 'Other', parentId: root });
      await sides.converge();
      const [outer = '', other = ''] = [first, second].map((each) => sides.renamed.get(each));
      sides.edit('local', move('board', outer, other));
      sides.edit('local', move('board', id, outer));
      sides.edit('local', remove('board', from));
      sides.edit('remote', move('board', other, outer));
      sides.watch = () => expect(findProjectErrors([...sides.localProject.records()])).toEqual([]);
      expect(await sides.converge()).toEqual([]);
      expect(sides.raised).toMatchObject([{ recordId: outer, field: 'place', reason: 'movedDifferently', local: { parent: other } }]);
      for (const project of [sides.localProject, sides.remoteProject])
        expect([outer, other, id].map((each) => project.get(each)?.parentId)).toEqual([root, outer, outer]);
      expect([sides.remoteProject.has(from), sides.refused.size, differences(sides)]).toEqual([false, 0, []]);
    });

    test('attachments and connections of an element that is removed, whose new one was deleted there', async () => {
      const { sides, id } = await openStory('componentAttachment');
      const carrier = String(sides.localProject.get(id)?.elementId);
      const boardId = sides.localProject.get(carrier)?.boardId;
      const element = (): string => sides.localEngine.execute(sides.hash, create('element', { boardId, x: 1, y: 1 }), 'user').ids[0] ?? '';
      const ends = [element(), element()];
      await sides.converge();
      const [target = '', other = ''] = ends.map((each) => sides.renamed.get(each));
      const fields = { boardId, sourceid: carrier, sourceType: 'elements', targetid: other, targetType: 'elements' };
      const [created = ''] = sides.localEngine.execute(sides.hash, create('connection', fields), 'user').ids;
      await sides.converge();
      const connection = sides.renamed.get(created) ?? '';
      sides.edit('local', move('componentAttachment', id, target));
      sides.edit('local', change('connection', connection, { sourceid: target, sourceType: 'elements' }));
      sides.edit('local', remove('element', carrier));
      sides.edit('remote', remove('element', target));
      const [conflict] = await sides.converge();
      expect(conflict).toMatchObject({ recordId: target, reason: 'deletedRemotely' });
      expect([id, connection, carrier].map((each) => sides.remoteProject.has(each))).toEqual([true, true, true]);
      if (conflict) sides.answer(conflict, 'local');
      expect(await sides.converge()).toEqual([]);
      const now = sides.renamed.get(target);
      expect([sides.remoteProject.get(id)?.elementId, sides.remoteProject.get(connection)?.sourceid]).toEqual([now, now]);
      expect([sides.remoteProject.has(carrier), sides.refused.size, differences(sides)]).toEqual([false, 0, []]);
    });

    test('but not where only the removal frees the name that its new place takes: then it is created again', async () => {
      const { sides, id } = await openStory('componentAttachment');
      const root = sides.localProject.projectRecord.roots.board;
      const [board = ''] = sides.localProject.childIds(root, 'boards');
      const customId = sides.localProject.get(board)?.customId;
      sides.edit('local', create('board', { name: 'New', parentId: root }));
      const [, fresh = ''] = sides.localProject.childIds(root, 'boards');
      sides.edit('local', create('element', { boardId: fresh, x: 1, y: 1 }));
      sides.edit('local', move('componentAttachment', id, sides.localProject.childIds(fresh, 'elements')[0] ?? ''));
      sides.edit('local', remove('board', board));
      // A story folder can give the new one the name of the removed one.
      const put = [asMap({ ...sides.localProject.get(fresh), id: fresh, customId })];
      sides.localEngine.execute(sides.hash, { do: 'replaceRecords', renamedIds: [], put, removedIds: [] }, 'remote');
      sides.edit('remote', create('board', { name: 'Last', parentId: root }));
      expect(await sides.converge()).toEqual([]);
      expect([...sides.remoteProject.recordsOfKind('componentAttachment')]).toHaveLength(1);
      expect([sides.remoteProject.has(board), sides.refused.size, differences(sides)]).toEqual([false, 0, []]);
    });
  });

  test('the last remote board also stays while the only other local board is in conflict; either choice applies', async () => {
    for (const choice of ['local', 'remote'] as const) {
      const { sides, id } = await openStory('element');
      const root = sides.localProject.projectRecord.roots.board;
      sides.edit('local', create('board', { name: 'Two', parentId: root }));
      await sides.converge();
      const [one = '', two = ''] = sides.localProject.childIds(root, 'boards');
      sides.edit('local', change('element', id, { title: 'Changed here' }));
      sides.edit('local', remove('board', two));
      sides.edit('remote', remove('board', one));
      const [conflict] = await sides.converge();
      expect(conflict).toMatchObject({ recordId: one, reason: 'deletedRemotely' });
      expect(sides.raised).toMatchObject([{ recordId: two, reason: 'lastBoard' }]);
      if (conflict) sides.answer(conflict, choice);
      expect(await sides.converge()).toEqual([]);
      expect([...sides.remoteProject.recordsOfKind('board')].filter(({ type }) => type === 'board')).toHaveLength(
        choice === 'local' ? 2 : 1,
      );
      expect([sides.refused.size, differences(sides)]).toEqual([0, []]);
    }
  });

  test('a component that comes back while another one has its customId keeps the remote one', async () => {
    const { sides } = await openStory('element');
    const { component: parentId } = sides.localProject.projectRecord.roots;
    const [first = ''] = sides.localEngine.execute(sides.hash, create('component', { name: 'Bob', parentId }), 'user').ids;
    await sides.converge();
    const id = sides.renamed.get(first) ?? first;
    const customIdOf = (each: string) => sides.localProject.find('component', each)?.customId;
    sides.edit('local', remove('component', id));
    const [other = ''] = sides.localEngine.execute(sides.hash, create('component', { name: 'Bob', parentId }), 'user').ids;
    sides.localEngine.restoreRecord(sides.hash, id);
    expect([customIdOf(id), customIdOf(other)]).toEqual(['bob_2', 'bob']);
    expect(sides.plan().mergeResult.put).toMatchObject([{ id, customId: 'bob' }, { id: other }]);
    expect(await sides.converge()).toEqual([]);
    expect(customIdOf(id)).toBe('bob');
    expect(sides.raised).toMatchObject([
      { reason: 'renamed', local: 'bob_2', remote: 'bob' },
      { reason: 'renamed', local: 'bob', remote: 'bob_2' },
    ]);
    expect([sides.refused.size, differences(sides)]).toEqual([0, []]);
  });

  test('the last remote board is removed after another was created, which gets another customId if its own is taken', async () => {
    const { sides } = await openStory('element');
    const root = sides.localProject.projectRecord.roots.board;
    const [one = ''] = sides.localProject.childIds(root, 'boards');
    const [two = ''] = sides.localEngine.execute(sides.hash, create('board', { name: 'Act', parentId: root }), 'user').ids;
    await sides.converge();
    const act = sides.renamed.get(two) ?? two;
    sides.edit('local', remove('board', act));
    sides.edit('local', create('board', { name: 'Act', parentId: root }));
    sides.edit('remote', remove('board', one));
    expect(await sides.converge()).toEqual([]);
    expect([...sides.remoteProject.recordsOfKind('board')].map(({ name, customId }) => [name, customId])).toContainEqual(['Act', 'act_2']);
    expect(sides.raised).toMatchObject([{ reason: 'renamed', local: 'act', remote: 'act_2' }]);
    expect([sides.remoteProject.has(act), sides.refused.size, differences(sides)]).toEqual([false, 0, []]);
  });

  test('requests that free a name or a position precede those that use it', async () => {
    const { sides, id } = await openStory('variable');
    const name = String(sides.localProject.get(id)?.name);
    sides.edit('local', remove('variable', id));
    sides.edit('local', create('variable', { name, type: 'string', value: 'x' }));
    expect(await sides.converge()).toEqual([]);
    expect(sides.sent.map(({ method }) => method)).toEqual(['DELETE', 'POST']);

    const { sides: otherSides, record } = await openStory('branch');
    const [condition = ''] = otherSides.localProject.childIds(record.id, 'conditions');
    const boardId = record.boardId;
    const connect = (): Command =>
      create('connection', { boardId, sourceid: condition, sourceType: 'conditions', targetid: record.id, targetType: 'branches' });
    otherSides.edit('local', connect());
    await otherSides.converge();
    otherSides.sent.length = 0;
    otherSides.edit('local', remove('connection', otherSides.localProject.childIds(condition, 'outputs')[0] ?? ''));
    otherSides.edit('local', connect());
    expect(await otherSides.converge()).toEqual([]);
    expect(otherSides.sent.map(({ method }) => method)).toEqual(['DELETE', 'POST']);
    expect(differences(otherSides)).toEqual([]);
  });

  test('[I13] folders that change places are moved from the top down; of crossing moves the remote one applies and the local one is a conflict', async () => {
    const { sides } = await openStory('note');
    const root = sides.localProject.projectRecord.roots.board;
    for (const name of ['A', 'B']) sides.edit('local', create('board', { type: 'folder', name, parentId: root }));
    await sides.converge();
    const [a = '', b = ''] = sides.localProject.childIds(root, 'boards').slice(-2);
    sides.edit('local', { do: 'move', kind: 'board', id: b, to: a, at: 0 });
    await sides.converge();
    sides.watch = () => expect(findProjectErrors(sides.remoteProject.records())).toEqual([]);
    sides.edit('local', { do: 'move', kind: 'board', id: b, to: root, at: 0 });
    sides.edit('local', { do: 'move', kind: 'board', id: a, to: b, at: 0 });
    expect(await sides.converge()).toEqual([]);
    expect(differences(sides)).toEqual([]);
    sides.edit('local', { do: 'move', kind: 'board', id: a, to: root, at: 0 });
    await sides.converge();
    sides.edit('local', { do: 'move', kind: 'board', id: a, to: b, at: 0 });
    sides.edit('remote', { do: 'move', kind: 'board', id: b, to: a, at: 0 });
    await sides.converge();
    expect(sides.raised).toMatchObject([{ recordId: a, field: 'place', reason: 'movedDifferently', local: { parent: b } }]);
    expect(sides.localProject.get(b)?.parentId).toBe(a);
    expect(differences(sides)).toEqual([]);
  });

  test('[I15] reordering takes at most n − LIS moves', async () => {
    const { sides, record } = await openStory('element');
    const boardId = String(record.boardId);
    for (let at = 0; at < 9; at++) sides.edit('local', create('element', { boardId, x: at, y: 1 }));
    await sides.converge();
    let seed = 5;
    for (let round = 0; round < 20; round++) {
      sides.sent.length = 0;
      for (let at = 0; at < 12; at++) {
        const list = sides.localProject.childIds(boardId, 'elements');
        seed = (seed * 48_271) % 2_147_483_647;
        sides.edit('local', { do: 'move', kind: 'element', id: list[seed % list.length] ?? '', at: (seed >> 8) % list.length });
      }
      const least = minimalMoves(
        sides.remoteProject.childIds(boardId, 'elements'),
        sides.localProject.childIds(boardId, 'elements'),
      ).length;
      await sides.converge();
      expect(sides.sent).toHaveLength(least);
      expect(differences(sides)).toEqual([]);
    }
  });

  test('[I10] a reference to a record that the remote lacks waits until the record exists there', async () => {
    const { sides, record } = await openStory('jumper');
    sides.edit('local', create('element', { boardId: record.boardId, x: 1, y: 1 }));
    const element = [...sides.localProject.recordsOfKind('element')][0]?.id ?? '';
    sides.edit('local', change('jumper', record.id, { elementId: element }));
    expect(await sides.converge()).toEqual([]);
    expect(sides.sent.map(({ body }) => JSON.stringify(body)).join()).not.toContain(element);
    expect(differences(sides)).toEqual([]);
  });

  test('[I19] unknown fields are kept when other fields change', async () => {
    const { sides, id } = await openStory('note');
    const remoteProject = sides.remoteProject.get(id);
    const put = [asMap({ ...remoteProject, id, extra: { mood: { deep: [1] } } })];
    sides.remote.engine.execute(sides.remoteHash, { do: 'replaceRecords', renamedIds: [], put, removedIds: [] }, 'remote');
    sides.edit('local', change('note', id, { x: 9 }));
    await sides.converge();
    expect(sides.localProject.get(id)).toMatchObject({ x: 9, extra: { mood: { deep: [1] } } });
    sides.edit('remote', change('note', id, { y: 3 }));
    await sides.converge();
    expect(sides.localProject.get(id)).toMatchObject({ x: 9, y: 3, extra: { mood: { deep: [1] } } });
  });

  test('[Branch and conditions] an if that an undo brought back under an earlier id is the if of its branch', async () => {
    const { sides, id } = await openStory('branch');
    const condition = sides.localProject.children('condition', id, 'conditions')[0];
    const [known, earlier] = [condition?.id ?? '', environment.newId()];
    const put = [asMap({ ...condition, id: earlier, script: 'again' })];
    sides.localEngine.execute(sides.hash, { do: 'replaceRecords', renamedIds: [], put, removedIds: [known] }, 'remote');
    expect(sides.plan().mergeResult.renamedIds).toEqual([[earlier, known]]);
    await sides.converge();
    expect(sides.remoteProject.get(known)?.script).toBe('again');
    expect(differences(sides)).toEqual([]);
  });

  test('the same text in other markup is no change', async () => {
    const { sides, id } = await openStory('element', { title: '<p><b>Go</b></p>' });
    sides.edit('remote', change('element', id, { title: '<p><strong>Go</strong></p>' }));
    expect(sides.plan().mergeResult.put).toEqual([]);
  });
});

test('ranks change only where a record moved', () => {
  const ranks: Record<string, string> = { a: 'a0', b: 'a1', c: 'a2', d: 'a3' };
  expect([...assignRanks(['a', 'd', 'b', 'c'], (id) => ranks[id]).keys()]).toEqual(['d']);
  expect([...assignRanks(['a', 'x', 'b', 'y'], (id) => ranks[id]).keys()]).toEqual(['x', 'y']);
});

test('[I37] of two equal records, the one with the last board cannot be removed as the duplicate', async () => {
  const { sides } = await openStory('note');
  const root = sides.localProject.projectRecord.roots.board;
  const create = (fields: object): string =>
    sides.localEngine.execute(sides.hash, { do: 'create', kind: 'board', fields } as Command, 'user').ids[0] ?? '';
  const [board = ''] = sides.localProject.childIds(root, 'boards');
  const folder = create({ type: 'folder', name: 'Twice', parentId: root });
  sides.edit('local', { do: 'move', kind: 'board', id: board, to: folder, at: 0 });
  const conflict = createMergeConflict({ kind: 'board', id: folder }, null, 'duplicateCreate', { base: null, local: null, remote: null });
  expect(isChoicePossible(conflict, 'local', sides.localProject)).toBe(false);
  create({ type: 'board', name: 'Another', parentId: root });
  expect(isChoicePossible(conflict, 'local', sides.localProject)).toBe(true);
});

test('entries without ids get the same ids in every read, whatever their number', () => {
  const targets = Array.from({ length: 20_000 }, (_, at) => (at % 2 === 0 ? 'a' : 'b'));
  const ids = assignEntryIds('owner', targets, []);
  expect([ids[0], ids[1], ids.at(-1), new Set(ids).size]).toEqual(['~owner:a:1', '~owner:b:1', '~owner:b:10000', targets.length]);
  const known = ids.map((id, at) => ({ id, target: targets[at] ?? '' }));
  expect(assignEntryIds('owner', targets, known)).toEqual(ids);
  expect(assignEntryIds('owner', [...targets, 'a'], known).at(-1)).toBe('~owner:a:10001');
});
