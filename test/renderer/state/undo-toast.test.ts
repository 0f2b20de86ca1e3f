/** The toast with Undo: it never offers to undo anything but what it reports. */
import { afterEach, expect, test } from 'vitest';
import { openProjectStore } from '../../../renderer/state/open-project.ts';
import { prepareUndoToast } from '../../../renderer/state/undo-toast.ts';
import type { Conflict, ConflictDetails } from '../../../shared/contracts/sync.ts';
import { type Message, verbatim } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { stubBackend } from '../stub-backend.ts';
import { watchToasts } from '../visible-toasts.ts';

const toasts = watchToasts();
const shown = () => toasts().map(({ title }) => title);
const step = (undo: Message | null, redo: Message | null = null) => openProjectStore.setState({ history: { undo, redo } });

afterEach(() => {
  step(null);
  openProjectStore.setState({ hash: null });
});

test('closes when the user changes something else, and when the step is undone by other means', () => {
  step(verbatim('Delete'));
  prepareUndoToast()('Deleted');
  expect(shown()).toEqual(['Deleted']);
  step(verbatim('Change title'));
  expect(shown()).toEqual([]);
  step(verbatim('Delete'));
  prepareUndoToast()('Deleted again');
  step(verbatim('Delete'), verbatim('Delete'));
  expect(shown()).toEqual([]);
});

test('stays while others change the project, and closes with it', () => {
  step(verbatim('Delete'));
  prepareUndoToast()('Deleted');
  openProjectStore.setState({ version: 7, history: { undo: verbatim('Delete'), redo: null } });
  expect(shown()).toEqual(['Deleted']);
  openProjectStore.setState({ hash: 'other' });
  expect(shown()).toEqual([]);
});

test('replaces the one before it', () => {
  step(verbatim('Delete'));
  prepareUndoToast()('One deleted');
  prepareUndoToast()('Another deleted');
  expect(shown()).toEqual(['Another deleted']);
});

test('a step that was done in part is a warning, which stays and closes like any other', () => {
  step(verbatim('Restore'));
  prepareUndoToast()('Restored in part', ['The board is gone'], 'warning');
  expect(toasts()).toMatchObject([{ tone: 'warning', lines: ['The board is gone'] }]);
  step(verbatim('Change title'));
  expect(shown()).toEqual([]);
});

test('is not shown in another project that was opened while the command was executed', () => {
  openProjectStore.setState({ hash: 'one' });
  const showDone = prepareUndoToast();
  openProjectStore.setState({ hash: 'other' });
  showDone('Deleted');
  expect(shown()).toEqual([]);
});

/** The modules of a window with an open project, whose backend answers at once. */
async function startWindow({ isUndoable = true } = {}) {
  const result = { version: 0, newVersion: 0, versionTime: null, ids: [] };
  stubBackend({
    'project.send': () => result,
    'project.undo': () => ({ ...result, skipped: [], place: null }),
    'conflict.resolve': () => ({ isUndoable, changedIds: [] }),
    'conflict.read': () => {
      throw new Problem('internal', verbatim('The conflicts can’t be read.'));
    },
  });
  const [project, { sendCommand, undo }, { prepareUndoToast: prepare }, { toastQueue }] = await Promise.all([
    import('../../../renderer/state/open-project.ts'),
    import('../../../renderer/state/send-command.ts'),
    import('../../../renderer/state/undo-toast.ts'),
    import('../../../renderer/ui/toast-queue.ts'),
  ]);
  project.openProjectStore.setState({ hash: 'one' });
  const edit = () => sendCommand({ do: 'remove', kind: 'note', id: 'note' });
  return { edit, undo, prepare, titles: () => toastQueue.visibleToasts.map(({ content }) => content.title) };
}

test('is not shown if the user has changed something else while the command was executed', async () => {
  const { edit, prepare, titles } = await startWindow();
  const showFirst = prepare();
  const first = edit();
  const showSecond = prepare();
  const second = edit();
  await Promise.all([first, second]);
  showFirst('First deleted');
  showSecond('Second deleted');
  expect(titles()).toEqual(['Second deleted']);
});

test('closes when the user makes another step that is named like the one it reports', async () => {
  const { edit, prepare, titles } = await startWindow();
  const showDone = prepare();
  await edit();
  showDone('Deleted');
  expect(titles()).toEqual(['Deleted']);
  await edit();
  const { openProjectStore: store } = await import('../../../renderer/state/open-project.ts');
  store.setState({ version: 8 });
  expect(titles()).toEqual([]);
});

