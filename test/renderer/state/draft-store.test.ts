import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LocalBackend, openBackend } from '../../../main/app/backend/backend.ts';
import { createDraftStore } from '../../../renderer/state/draft-store.ts';
import { createEarlierDrafts } from '../../../renderer/state/earlier-drafts.ts';
import { createInvoke } from '../../../shared/contracts/ipc/backend.ts';
import type { InvokeCall } from '../../../shared/contracts/ipc/call-types.ts';
import { verbatim } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { nextTurn } from '../../next-turn.ts';
import { createTestEnvironment } from '../../test-environment.ts';

let backend: LocalBackend;
let invoke: InvokeCall;
let hash: string;
let element: string;
let isFull = false;
beforeEach(async () => {
  isFull = false;
  backend = await openBackend(null, createTestEnvironment());
  invoke = createInvoke(backend);
  ({ hash } = await invoke('project.create', { template: 'empty' }));
  const { records } = await invoke('project.read', { hash });
  const board = records.flatMap((chunk): { id: string; kind: string }[] => JSON.parse(chunk)).find(({ kind }) => kind === 'board');
  const fields = { boardId: board?.id ?? '', x: 0, y: 0 };
  const added = await invoke('project.send', { hash, command: { do: 'create', kind: 'element', fields } });
  element = added.ids[0] ?? '';
});
afterEach(() => backend.close());

/** A session of the window. Its disk may be full, and its timers end when the test says so. */
function openSession(session: string, storage?: Storage) {
  let waiting: (() => void)[] = [];
  const sent: string[] = [];
  const store = createDraftStore({
    session,
    invoke: async (name, input) => {
      sent.push(name);
      if (isFull && name !== 'draft.list') throw new Problem('store', verbatim('The disk is full'), { reason: 'diskFull' });
      return invoke(name, input);
    },
    wait: () => new Promise((resolve) => waiting.push(resolve)),
    earlier: createEarlierDrafts(storage),
  });
  return {
    store,
    sent,
    type: (value: string, values: readonly string[] = ['']) =>
      store.save(hash, `${element} title en`, { value, over: { version: 2, values: [...values] } }),
    async passTime() {
      const due = waiting;
      waiting = [];
      for (const end of due) end();
      for (let turn = 0; turn < 5; turn++) await nextTurn();
    },
    /** What the session finds when it opens the project. */
    async left() {
      await store.load(hash);
      return [...store.store.getState().recovered.values()].map(({ name, value, isCurrent }) => ({ name, value, isCurrent }));
    },
  };
}

const stored = async () => (await invoke('draft.list', { hash })).map(({ value }) => value);

