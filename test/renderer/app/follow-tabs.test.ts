/** How the tabs of a project follow its boards: which board is selected, which tabs are shown, and when a preview stays open. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { changesBoard, followTabs } from '../../../renderer/app/workspace/follow-tabs.ts';
import { openProjectStore } from '../../../renderer/state/open-project.ts';
import {
  closeTab,
  isTabPreview,
  keepTabOpen,
  openTab,
  openTabsStore,
  readActiveTab,
  readShownTabs,
  registerViewName,
  reopenTab,
} from '../../../renderer/state/open-tabs.ts';
import {
  openBoard,
  openBoardBeside,
  openBoardTab,
  resetSelection,
  selectItems,
  selectionStore,
} from '../../../renderer/state/selection.ts';
import { boardTab } from '../../../renderer/state/tab-layout.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { branchRecords, elementAt, projectOf, record } from '../../story-records.ts';

const second = record('board', 'second', { parentId: 'root', name: 'Second' });
const third = record('board', 'third', { parentId: 'root', name: 'Third' });
const showProject = (...records: AnyRecord[]) => openProjectStore.setState({ hash: 'a', project: projectOf(...records) });
const shownTabs = () => readShownTabs().sides.map(({ tabs }) => tabs.join(' '));
const selectedBoard = () => selectionStore.getState().boardId;

let stops: (() => void)[] = [];
beforeEach(() => {
  openTabsStore.setState({ layouts: {} });
  showProject(second, third, elementAt('hall', 0, 0));
  stops = [registerViewName('variables'), followTabs()];
});
afterEach(() => {
  for (const stop of stops) stop();
  openTabsStore.setState({ layouts: {} });
  openProjectStore.setState(openProjectStore.getInitialState());
  resetSelection();
});

describe('the selected board', () => {
  test('is the one in front, with nothing selected on it', () => {
    openBoardTab('board');
    selectItems(['hall']);
    openBoardTab('second');
    expect(selectedBoard()).toBe('second');
    expect([...selectionStore.getState().ids]).toEqual([]);
    closeTab(boardTab('second'));
    expect(selectedBoard()).toBe('board');
  });

  test('stays, with its selection, while a view is in front', () => {
    openBoardTab('board');
    selectItems(['hall']);
    openTab('variables');
    expect(readActiveTab()).toBe('variables');
    expect(selectedBoard()).toBe('board');
    expect([...selectionStore.getState().ids]).toEqual(['hall']);
  });

  test('is the one on the side with the focus', () => {
    openBoardTab('board');
    openBoardBeside('second');
    expect(shownTabs()).toEqual(['board/board', 'board/second']);
    expect(selectedBoard()).toBe('second');
    openTab(boardTab('board'));
    expect(selectedBoard()).toBe('board');
  });
});

describe('the tab of a deleted board', () => {
  test('is not shown, and returns in front when the board does', () => {
    openBoardTab('board');
    openBoardTab('second');
    showProject(third);
    expect(shownTabs()).toEqual(['board/board']);
    expect(selectedBoard()).toBe('board');
    showProject(second, third);
    expect(shownTabs()).toEqual(['board/board board/second']);
    expect(selectedBoard()).toBe('second');
  });

  test('is forgotten when another tab has been opened meanwhile', () => {
    openBoardTab('board');
    openBoardTab('second');
    showProject(third);
    openBoardTab('third');
    showProject(second, third);
    expect(shownTabs()).toEqual(['board/board board/third']);
  });
});

test('a closed tab is opened again', () => {
  openBoardTab('board');
  openBoardTab('second');
  closeTab(boardTab('second'));
  reopenTab();
  expect(shownTabs()).toEqual(['board/board board/second']);
});

test('the last tab is not closed', () => {
  openBoardTab('board');
  closeTab(boardTab('board'));
  expect(shownTabs()).toEqual(['board/board']);
});

test('each project has its own tabs', () => {
  openBoardTab('board');
  openBoardTab('second');
  openProjectStore.setState({ hash: 'b' });
  expect(shownTabs()).toEqual([]);
  openProjectStore.setState({ hash: 'a' });
  expect(shownTabs()).toEqual(['board/board board/second']);
});

test('a board is a preview until it is kept', () => {
  openBoard('board');
  expect(isTabPreview(boardTab('board'))).toBe(true);
  openBoard('second');
  expect(shownTabs()).toEqual(['board/second']);
  keepTabOpen(boardTab('second'));
  openBoard('board');
  expect(shownTabs()).toEqual(['board/second board/board']);
});

test('a command keeps the board open whose records it changes', () => {
  showProject(second, elementAt('hall', 0, 0), ...branchRecords(0, 0));
  const change = { do: 'change', kind: 'element', id: 'hall', fields: { x: 5 } } as const;
  expect(changesBoard(change, 'board')).toBe(true);
  expect(changesBoard(change, 'second')).toBe(false);
  expect(changesBoard({ do: 'change', kind: 'condition', id: 'c-if', fields: { script: 'true' } }, 'board')).toBe(true);
  const create = { do: 'create', kind: 'note', id: 'n', fields: { boardId: 'second', x: 1, y: 1 } } as const;
  expect(changesBoard({ do: 'batch', commands: [create] }, 'second')).toBe(true);
  expect(changesBoard({ do: 'batch', commands: [create] }, 'board')).toBe(false);
  expect(changesBoard({ do: 'change', kind: 'project', id: 'project', fields: { name: 'New' } }, 'board')).toBe(false);
});
