/** Steps are sent in the order in which they were made, also after an edit that waits for a pause. */
import { afterEach, expect, test } from 'vitest';
import { openProjectStore } from '../../../renderer/state/open-project.ts';
import {
  computeAndSend,
  onCommand,
  readStepCount,
  redo,
  registerDelayedEdit,
  sendCommand,
  sendQuietly,
  undo,
} from '../../../renderer/state/send-command.ts';
import { watchToasts } from '../visible-toasts.ts';

const visibleToasts = watchToasts();
afterEach(() => openProjectStore.setState({ hash: null }));

test('a delayed edit is sent before a command, an undo and a redo, until it stops', async () => {
  openProjectStore.setState({ hash: 'hash' });
  const sent: string[] = [];
  const stopEdit = registerDelayedEdit(() => sent.push('delayed edit'));
  const stopCommands = onCommand(() => sent.push('command'));
  const command = { do: 'remove', kind: 'note', id: 'note' } as const;
  // There is no backend here, so each of them fails.
  await sendCommand(command).catch(() => undefined);
  expect(sent).toEqual(['delayed edit', 'command']);
  await undo().catch(() => undefined);
  await redo().catch(() => undefined);
  expect(sent).toEqual(['delayed edit', 'command', 'delayed edit', 'delayed edit']);
  stopEdit();
  await undo().catch(() => undefined);
  expect(sent).toHaveLength(4);
  stopCommands();
});

test('what is sent without a toast, such as the records of uploads, is a step like any other, and only of its own project', async () => {
  openProjectStore.setState({ hash: 'hash' });
  const sent: string[] = [];
  const stopEdit = registerDelayedEdit(() => sent.push('delayed edit'));
  const stopCommands = onCommand(({ do: what }) => sent.push(what));
  const steps = readStepCount();
  const command = { do: 'batch', commands: [{ do: 'remove', kind: 'asset', id: 'lamp' }] } as const;
  await expect(sendQuietly('other', command)).rejects.toMatchObject({ code: 'notFound' });
  expect([sent, readStepCount() - steps]).toEqual([[], 0]);
  await expect(sendQuietly('hash', command)).rejects.toBeDefined();
  expect([sent, readStepCount() - steps]).toEqual([['delayed edit', 'batch'], 1]);
  expect(visibleToasts()).toEqual([]);
  stopEdit();
  stopCommands();
});

/** An edit whose computing takes until `finish` is called, however often it gives way. */
function createLongEdit() {
  const finished = new AbortController();
  function* steps(): Generator<void, string> {
    while (!finished.signal.aborted) yield;
    return 'edit';
  }
  return { steps: steps(), finish: () => finished.abort() };
}

test('an edit that is computed in slices is sent before what is undone meanwhile', async () => {
  openProjectStore.setState({ hash: 'hash' });
  const done: string[] = [];
  const stopEdit = registerDelayedEdit(() => done.push('undo'));
  const { steps, finish } = createLongEdit();
  const edit = computeAndSend(steps, async (what) => {
    await Promise.resolve();
    done.push(what);
    return what;
  });
  const undone = undo().catch(() => undefined);
  expect(done).toEqual([]);
  finish();
  expect(await edit).toBe('edit');
  await undone;
  expect(done).toEqual(['edit', 'undo']);
  stopEdit();
});

test('an edit that is computed in slices is dropped if another project is open by then, and nothing waits for it', async () => {
  openProjectStore.setState({ hash: 'hash' });
  const sent: string[] = [];
  const { steps } = createLongEdit();
  const edit = computeAndSend(steps, async (what) => sent.push(what));
  openProjectStore.setState({ hash: 'other' });
  expect(await edit).toBeNull();
  function* short(): Generator<void, string> {
    yield;
    return 'short edit';
  }
  const late = computeAndSend(short(), async (what) => sent.push(what));
  openProjectStore.setState({ hash: 'hash' });
  expect([await late, sent]).toEqual([null, []]);
});