// With the fields that its toast reads.
const gateConflict = {
  id: 'c',
  hash: 'one',
  title: 'Gate',
  otherSide: 'Studio',
  choices: { undoable: { local: true, remote: true } },
} as ConflictDetails;

test('a resolved conflict offers no Undo if it was no step of the user: that would revert the step before', async () => {
  for (const isUndoable of [true, false]) {
    await startWindow({ isUndoable });
    const [{ resolveConflicts }, { toastQueue }] = await Promise.all([
      import('../../../renderer/features/sync/conflicts-dialog.tsx'),
      import('../../../renderer/ui/toast-queue.ts'),
    ]);
    await resolveConflicts([gateConflict], { choice: 'remote' });
    expect(toastQueue.visibleToasts[0]?.content.action !== undefined).toBe(isUndoable);
  }
});

test('a conflict is not resolved with Mine if what that replaces cannot be read for the Undo', async () => {
  const { titles } = await startWindow();
  const { resolveConflicts } = await import('../../../renderer/features/sync/conflicts-dialog.tsx');
  await expect(resolveConflicts([gateConflict], { choice: 'local' })).rejects.toMatchObject({ code: 'internal' });
  expect(titles()).not.toContain('Resolved: Gate');
});

test('a resolution is only about the values that were shown, and its toast says what has changed meanwhile', async () => {
  const [seen, newer] = [
    { ...gateConflict, mark: 'seen' },
    { ...gateConflict, id: 'd', mark: 'older' },
  ];
  await startWindow();
  stubBackend({
    'conflict.resolve': ({ marks }) => ({ isUndoable: true, changedIds: marks?.d === 'older' ? ['d'] : [] }),
  });
  const [{ resolveConflicts }, { toastQueue }] = await Promise.all([
    import('../../../renderer/features/sync/conflicts-dialog.tsx'),
    import('../../../renderer/ui/toast-queue.ts'),
  ]);
  await resolveConflicts([seen, newer], { choice: 'remote' });
  const shownToast = toastQueue.visibleToasts[0]?.content;
  expect(shownToast?.title).toBe('1 conflict resolved');
  expect(shownToast?.lines).toContain('1 conflict has changed since you saw it and stays open.');
});

test('the toast of a resolved conflict offers Undo only until the next step', async () => {
  const { edit, titles } = await startWindow();
  const { resolveConflicts } = await import('../../../renderer/features/sync/conflicts-dialog.tsx');
  await resolveConflicts([gateConflict], { choice: 'remote' });
  expect(titles()).toEqual(['Resolved: Gate']);
  await edit();
  const { openProjectStore: store } = await import('../../../renderer/state/open-project.ts');
  store.setState({ version: 9 });
  expect(titles()).toEqual([]);
});

test.each([
  ['says nothing if it is resolved already, because its key was pressed twice', [], 0],
  ['says why it is not resolved while it is open', ['c'], 1],
])('a resolution %s', async (_, open, toasts) => {
  stubBackend({
    'conflict.resolve': () => {
      throw new Problem('notFound', verbatim('There is no open conflict c.'));
    },
    // Only the ids are read.
    'conflict.list': () => open.map((id) => ({ id }) as Conflict),
  });
  const [{ resolveConflicts }, { toastQueue }] = await Promise.all([
    import('../../../renderer/features/sync/conflicts-dialog.tsx'),
    import('../../../renderer/ui/toast-queue.ts'),
  ]);
  await resolveConflicts([gateConflict], { choice: 'remote' }).catch(() => undefined);
  expect(toastQueue.visibleToasts).toHaveLength(toasts);
});

test('is not shown if the user has undone the step before its answer arrived', async () => {
  const { edit, undo, prepare, titles } = await startWindow();
  const showDone = prepare();
  await Promise.all([edit(), undo()]);
  showDone('Deleted');
  expect(titles()).toEqual([]);
});

test('is not shown if the user has changed something else while a step without a command was executed', async () => {
  const { edit, prepare, titles } = await startWindow();
  const showRestored = prepare('otherCall');
  await edit();
  showRestored('Restored');
  expect(titles()).toEqual([]);
  prepare('otherCall')('Restored again');
  expect(titles()).toEqual(['Restored again']);
});
