/** What waits is counted from what is stored, so that no status is a second old: after an edit, after a kill, beside an open conflict. */
import { afterEach, expect, test } from 'vitest';
import { countOperations } from '../../../count-operations.ts';
import { HostedWorkspace } from './hosted-workspace.ts';

const minute = 60_000;

let h: HostedWorkspace;
afterEach(() => h.close());

/** A synced project with an element on its board. */
async function openSynced(): Promise<{ hash: string; id: string }> {
  h = await HostedWorkspace.open(10);
  const hash = await h.addSyncedProject('A story', 1);
  await h.clock.advance(minute);
  const [element] = h.localEngine.getProject(hash).recordsOfKind('element');
  return { hash, id: element?.id ?? '' };
}
const shown = (hash: string) => {
  const { state, pending, conflicts } = h.status(hash);
  return { state, pending, conflicts };
};

test('[I43] after an edit, “Synced” and 0 are not shown, before any step has seen it either', async () => {
  const { hash, id } = await openSynced();
  expect(shown(hash)).toEqual({ state: 'synced', pending: 0, conflicts: 0 });
  h.edit(hash, 'One');
  h.localEngine.execute(hash, { do: 'change', kind: 'element', id, fields: { x: 500 } }, 'user');
  expect(shown(hash)).toEqual({ state: 'sending', pending: 2, conflicts: 0 });
  await h.clock.advance(minute);
  expect(shown(hash)).toEqual({ state: 'synced', pending: 0, conflicts: 0 });
});

test('[I43, G30] a text that is held is counted at once, and after a kill', async () => {
  const { hash, id } = await openSynced();
  const held = () => {
    const { state, pending, held: count } = h.status(hash);
    return { state, pending, held: count };
  };
  h.localEngine.execute(hash, { do: 'change', kind: 'element', id, fields: { content: { en: '<ul><li>A list</li></ul>' } } }, 'user');
  expect(held()).toEqual({ state: 'held', pending: 0, held: 1 });
  h.isCut = true;
  await h.restart('killed');
  expect(held()).toMatchObject({ pending: 0, held: 1 });
  h.isCut = false;
  await h.clock.advance(10 * minute);
  expect(held()).toEqual({ state: 'held', pending: 0, held: 1 });
});

test('[I43] after a kill, and where no step can run', async () => {
  const { hash } = await openSynced();
  h.isCut = true;
  h.edit(hash, 'One');
  await h.restart('killed');
  expect(shown(hash).pending).toBe(1);
  await h.clock.advance(minute);
  h.edit(hash, 'Two');
  expect(shown(hash)).toEqual({ state: 'offline', pending: 2, conflicts: 0 });
  h.isCut = false;
  await h.clock.advance(10 * minute);
  expect(shown(hash)).toEqual({ state: 'synced', pending: 0, conflicts: 0 });
});

test('[I43] beside an open conflict, which is not counted itself', async () => {
  const { hash, id } = await openSynced();
  const { remoteHash } = h.status(hash);
  const title = (text: string) => ({ do: 'change', kind: 'element', id, fields: { title: { en: `<p>${text}</p>` } } }) as const;
  h.remote.engine.execute(remoteHash, title('Theirs'), 'user');
  h.localEngine.execute(hash, title('Mine'), 'user');
  await h.clock.advance(5 * minute);
  expect(shown(hash)).toMatchObject({ state: 'attention', pending: 0, conflicts: 1 });
  h.edit(hash, 'Beside it');
  expect(shown(hash)).toMatchObject({ state: 'attention', pending: 1, conflicts: 1 });
  h.isCut = true;
  await h.restart('killed');
  expect(shown(hash)).toMatchObject({ pending: 1, conflicts: 1 });
  h.isCut = false;
  await h.clock.advance(5 * minute);
  expect(shown(hash)).toMatchObject({ state: 'attention', pending: 0, conflicts: 1 });
});

test('[I43] an edit during the step that sends the one before it', async () => {
  const { hash } = await openSynced();
  h.onRequest = (request) => {
    if (!request.startsWith('POST')) return;
    h.onRequest = () => undefined;
    h.edit(hash, 'Two');
    expect(shown(hash)).toEqual({ state: 'sending', pending: 2, conflicts: 0 });
  };
  h.edit(hash, 'One');
  await h.clock.advance(minute);
  expect(shown(hash)).toEqual({ state: 'synced', pending: 0, conflicts: 0 });
});

test('[I43] what waits is counted in as many steps in a large project as in a small one, after each edit and after each answer', async () => {
  const stepsOf = async (elements: number): Promise<number[]> => {
    h = await HostedWorkspace.open(10);
    const hash = await h.addSyncedProject('A story', elements);
    await h.clock.advance(minute);
    const [id = ''] = [...h.localEngine.getProject(hash).recordsOfKind('element')].map((element) => element.id);
    const change = (x: number) => h.localEngine.execute(hash, { do: 'change', kind: 'element', id, fields: { x } }, 'user');
    const steps: number[] = [];
    const count = (pending: number) => {
      steps.push(countOperations(() => expect(shown(hash).pending).toBe(pending)));
    };
    change(1);
    // The first count compares all records.
    expect(shown(hash).pending).toBe(1);
    h.onRequest = (request) => {
      if (!request.startsWith('PATCH')) return;
      h.onRequest = () => undefined;
      change(2);
      count(1);
    };
    await h.clock.advance(minute);
    change(3);
    count(1);
    h.localEngine.execute(hash, { do: 'remove', kind: 'element', id }, 'user');
    count(1);
    h.localEngine.undo(hash);
    h.localEngine.undo(hash);
    // The edit is taken back, so nothing waits, but no step has seen it.
    count(0);
    await h.clock.advance(minute);
    expect(shown(hash)).toEqual({ state: 'synced', pending: 0, conflicts: 0 });
    await h.close();
    return steps;
  };
  const small = await stepsOf(10);
  const large = await stepsOf(300);
  expect(small).toHaveLength(4);
  expect(large).toEqual(small);
});
