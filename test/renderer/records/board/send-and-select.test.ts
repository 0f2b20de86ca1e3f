/** What a command created is selected, but never in place of what was selected while the backend was working. */
import { expect, test } from 'vitest';
import { message } from '../../../../shared/messages/message.ts';
import type { Command } from '../../../../shared/model/commands.ts';
import { Problem } from '../../../../shared/problem.ts';
import { createBoardViewStub } from '../../board-view-stub.ts';
import { stubBackend } from '../../stub-backend.ts';

const command: Command = { do: 'create', kind: 'element', id: 'copy', fields: { boardId: 'board', x: 0, y: 0 } };

interface UserSteps {
  select(ids: string[]): void;
  openProject(hash: string): void;
}

/** `meanwhile`: what the user does while the backend is working. */
async function startWindow(meanwhile: (user: UserSteps) => void) {
  const user: UserSteps = { select: () => {}, openProject: () => {} };
  stubBackend({
    'project.send': () => {
      meanwhile(user);
      return { version: 0, newVersion: 0, versionTime: null, ids: [] };
    },
  });
  const [{ openProjectStore }, selection, { sendAndSelect, createItemForEditing }, { boardViewStore }] = await Promise.all([
    import('../../../../renderer/state/open-project.ts'),
    import('../../../../renderer/state/selection.ts'),
    import('../../../../renderer/records/board/change-board.ts'),
    import('../../../../renderer/state/board-view.ts'),
  ]);
  user.select = selection.selectItems;
  user.openProject = (hash) => openProjectStore.setState({ hash });
  const edited: string[] = [];
  openProjectStore.setState({ hash: 'a' });
  selection.selectionStore.setState({ boardId: 'board' });
  selection.selectItems(['original']);
  boardViewStore.setState({
    view: createBoardViewStub('board', { startEditing: (id) => edited.push(id) }),
  });
  return { sendAndSelect, createItemForEditing, selection, edited, selected: () => [...selection.selectionStore.getState().ids] };
}

test('the created items are selected', async () => {
  const { sendAndSelect, selected } = await startWindow(() => {});
  expect(await sendAndSelect(command, ['copy'])).toBe(true);
  expect(selected()).toEqual(['copy']);
});

test('a selection that was made meanwhile is kept', async () => {
  const { sendAndSelect, selected } = await startWindow(({ select }) => select(['original', 'other']));
  expect(await sendAndSelect(command, ['copy'])).toBe(true);
  expect(selected()).toEqual(['original', 'other']);
});

test('selecting the same items again does not count as another selection', async () => {
  const { sendAndSelect, selected } = await startWindow(({ select }) => select(['original']));
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

test('nothing is selected in another project that was opened meanwhile: a copy has the same ids', async () => {
  const { sendAndSelect, selected } = await startWindow(({ openProject }) => openProject('b'));
  await sendAndSelect(command, ['copy']);
  expect(selected()).toEqual(['original']);
});

test('a new item is edited, unless something else was selected while it was being created', async () => {
  const quiet = await startWindow(() => {});
  await quiet.createItemForEditing('element', 'board', { x: 0, y: 0 });
  expect(quiet.edited).toEqual(quiet.selected());
  expect(quiet.edited).toHaveLength(1);
  const busy = await startWindow(({ select }) => select(['other']));
  await busy.createItemForEditing('element', 'board', { x: 0, y: 0 });
  expect(busy.edited).toEqual([]);
  expect(busy.selected()).toEqual(['other']);
});

test('deleted items are deselected, and what was selected meanwhile stays selected', async () => {
  const { selection, selected } = await startWindow(() => {});
  selection.selectItems(['other', 'original']);
  selection.deselectItems(new Set(['original']));
  expect(selected()).toEqual(['other']);
});
