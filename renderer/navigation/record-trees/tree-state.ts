/** The expanded folders and the selection of a tree, and what is dragged from it. Kept until the window closes. */
import { type StoreApi, useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { ancestorFolderIds, isFolder, type TreeDefinition, type TreeKind, treeRootId } from '../../records/trees/record-tree.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { currentId, onRecordsRenamed, withCurrentIds } from '../../state/renamed-records.ts';

interface RecordTreeState {
  /** Ids of folders whose state differs from the initial one. */
  readonly toggledFolders: ReadonlySet<string>;
  readonly selected: ReadonlySet<string>;
  /** The records of a drag that started in this tree. */
  readonly dragged: readonly string[];
}

/** The position of a new record: `after` is the preceding sibling, null for the first position, undefined for the last. */
interface InsertPosition {
  readonly folder: string;
  readonly after?: string | null;
}

export interface RecordTreeStore<K extends TreeKind = TreeKind> extends Pick<StoreApi<RecordTreeState>, 'getState' | 'setState'> {
  readonly tree: TreeDefinition<K>;
  readonly use: <T>(selector: (state: RecordTreeState) => T) => T;
  /** Those of the given folders that are expanded. */
  expandedFolders(folders: readonly string[], toggled?: ReadonlySet<string>): readonly string[];
  /** Expands those of the given folders that are in `expanded`, and collapses the others of them. */
  setExpandedFolders(folders: readonly string[], expanded: ReadonlySet<unknown>): void;
  toggleFolder(id: string): void;
  /** Expands the folders above a record. `folder` is its new parent, because the response to a command may arrive before its change. */
  expandAbove(id: string, folder?: string): void;
  select(ids: Iterable<string>): void;
  setDragged(ids: readonly string[]): void;
  /** The records whose rows are shown, neither left out by a filter nor in a collapsed folder; none while no view shows the tree. */
  setShown(ids: ReadonlySet<string>): void;
  /** The records that a row action applies to: what is selected and shown if the row is part of it, otherwise the row alone. */
  actionTargets(id: string): string[];
  /** The position of a new record: in the given folder or after the given record, by default near the selected one; otherwise at the end. */
  insertPositionNear(id?: string): InsertPosition;
}

export function createRecordTreeStore<K extends TreeKind>(
  tree: TreeDefinition<K>,
  { foldersStartExpanded }: { readonly foldersStartExpanded: boolean },
): RecordTreeStore<K> {
  const store = createStore<RecordTreeState>(() => ({ toggledFolders: new Set(), selected: new Set(), dragged: [] }));
  const { getState, setState } = store;
  onRecordsRenamed((names) =>
    setState(({ toggledFolders, selected, dragged }) => ({
      toggledFolders: withCurrentIds(toggledFolders, names),
      selected: withCurrentIds(selected, names),
      dragged: dragged.some((id) => names.has(id)) ? dragged.map((id) => currentId(id, names)) : dragged,
    })),
  );
  let shown: ReadonlySet<string> = new Set();
  const setExpandedFolders = (folders: readonly string[], expanded: ReadonlySet<unknown>) => {
    const toggledFolders = new Set(getState().toggledFolders);
    for (const id of folders) {
      if (expanded.has(id) === foldersStartExpanded) toggledFolders.delete(id);
      else toggledFolders.add(id);
    }
    setState({ toggledFolders });
  };
  return {
    tree,
    getState,
    setState,
    use: (selector) => useStore(store, selector),
    expandedFolders: (folders, toggled = getState().toggledFolders) => folders.filter((id) => toggled.has(id) !== foldersStartExpanded),
    setExpandedFolders,
    toggleFolder: (id) => setExpandedFolders([id], new Set(getState().toggledFolders.has(id) === foldersStartExpanded ? [id] : [])),
    expandAbove(id, folder) {
      const { project } = openProjectStore.getState();
      const above = folder === undefined ? ancestorFolderIds(tree, project, id) : [...ancestorFolderIds(tree, project, folder), folder];
      setExpandedFolders(above, new Set(above));
    },
    select: (ids) => setState({ selected: new Set(ids) }),
    setDragged: (dragged) => setState({ dragged }),
    setShown(ids) {
      shown = ids;
    },
    actionTargets(id) {
      const { selected } = getState();
      const { project } = openProjectStore.getState();
      return selected.has(id) ? [...selected].filter((each) => each === id || (shown.has(each) && project.has(each))) : [id];
    },
    insertPositionNear(id = [...getState().selected].at(-1)) {
      const { project } = openProjectStore.getState();
      const { kind }: TreeDefinition = tree;
      const near = id === undefined ? undefined : project.find(kind, id);
      if (id === undefined || !near || near.parentId === null) return { folder: treeRootId(tree, project) };
      return isFolder(tree, project, id) ? { folder: id } : { folder: near.parentId, after: id };
    },
  };
}

/** The position in a command: an index among the siblings, or `-` for the end. */
export function insertIndex({ list }: TreeDefinition, { folder, after }: InsertPosition): number | '-' {
  if (after === undefined) return '-';
  return after === null ? 0 : openProjectStore.getState().project.childIds(folder, list).indexOf(after) + 1;
}
