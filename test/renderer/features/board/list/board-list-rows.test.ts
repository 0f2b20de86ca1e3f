/** The list view of a board contains the items of the canvas, and offers its actions. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import '../../../../../renderer/app/register.ts';
import type { Action } from '../../../../../renderer/commands/action.ts';
import { listActions } from '../../../../../renderer/commands/action-registry.ts';
import { feature } from '../../../../../renderer/features/board/feature.ts';
import { ancestorRowIds, buildListRows, selectionIdFor } from '../../../../../renderer/features/board/list/board-list-rows.ts';
import { boardViewStore, registerBoardView } from '../../../../../renderer/state/board-view.ts';
import { openProjectStore } from '../../../../../renderer/state/open-project.ts';
import { selectItems } from '../../../../../renderer/state/selection.ts';
import type { AnyRecord } from '../../../../../shared/model/kinds/kinds.ts';
import { arrow, branchRecords, elementAt, projectOf, record } from '../../../../story-records.ts';
import { createBoardViewStub } from '../../../board-view-stub.ts';

const story = (...more: readonly AnyRecord[]) =>
  projectOf(
    ...more,
    elementAt('one', 0, 0),
    elementAt('two', 400, 0),
    ...branchRecords(800, 0),
    record('note', 'remark', { boardId: 'board', x: 0, y: 900 }),
    arrow('a', 'one', 'two'),
    arrow('b', 'one', 'fork', 'branches'),
    arrow('c', 'c-if', 'two'),
  );
const order = ['one', 'two', 'fork', 'remark'];

describe('[List] rows', () => {
  test('every item has one, in the given order, with its targets below it', () => {
    const rows = buildListRows(story(), order, new Set(['one', 'fork', 'c-if']));
    expect(rows.map(({ id, level }) => `${level} ${id}`)).toEqual([
      '1 one',
      '2 a',
      '2 b',
      '1 two',
      '1 fork',
      '2 c-if',
      '3 c',
      '2 c-else',
      '1 remark',
    ]);
    expect(rows.map(({ isExpanded }) => isExpanded)).toEqual([true, null, null, null, true, true, null, null, null]);
    expect(rows.find(({ id }) => id === 'b')).toMatchObject({ position: 2, siblings: 2 });
  });

  test('collapsed rows show that there are rows below them', () => {
    expect(buildListRows(story(), order, new Set()).map(({ isExpanded }) => isExpanded)).toEqual([false, null, false, null]);
  });

  test('the rows that must be expanded for a row to be visible are found', () => {
    const project = story();
    expect(ancestorRowIds(project, 'a')).toEqual(['one']);
    expect(ancestorRowIds(project, 'c')).toEqual(['fork', 'c-if']);
    expect(ancestorRowIds(project, 'c-else')).toEqual(['fork']);
    expect(ancestorRowIds(project, 'remark')).toEqual([]);
    expect(selectionIdFor(project, { id: 'c-else', kind: 'condition' })).toBe('fork');
    expect(selectionIdFor(project, { id: 'c', kind: 'connection' })).toBe('c');
  });
});

const { actions: boardActions } = feature;

/** Actions that only concern the view of a canvas. */
const aboutCanvas = [
  ...['toggleSnapping', 'fitBoard', 'fitSelection', 'zoomIn', 'zoomOut', 'zoomToFull', 'selectTool', 'handTool'],
  ...['showSmallCovers', 'showLargeCovers', 'fillCardsWithCovers'],
];

describe('[List] actions', () => {
  // Without frames, nothing that is shown later takes the focus.
  beforeAll(() => vi.stubGlobal('requestAnimationFrame', () => 0));
  afterAll(() => vi.unstubAllGlobals());

  test('every action of the board is in the registry', () => {
    for (const action of boardActions) expect(listActions()).toContain(action);
  });

  test('each is available in the list as on the canvas, except those about the view of a canvas', () => {
    const nothing = () => undefined;
    const canvas = { zoomIn: nothing, zoomOut: nothing, zoomToFull: nothing, fitAll: nothing, fitSelection: nothing, setTool: nothing };
    const before = openProjectStore.getState();
    const project = story(record('branch', 'open', { boardId: 'board', x: 0, y: 600 }));
    const frame = record('note', 'frame', { boardId: 'board', x: 0, y: 0, isFrame: true });
    project.apply([{ before: undefined, after: frame }]);
    openProjectStore.setState({ hash: 'h', project });
    const enabled = (seen: typeof canvas | null) => {
      const end = registerBoardView(createBoardViewStub('board', { canvas: seen }));
      const names = [['one'], ['one', 'two', 'fork'], ['a'], ['open'], ['frame']].flatMap((ids) => {
        selectItems(ids);
        return boardActions.filter((action: Action) => action.isEnabled()).map(({ name }) => name);
      });
      end();
      return new Set<string>(names);
    };
    const [inList, onCanvas] = [enabled(null), enabled(canvas)];
    expect(boardViewStore.getState().view).toBeNull();
    expect(boardActions.filter((action: Action) => action.isEnabled()).map(({ name }) => name)).toEqual([]);
    expect([...onCanvas].sort()).toEqual(boardActions.map(({ name }) => name).sort());
    expect([...onCanvas].filter((name) => !inList.has(name)).sort()).toEqual([...aboutCanvas].sort());
    selectItems([]);
    openProjectStore.setState(before);
  });

  test('no two of them have the same shortcut', () => {
    const keys = boardActions.flatMap((action: Action) => action.shortcuts ?? []);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
