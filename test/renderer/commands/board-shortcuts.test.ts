/** Keys of a board that is not yet rendered. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Action } from '../../../renderer/commands/action.ts';
import { registerFeatures } from '../../../renderer/commands/feature.ts';
import { runBoardShortcut } from '../../../renderer/commands/use-shortcuts.ts';
import { boardViewStore, registerBoardView } from '../../../renderer/state/board-view.ts';
import { openProjectStore } from '../../../renderer/state/open-project.ts';
import { emptySelection, selectionStore } from '../../../renderer/state/selection.ts';
import { createBoardViewStub } from '../board-view-stub.ts';

const frames: (() => void)[] = [];
const shown: (() => void)[] = [];
const runFrames = () => {
  for (const run of frames.splice(0)) run();
};
vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));

beforeAll(() => {
  openProjectStore.setState({ hash: 'story' });
  selectionStore.setState({ boardId: null, ids: emptySelection });
});
afterAll(() => openProjectStore.setState({ hash: null }));
afterEach(() => {
  runFrames();
  for (const end of shown.splice(0)) end();
  selectionStore.setState({ boardId: null, ids: emptySelection });
});

const show = (boardId: string) => shown.push(registerBoardView(createBoardViewStub(boardId)));
const openBoard = (boardId: string) => selectionStore.setState({ boardId });
const press = (key: string) => {
  const modifiers = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  // What a shortcut is matched with.
  return runBoardShortcut({
    key,
    code: `Key${key.toUpperCase()}`,
    ...modifiers,
    getModifierState: () => false,
  } as unknown as KeyboardEvent);
};

/** Where the key took effect. */
function recordKey(): string[] {
  const boards: string[] = [];
  const action: Action = {
    name: 'testedKey',
    group: 'Board',
    label: 'common.add',
    context: 'board',
    shortcuts: ['Q'],
    isEnabled: () => true,
    run: () => void boards.push(boardViewStore.getState().view?.boardId ?? 'none'),
  };
  shown.push(registerFeatures([{ actions: [action] }]));
  return boards;
}

test('a key that is pressed while the previous board is still shown applies to the opened one, once', () => {
  const boards = recordKey();
  openBoard('first');
  show('first');
  expect([press('q'), boards]).toEqual([true, ['first']]);
  openBoard('second');
  expect([press('q'), press('q'), press('k')]).toEqual([true, true, false]);
  runFrames();
  expect(boards).toEqual(['first']);
  show('second');
  runFrames();
  expect(boards).toEqual(['first', 'second']);
  expect([press('q'), boards]).toEqual([true, ['first', 'second', 'second']]);
});

test('it applies to nothing where the user opens a third board before', () => {
  const boards = recordKey();
  openBoard('first');
  show('first');
  openBoard('second');
  press('q');
  openBoard('third');
  show('third');
  runFrames();
  expect(boards).toEqual([]);
  openBoard('second');
  show('second');
  runFrames();
  expect(boards).toEqual([]);
});
