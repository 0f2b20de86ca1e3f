/** Steps are sent in the order in which they were made, also after an edit that waits for a pause. */
import { afterEach, expect, test } from 'vitest';
import { openProjectStore } from '../../../renderer/state/open-project.ts';
import { onCommand, redo, registerDelayedEdit, sendCommand, undo } from '../../../renderer/state/send-command.ts';
import { watchToasts } from '../visible-toasts.ts';

watchToasts();
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
