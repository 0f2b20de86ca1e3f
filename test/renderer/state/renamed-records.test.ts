/** What the window keeps by the ids of records follows when they get other ids. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { draftNameOf } from '../../../renderer/editors/fields/draft.ts';
import { createNudger } from '../../../renderer/features/board/canvas/use-canvas-keys.ts';
import { buildListRows } from '../../../renderer/features/board/list/board-list-rows.ts';
import { commentSubjectId } from '../../../renderer/navigation/comments/comments-state.ts';
import { createRecordTreeStore } from '../../../renderer/navigation/record-trees/tree-state.ts';
import { componentTree } from '../../../renderer/records/trees/record-tree.ts';
import { findViewport, storeViewport } from '../../../renderer/state/board-viewports.ts';
import { createDraftStore } from '../../../renderer/state/draft-store.ts';
import { createEarlierDrafts } from '../../../renderer/state/earlier-drafts.ts';
import { openProjectStore } from '../../../renderer/state/open-project.ts';
import { onRecordsRenamed, presentId, recordKey, renameRecords } from '../../../renderer/state/renamed-records.ts';
import { rememberSelection, selectItems, selectionStore } from '../../../renderer/state/selection.ts';
import { onCommand } from '../../../renderer/state/send-command.ts';
import { boardTab, type TabLayout, withCurrentBoards } from '../../../renderer/state/tab-layout.ts';
import { renamedDraftName } from '../../../shared/contracts/drafts.ts';
import { arrow, elementAt, projectOf } from '../../story-records.ts';

let count = 0;
/** Ids that no other test has used: the former one of a record, and the one that it gets. */
let [from, to] = ['', ''];
beforeEach(() => {
  count++;
  [from, to] = [`made-${count}`, `answered-${count}`];
  openProjectStore.setState({ hash: 'story', project: projectOf(elementAt(from, 100, 100), elementAt('two', 400, 100)), revision: 1 });
});
afterEach(() => {
  selectionStore.setState(selectionStore.getInitialState());
  openProjectStore.setState(openProjectStore.getInitialState());
});

/** The element that was made here gets the id of the workspace. */
function rename(): void {
  openProjectStore.setState({ project: projectOf(elementAt(to, 100, 100), elementAt('two', 400, 100)), revision: 2 });
  renameRecords([[from, to]]);
}

const layout = (id: string): TabLayout => ({
  sides: [{ tabs: ['problems', boardTab(id)], byUse: [boardTab(id), 'problems'], preview: boardTab(id) }],
  focused: 0,
  ratio: 0.5,
  closed: ['variables'],
});
const closedLayout = (id: string): TabLayout => ({ ...layout('other'), closed: [boardTab(id)] });
const view = { x: 1, y: 2, zoom: 1 };

/** A draft store that has recovered what another session typed in the record, and has a text of its own. */
async function draftsOf(id: string) {
  const over = { version: 1, values: [''] };
  const left = { name: `${id} title`, value: 'A knock', session: 'before', isCurrent: true, over };
  // The only answers that are read are those to `draft.list`.
  const store = createDraftStore({
    invoke: (async (name: string) => (name === 'draft.list' ? [left] : {})) as never,
    session: 'now',
    wait: async () => undefined,
    earlier: createEarlierDrafts(undefined),
  });
  await store.load('story');
  store.save('story', `${id} content`, { value: 'Who?', over });
  return store;
}

interface FollowingStore {
  /** What it keeps. */
  readonly read: () => readonly unknown[];
  /** Applies the new ids, if the store does not follow by itself. */
  readonly follow?: (names: ReadonlyMap<string, string>) => void;
  /** What it keeps for the record with this id. */
  readonly kept: (id: string) => readonly unknown[];
}

