/** What a command created is selected, but never in place of what was selected while the backend was working. */
import { expect, test } from 'vitest';
import { message } from '../../../../shared/messages/message.ts';
import type { Command } from '../../../../shared/model/commands.ts';
import { Problem } from '../../../../shared/problem.ts';
import { stubBackend } from '../../stub-backend.ts';

const command: Command = { do: 'create', kind: 'element', id: 'copy', fields: { boardId: 'board', x: 0, y: 0 } };

async function startWindow(send: (select: (ids: string[]) => void) => void) {
  let select: (ids: string[]) => void = () => {};
  stubBackend({
    'project.send': () => {
      send(select);
      return { version: 0, newVersion: 0, versionTime: null, ids: [] };
    },
  });
  const [{ openProjectStore }, selection, { sendAndSelect }] = await Promise.all([
    import('../../../../renderer/state/open-project.ts'),
    import('../../../../renderer/state/selection.ts'),
    import('../../../../renderer/records/board/change-board.ts'),
  ]);
  select = selection.selectItems;
  openProjectStore.setState({ hash: 'a' });
  selection.selectionStore.setState({ boardId: 'board' });
  selection.selectItems(['original']);
  return { sendAndSelect, selected: () => [...selection.selectionStore.getState().ids], openBoard: selection.selectionStore.setState };
}

test('the created items are selected', async () => {
  const { sendAndSelect, selected } = await startWindow(() => {});
  expect(await sendAndSelect(command, ['copy'])).toBe(true);
  expect(selected()).toEqual(['copy']);
});

test('a selection that was made meanwhile is kept', async () => {
  const { sendAndSelect, selected } = await startWindow((select) => select(['original', 'other']));
  expect(await sendAndSelect(command, ['copy'])).toBe(true);
  expect(selected()).toEqual(['original', 'other']);
});

test('selecting the same items again does not count as another selection', async () => {
  const { sendAndSelect, selected } = await startWindow((select) => select(['original']));
  await sendAndSelect(command, ['copy']);
  expect(selected()).toEqual(['copy']);
});

test('nothing is selected if the command is rejected', async () => {
  const { sendAndSelect, selected } = await startWindow(() => {
    throw new Problem('invalid', message('actions.noProject'));
  });
  expect(await sendAndSelect(command, ['copy'])).toBe(false);
  expect(selected()).toEqual(['original']);
});
