/** Which panes a window shows: on both sides of the board where there is room, otherwise fewer on the right and the sidebar as a rail. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import '../../../renderer/app/register.ts';
import { getAction } from '../../../renderer/commands/action-registry.ts';
import { isPaneOpen, listPanes } from '../../../renderer/commands/pane.ts';
import { openProjectStore } from '../../../renderer/state/open-project.ts';
import {
  closePane,
  openPane,
  paneLayoutStore,
  paneSize,
  setPaneSize,
  showDockView,
  showSidebarView,
  sidebarPane,
} from '../../../renderer/state/pane-layout.ts';
import { projectOf } from '../../story-records.ts';

const shown = () =>
  listPanes()
    .filter((pane) => isPaneOpen(pane))
    .map(({ name }) => name);
const fold = (isNarrow: boolean) => paneLayoutStore.setState({ isNarrow, rightPanesThatFit: isNarrow ? 1 : Number.POSITIVE_INFINITY });
const initial = paneLayoutStore.getState();
/** Only the inspector is open at first, also if another pane is by default. */
const othersClosed = () =>
  Object.fromEntries(listPanes().flatMap(({ name, isOpenInitially }) => (isOpenInitially && name !== 'inspector' ? [[name, false]] : [])));

describe('panes', () => {
  beforeEach(() => {
    paneLayoutStore.setState(
      { ...initial, isNarrow: false, open: othersClosed(), recentPanes: [], sizes: {}, narrowSizes: {}, sidebarView: 'boards' },
      true,
    );
    openProjectStore.setState({ hash: 'a', project: projectOf() });
  });
  afterEach(() => {
    paneLayoutStore.setState(initial, true);
    openProjectStore.setState(openProjectStore.getInitialState());
  });

  test('a wide window shows all open panes', () => {
    openPane('comments');
    openPane('play');
    expect(shown().toSorted()).toEqual(['boards', 'comments', 'inspector', 'play']);
  });

  test('a window of medium width shows the two panes that were opened last', () => {
    paneLayoutStore.setState({ rightPanesThatFit: 2 });
    openPane('comments');
    expect(shown().toSorted()).toEqual(['boards', 'comments', 'inspector']);
    openPane('play');
    expect(shown().toSorted()).toEqual(['boards', 'comments', 'play']);
    getAction('toggleInspector').run();
    expect(shown().toSorted()).toEqual(['boards', 'inspector', 'play']);
    closePane('play');
    expect(shown().toSorted()).toEqual(['boards', 'comments', 'inspector']);
  });

  test('a narrow window shows the pane that was opened last; closing it shows the one before', () => {
    fold(true);
    expect(shown()).toEqual(['inspector']);
    openPane('comments');
    expect(shown()).toEqual(['comments']);
    getAction('toggleInspector').run();
    expect(shown()).toEqual(['inspector']);
    getAction('toggleInspector').run();
    expect(shown()).toEqual(['comments']);
    closePane('comments');
    expect(shown()).toEqual([]);
  });

  test('a compact window shows no pane on the right until one is opened, and leaves those of a wide window as they were', () => {
    openPane('comments');
    fold(true);
    paneLayoutStore.setState({ isCompact: true });
    expect(shown()).toEqual([]);
    getAction('toggleInspector').run();
    expect(shown()).toEqual(['inspector']);
    openPane('play');
    expect(shown()).toEqual(['play']);
    closePane('play');
    expect(shown()).toEqual([]);
    fold(false);
    paneLayoutStore.setState({ isCompact: false });
    expect(shown().toSorted()).toEqual(['boards', 'comments', 'inspector']);
  });

  test('a compact window shows the dock or a pane of the right; a wide one shows the dock unless it was closed', () => {
    const setCompact = (isCompact: boolean) => {
      fold(isCompact);
      paneLayoutStore.setState({ isCompact });
    };
    setCompact(true);
    openPane('play');
    expect(shown()).toEqual(['play']);
    showDockView('problems');
    expect(shown()).toEqual(['problems']);
    getAction('toggleInspector').run();
    expect(shown()).toEqual(['inspector']);
    setCompact(false);
    expect(shown().toSorted()).toEqual(['boards', 'inspector', 'problems']);
    setCompact(true);
    getAction('toggleProblems').run();
    getAction('toggleDock').run();
    expect(shown()).toEqual([]);
    setCompact(false);
    expect(shown().toSorted()).toEqual(['boards', 'inspector']);
  });

  test('the folded sidebar opens with the view that is asked for, and stays as it was in a wide window', () => {
    fold(true);
    getAction('toggleAssets').run();
    expect(shown()).toEqual(['assets', 'inspector']);
    getAction('toggleAssets').run();
    expect(shown()).toEqual(['inspector']);
    showSidebarView('components');
    closePane(sidebarPane);
    fold(false);
    expect(shown()).toEqual(['components', 'inspector']);
  });

  test('sizes are stored for wide and for narrow windows', () => {
    setPaneSize('inspector', 500);
    fold(true);
    expect(paneSize(paneLayoutStore.getState(), 'inspector')).toBeUndefined();
    setPaneSize('inspector', 300);
    fold(false);
    expect(paneSize(paneLayoutStore.getState(), 'inspector')).toBe(500);
  });
});