const stores: Readonly<Record<string, () => FollowingStore | Promise<FollowingStore>>> = {
  'the open tabs': () => {
    let layouts = [layout(from), closedLayout(from)];
    return {
      read: () => layouts,
      follow: (names) => {
        layouts = layouts.map((each) => withCurrentBoards(each, names));
      },
      kept: (id) => [layout(id), closedLayout(id)],
    };
  },
  'the selection': () => {
    selectionStore.setState({ boardId: from, ids: new Set([from, 'two']), component: from, revealId: from });
    const read = () => {
      const { boardId, ids, component, revealId } = selectionStore.getState();
      return [boardId, ids, component, revealId];
    };
    return { read, kept: (id) => [id, new Set([id, 'two']), id, id] };
  },
  'a tree': () => {
    const tree = createRecordTreeStore(componentTree, { foldersStartExpanded: false });
    tree.setState({ toggledFolders: new Set([from]), selected: new Set([from, 'two']), dragged: [from] });
    const read = () => {
      const { toggledFolders, selected, dragged } = tree.getState();
      return [toggledFolders, selected, dragged];
    };
    return { read, kept: (id) => [new Set([id]), new Set([id, 'two']), [id]] };
  },
  'the viewports': () => {
    storeViewport('story', from, view);
    return { read: () => [findViewport('story', to), findViewport('story', from)], kept: (id) => [id === to ? view : undefined, view] };
  },
  'the drafts': async () => {
    const drafts = await draftsOf(from);
    const read = () => [drafts.store.getState().recovered, drafts.store.getState().unsaved];
    const { recovered, unsaved } = (await draftsOf(to)).store.getState();
    const expected = (id: string) => (id === to ? [recovered, unsaved] : read());
    return { read, follow: (names) => drafts.rename('story', names), kept: expected };
  },
};

test.each(Object.entries(stores))('%s: each follows, and stays the same object if nothing of it is renamed', async (_, open) => {
  const { read, follow, kept } = await open();
  const before = read();
  if (follow) onRecordsRenamed(follow);
  renameRecords([['unknown', `${to}-unknown`]]);
  expect(read()).toEqual(kept(from));
  for (const [at, each] of read().entries()) expect(each).toBe(before[at]);
  rename();
  expect(read()).toEqual(kept(to));
});

test('what the arrow keys have moved is sent with the new id', () => {
  const nudger = createNudger();
  const sent: unknown[] = [];
  const stop = onCommand((command) => sent.push(command));
  selectItems([from]);
  nudger.by(20, 0);
  rename();
  nudger.by(20, 0);
  nudger.flush();
  stop();
  expect(sent).toEqual([{ do: 'change', kind: 'element', id: to, fields: { x: 140, y: 100 } }]);
});

test('a copy of the project, which has the former id, keeps it', () => {
  const copy = openProjectStore.getState().project;
  rename();
  expect([presentId(from, copy), presentId(from, openProjectStore.getState().project), presentId('two', copy)]).toEqual([from, to, 'two']);
});

test('the record that a comment was requested for, and the selection of a dialog, are the same under the new id', () => {
  selectItems([from]);
  const requested = { subject: { kind: 'element' as const, id: from }, selection: selectionStore.getState() };
  const selectUnlessChanged = rememberSelection();
  rename();
  expect(commentSubjectId({ requested }, selectionStore.getState())).toBe(to);
  expect(selectUnlessChanged(['two'])).toBe(true);
  expect(commentSubjectId({ requested }, selectionStore.getState())).toBe('two');
});

test('a row of the list view stays expanded', () => {
  const expanded = new Set([recordKey(from)]);
  rename();
  const project = projectOf(elementAt(to, 0, 0), elementAt('two', 400, 0), arrow('way', to, 'two'));
  expect(buildListRows(project, [to, 'two'], expanded).map(({ id }) => id)).toEqual([to, 'way', 'two']);
});

test('a field of several records has the draft that follows', () => {
  const before = draftNameOf(['two', from], 'title');
  rename();
  expect(draftNameOf(['two', to], 'title')).toBe(renamedDraftName(before, new Map([[from, to]])));
});