describe('what was typed and is not saved', () => {
  test('is stored with the first key, and then at intervals', async () => {
    const { type, sent, passTime } = openSession('one');
    type('A');
    expect(sent).toEqual(['draft.put']);
    type('A k');
    type('A kn');
    expect(sent).toEqual(['draft.put']);
    await passTime();
    expect(sent).toEqual(['draft.put', 'draft.put']);
    expect(await stored()).toEqual(['A kn']);
  });

  test('is offered to the next session, not to the one that is saving it', async () => {
    const first = openSession('one');
    first.type('A knock');
    await first.store.whenStored();
    expect(await first.left()).toEqual([]);
    const next = openSession('two');
    expect(await next.left()).toEqual([{ name: `${element} title en`, value: 'A knock', isCurrent: true }]);
    const [draft] = next.store.store.getState().recovered.values();
    if (draft) next.store.discardRecovered(hash, draft);
    expect(await openSession('three').left()).toEqual([]);
  });

  test('is stored in full before it is saved, and removed afterwards', async () => {
    const { store, type, sent, passTime } = openSession('one');
    type('A');
    type('A knock');
    store.storeNow(hash, `${element} title en`);
    expect(sent).toEqual(['draft.put', 'draft.put']);
    await nextTurn();
    expect(await stored()).toEqual(['A knock']);
    store.discard(hash, `${element} title en`);
    await passTime();
    expect(await stored()).toEqual([]);
  });

  test('is not newer than a record that has been changed since', async () => {
    const first = openSession('one');
    first.type('A knock');
    await first.store.whenStored();
    await invoke('project.send', { hash, command: { do: 'change', kind: 'element', id: element, fields: { x: 10 } } });
    expect(await openSession('two').left()).toEqual([{ name: `${element} title en`, value: 'A knock', isCurrent: false }]);
  });

  test('is not newer as soon as its record is changed while it is offered', async () => {
    const first = openSession('one');
    first.type('A knock');
    await first.store.whenStored();
    const { store, left } = openSession('two');
    expect(await left()).toMatchObject([{ isCurrent: true }]);
    store.noteChanges(hash, []);
    expect([...store.store.getState().recovered.values()]).toMatchObject([{ isCurrent: true }]);
    const stop = backend.onEvents((events) => {
      for (const event of events) if (event.event === 'project.changed') store.noteChanges(event.hash, event.changes);
    });
    await invoke('project.send', { hash, command: { do: 'change', kind: 'element', id: element, fields: { x: 10 } } });
    stop();
    expect([...store.store.getState().recovered.values()]).toMatchObject([{ isCurrent: false }]);
  });

  test('another session that has typed in the same field keeps its draft', async () => {
    const [one, two] = [openSession('one'), openSession('two')];
    one.type('first');
    await one.store.whenStored();
    two.type('second');
    await two.store.whenStored();
    one.store.discard(hash, `${element} title en`);
    await one.store.whenStored();
    expect(await stored()).toEqual(['second']);
  });

  test('stays in the window while the disk is full, and is stored when there is space', async () => {
    const { store, type, sent, passTime } = openSession('one');
    isFull = true;
    type('A knock');
    for (let interval = 0; interval < 5; interval++) await passTime();
    // One attempt in each interval.
    expect(sent.length).toBeLessThanOrEqual(6);
    const unsaved = { hash, value: 'A knock', over: { version: 2, values: [''] }, problem: null };
    expect([store.hasUnstored(), store.listUnsaved(hash)]).toEqual([true, [unsaved]]);
    isFull = false;
    await passTime();
    expect(store.hasUnstored()).toBe(false);
    expect(await stored()).toEqual(['A knock']);
  });

  test('an older text that could not be stored does not come back after the field was saved', async () => {
    const { store, type, passTime } = openSession('one');
    isFull = true;
    type('old');
    store.discard(hash, `${element} title en`);
    isFull = false;
    await passTime();
    await passTime();
    expect(await stored()).toEqual([]);
  });

  test('is removed with its project', async () => {
    const { type, store } = openSession('one');
    type('A knock');
    await store.whenStored();
    await invoke('project.remove', { hash });
    await expect(invoke('draft.list', { hash })).rejects.toMatchObject({ code: 'notFound' });
    type('A knock, and more');
    await store.whenStored();
    expect(store.hasUnstored()).toBe(false);
  });

  test('could not be stored: the window does not ask about it after its project was removed', async () => {
    const { type, store, passTime } = openSession('one');
    isFull = true;
    type('A knock');
    await passTime();
    expect(store.hasUnstored()).toBe(true);
    isFull = false;
    await invoke('project.remove', { hash });
    await passTime();
    expect(store.hasUnstored()).toBe(false);
  });

  test('[Store] a text that version 0.1 has left in localStorage is handed over, and never newer than its record', async () => {
    const name = `${element} title en`;
    const held = new Map([
      [`taleport.draft/${hash}/${name}`, JSON.stringify({ value: 'Left behind', session: 'x' })],
      ['taleport.draft/other/e title en', JSON.stringify({ value: 'Of another project', session: 'x' })],
      [`taleport.draft/${hash}/damaged`, '{'],
    ]);
    const storage = {
      getItem: (key: string) => held.get(key) ?? null,
      removeItem: (key: string) => void held.delete(key),
      key: (at: number) => [...held.keys()][at] ?? null,
      get length() {
        return held.size;
      },
    };
    const { left } = openSession('two', storage as Storage);
    expect(await left()).toEqual([{ name, value: 'Left behind', isCurrent: false }]);
    expect(held.has(`taleport.draft/${hash}/${name}`)).toBe(false);
    expect(held.size).toBe(2);
  });
});
