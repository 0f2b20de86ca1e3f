/** Which text receives what is typed on a board. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isWritableRow, typeOnRow, typeOnSelection } from '../../../../../renderer/features/board/writing/type-on-selection.ts';
import { registerBoardView } from '../../../../../renderer/state/board-view.ts';
import { openProjectStore } from '../../../../../renderer/state/open-project.ts';
import { selectItems, selectionStore } from '../../../../../renderer/state/selection.ts';
import { branchRecords, elementAt, projectOf, record } from '../../../../story-records.ts';
import { createBoardViewStub } from '../../../board-view-stub.ts';

const written: unknown[] = [];
let unregister = () => {};
beforeEach(() => {
  written.length = 0;
  openProjectStore.setState({
    project: projectOf(
      elementAt('one', 0, 0),
      elementAt('two', 400, 0),
      ...branchRecords(800, 0),
      record('condition', 'c-else-if', { branchId: 'fork', role: 'elseIf' }),
      record('jumper', 'jump', { boardId: 'board', x: 1200, y: 0 }),
    ),
  });
  unregister = registerBoardView(createBoardViewStub('board', { startEditing: (...request) => written.push(request) }));
});
afterEach(() => {
  unregister();
  openProjectStore.setState(openProjectStore.getInitialState());
  selectionStore.setState(selectionStore.getInitialState());
});
const selected = () => [...selectionStore.getState().ids];

test('on the canvas it is that of the selected item', () => {
  selectItems(['one']);
  typeOnSelection('日本');
  expect(written).toEqual([['one', 'content', '日本']]);
});

test('in the list it is that of the row with the focus, which is then selected', () => {
  selectItems(['one']);
  typeOnRow('two', '日本');
  expect(written).toEqual([['two', 'content', '日本']]);
  expect(selected()).toEqual(['two']);
});

test('on the row of a condition it is the script of that condition, on the row of its branch that of the first one', () => {
  selectItems(['one']);
  typeOnRow('c-else-if', 'x');
  typeOnRow('fork', 'y');
  expect(written).toEqual([
    ['c-else-if', 'content', 'x'],
    ['c-if', 'content', 'y'],
  ]);
  expect(selected()).toEqual(['fork']);
});

test('nothing is written on a row without a text, without a selection, or while several items are selected', () => {
  selectItems(['one']);
  expect(['c-else', 'jump', 'nothing'].filter(isWritableRow)).toEqual([]);
  typeOnRow('jump', 'x');
  for (const ids of [[], ['one', 'two']]) {
    selectItems(ids);
    expect(isWritableRow('two')).toBe(false);
    typeOnRow('two', 'x');
  }
  expect(written).toEqual([]);
});
