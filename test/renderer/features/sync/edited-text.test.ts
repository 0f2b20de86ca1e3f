/** The edited text of a conflict is the resolution only of the values that it was edited beside. */
import { beforeEach, expect, test } from 'vitest';
import { useEditedText } from '../../../../renderer/features/sync/use-conflicts.ts';
import { draftKey, draftStore } from '../../../../renderer/state/draft-store.ts';
import { unsentTextName } from '../../../../shared/contracts/drafts.ts';
import type { ConflictDetails } from '../../../../shared/contracts/sync.ts';
import { runHook } from '../../run-hook.ts';

const id = 'story/door#content/en';
const name = unsentTextName({ recordId: 'door', of: 'conflict', id });
beforeEach(() => draftStore.store.setState(draftStore.store.getInitialState()));

/** What an earlier session has left: a text that was edited beside these values. */
function leaveText(...values: string[]): void {
  const draft = { name, value: '<p>Both</p>', session: 'earlier', over: { version: 0, values }, isCurrent: false };
  draftStore.store.setState({ recovered: new Map([[draftKey('story', name), draft]]) });
}

/** The dialog, open at a conflict with these values. */
async function openDialog(local: string, remote: string) {
  // With what the hook reads.
  const conflictWith = (mine: string, theirs: string) =>
    ({ id, hash: 'story', record: 'door', local: mine, remote: theirs }) as ConflictDetails;
  const first: ConflictDetails | null = conflictWith(local, remote);
  const run = await runHook((open: ConflictDetails | null) => useEditedText(open ?? undefined, open), first);
  return {
    dialog: () => run.results.at(-1),
    shown: () => [run.results.at(-1)?.text, run.results.at(-1)?.earlier?.value],
    setValues: (mine: string, theirs: string) => run.render(conflictWith(mine, theirs)),
    showNone: () => run.render(null),
    close: run.unmount,
  };
}

test('it is the resolution again while both sides have these values', async () => {
  leaveText('<p>Mine</p>', '<p>Theirs</p>');
  const { shown, close } = await openDialog('<p>Mine</p>', '<p>Theirs</p>');
  expect(shown()).toEqual(['<p>Both</p>', undefined]);
  await close();
});

test('a later conflict about the same field only offers it', async () => {
  leaveText('<p>Mine</p>', '<p>Theirs</p>');
  const { dialog, shown, setValues, close } = await openDialog('<p>Mine</p>', '<p>Later</p>');
  expect(shown()).toEqual([null, '<p>Both</p>']);
  dialog()?.earlier?.restore?.();
  await setValues('<p>Mine</p>', '<p>Later</p>');
  expect(shown()).toEqual(['<p>Both</p>', undefined]);
  await close();
});

test('it is discarded on request, and without one it stays though no conflict is listed', async () => {
  leaveText('<p>Mine</p>', '<p>Theirs</p>');
  const { dialog, shown, setValues, showNone, close } = await openDialog('<p>Mine</p>', '<p>Later</p>');
  await showNone();
  await setValues('<p>Mine</p>', '<p>Later</p>');
  expect(shown()).toEqual([null, '<p>Both</p>']);
  dialog()?.earlier?.discard();
  await setValues('<p>Mine</p>', '<p>Later</p>');
  expect(shown()).toEqual([null, undefined]);
  await close();
});

test('it stays while it is typed, whatever arrives from the other side', async () => {
  const { dialog, shown, setValues, showNone, close } = await openDialog('<p>Mine</p>', '<p>Theirs</p>');
  dialog()?.edit('<p>Bo</p>');
  await setValues('<p>Mine</p>', '<p>Later</p>');
  expect(shown()).toEqual(['<p>Bo</p>', undefined]);
  await showNone();
  await setValues('<p>Mine</p>', '<p>Later</p>');
  expect(shown()).toEqual([null, '<p>Bo</p>']);
  await close();
});
