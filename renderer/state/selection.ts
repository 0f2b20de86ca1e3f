/** The open board, the selection and the shown language. Not stored. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { currentProject, openProjectStore } from './open-project.ts';
import { keepTabOpen, openTab, openTabBeside, previewBoard } from './open-tabs.ts';
import { currentId, isSameRecord, onRecordsRenamed, recordKey, withCurrentIds } from './renamed-records.ts';
import { boardTab } from './tab-layout.ts';

export interface SelectionState {
  /** The board whose tab is in front, or was last. */
  readonly boardId: string | null;
  /** Ids of the selected records on the open board, the most recently selected last. */
  readonly ids: ReadonlySet<string>;
  /** The component or component folder that is selected instead of anything on the board. */
  readonly component: string | null;
  /** The shown language; null for the project's main language. */
  readonly locale: string | null;
  /** A record that the canvas has to bring into view; it then calls `clearReveal`. */
  readonly revealId: string | null;
}

export const emptySelection: ReadonlySet<string> = new Set();
export const selectionStore = createStore<SelectionState>(() => ({
  boardId: null,
  ids: emptySelection,
  component: null,
  locale: null,
  revealId: null,
}));

onRecordsRenamed((names) =>
  selectionStore.setState(({ boardId, ids, component, revealId }) => ({
    boardId: currentId(boardId, names),
    ids: withCurrentIds(ids, names),
    component: currentId(component, names),
    revealId: currentId(revealId, names),
  })),
);

/** Brings the tab of a board to the front. A new tab is a preview. */
export function openBoard(boardId: string): void {
  previewBoard(boardId);
  selectBoard(boardId);
}

/** The same for a tab that stays open. */
export function openBoardTab(boardId: string): void {
  openTab(boardTab(boardId));
  keepTabOpen(boardTab(boardId));
  selectBoard(boardId);
}

/** Opens a board on the other side of the split. */
export function openBoardBeside(boardId: string): void {
  openTabBeside(boardTab(boardId));
  selectBoard(boardId);
}

function selectBoard(boardId: string): void {
  const { boardId: open, component } = selectionStore.getState();
  if (open !== boardId) selectionStore.setState({ boardId, ids: emptySelection, component: null, revealId: null });
  else if (component !== null) selectionStore.setState({ component: null });
}
export const selectItems = (ids: Iterable<string>): void => selectionStore.setState({ ids: new Set(ids), component: null });
/** What else is selected stays selected. */
export function deselectItems(ids: ReadonlySet<string>): void {
  const { ids: selected } = selectionStore.getState();
  const others = [...selected].filter((id) => !ids.has(id));
  if (others.length < selected.size) selectionStore.setState({ ids: new Set(others) });
}
/**
 * Remembers what is selected and open now. The returned function selects items, unless the user has selected or opened something else meanwhile. It returns
 * whether it has selected them.
 */
export function rememberSelection(): (ids: Iterable<string>) => boolean {
  const before = selectionStore.getState();
  const { hash } = openProjectStore.getState();
  return (ids) => {
    if (openProjectStore.getState().hash !== hash || !isSameSelection(selectionStore.getState(), before)) return false;
    selectItems(ids);
    return true;
  };
}
/** Whether the same records are selected on the same board, some of which may have got other ids meanwhile. */
export const isSameSelection = (one: SelectionState, two: SelectionState): boolean =>
  isSameRecord(one.boardId, two.boardId) &&
  isSameRecord(one.component, two.component) &&
  hasSameItems(new Set([...one.ids].map(recordKey)), new Set([...two.ids].map(recordKey)));
const hasSameItems = (left: ReadonlySet<string>, right: ReadonlySet<string>): boolean =>
  left.size === right.size && [...left].every((id) => right.has(id));
export const selectComponent = (component: string | null): void => selectionStore.setState({ ids: emptySelection, component });
export const setLocale = (locale: string | null): void => selectionStore.setState({ locale });
/** Opens a record's board, selects the record and requests that the canvas brings it into view. */
export const revealItem = (boardId: string, id: string): void => revealOnBoard(boardId, id, new Set([id]));
/** The same for a record that cannot be selected. */
export const revealUnselected = (boardId: string, id: string): void => revealOnBoard(boardId, id, emptySelection);
function revealOnBoard(boardId: string, revealId: string, ids: ReadonlySet<string>): void {
  previewBoard(boardId);
  selectionStore.setState({ boardId, ids, component: null, revealId });
}
export const clearReveal = (): void => selectionStore.setState({ revealId: null });
export const resetSelection = (): void =>
  selectionStore.setState({ boardId: null, ids: emptySelection, component: null, locale: null, revealId: null });

/** Deselects records that were deleted, whatever is shown of the board; after everything else that follows the change. */
openProjectStore.subscribe(({ revision }, before) => {
  if (revision > 0 && revision !== before.revision) queueMicrotask(deselectDeleted);
});
function deselectDeleted(): void {
  const { revision, project } = openProjectStore.getState();
  if (revision > 0) deselectItems(new Set([...selectionStore.getState().ids].filter((id) => !project.has(id))));
}

/** The record that is selected alone, on the board or in the components; the board itself if nothing is selected. */
export function selectedRecordId({ ids, component, boardId }: SelectionState = selectionStore.getState()): string | null {
  const [only, ...more] = ids;
  return component ?? (more.length > 0 ? null : (only ?? boardId));
}

/** The element that is selected alone. */
export function selectedElementId(): string | null {
  const id = selectedRecordId();
  return id !== null && currentProject().find('element', id) ? id : null;
}

export const useSelection = <T>(selector: (state: SelectionState) => T): T => useStore(selectionStore, selector);

/** Whether a board is the open one. With a split, another one may be shown beside it. */
export const useIsOpenBoard = (boardId: string): boolean => useSelection((state) => state.boardId === boardId);
