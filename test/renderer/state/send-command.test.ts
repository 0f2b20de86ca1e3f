/** Steps are sent in the order in which they were made, also after an edit that waits for a pause. */
import { afterEach, expect, test } from 'vitest';
import { openProjectStore } from '../../../renderer/state/open-project.ts';
import {
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
