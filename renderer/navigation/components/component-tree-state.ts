/** What is closed and chosen in the tree of components, and what is being dragged out of it. Gone with the window. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { ancestorFolderIds } from '../../records/trees/component-tree-nodes.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { showSidebarView } from '../../state/preferences.ts';
import { selectComponent, selectionStore } from '../../state/selection.ts';

export interface ComponentTreeState {
  /** Folders are open until they are closed. */
  readonly collapsed: ReadonlySet<string>;
  readonly selected: ReadonlySet<string>;
  /** Ids of the components under the pointer of a drag that began in the tree. */
  readonly dragged: readonly string[];
}

const noIds: ReadonlySet<string> = new Set();
export const componentTreeState = createStore<ComponentTreeState>(() => ({ collapsed: noIds, selected: noIds, dragged: [] }));
export const useComponentTreeState = <T>(selector: (state: ComponentTreeState) => T): T => useStore(componentTreeState, selector);

export const setCollapsedFolders = (ids: Iterable<string>): void => componentTreeState.setState({ collapsed: new Set(ids) });
export const setDraggedComponents = (ids: readonly string[]): void => componentTreeState.setState({ dragged: ids });

export function toggleFolder(id: string): void {
  const { collapsed } = componentTreeState.getState();
  setCollapsedFolders(collapsed.has(id) ? [...collapsed].filter((each) => each !== id) : [...collapsed, id]);
}

/** What shows in the inspector is what is chosen here: who goes to something else has left it. */
selectionStore.subscribe(({ component }, before) => {
  if (component === before.component) return;
  const { selected } = componentTreeState.getState();
  if (component === null ? selected.size === 1 : !selected.has(component))
    componentTreeState.setState({ selected: component === null ? noIds : new Set([component]) });
});

/** The one that is chosen alone shows in the inspector. */
export function selectComponents(ids: Iterable<string>): void {
  const selected = new Set(ids);
  componentTreeState.setState({ selected });
  const [only] = selected;
  if (only !== undefined && selected.size === 1) selectComponent(only);
}

/**
 * Shows a component in the tree and in the inspector. `folder` is where it lies when it has just been put there: the answer to a
 * command may come before the change itself.
 */
export function revealComponent(id: string, folder?: string): void {
  const { project } = openProjectStore.getState();
  const above = folder === undefined ? ancestorFolderIds(project, id) : [...ancestorFolderIds(project, folder), folder];
  componentTreeState.setState(({ collapsed }) => ({ collapsed: new Set([...collapsed].filter((each) => !above.includes(each))) }));
  showSidebarView('components');
  selectComponents([id]);
}

/** What a menu or a key is meant for: everything chosen where the one it was opened on is among it, else that one. */
export function actionTargets(id: string): string[] {
  const { selected } = componentTreeState.getState();
  return selected.has(id) ? [...selected].filter((each) => openProjectStore.getState().project.has(each)) : [id];
}

export interface InsertPosition {
  readonly parentId: string;
  readonly at: number | '-';
}

/** Where something new goes: into the chosen folder, after the chosen component, else to the end of the top level. */
export function insertPositionNear(id: string | undefined = [...componentTreeState.getState().selected].at(-1)): InsertPosition {
  const { project } = openProjectStore.getState();
  const near = id === undefined ? undefined : project.find('component', id);
  if (!near || near.parentId === null) return { parentId: project.projectRecord.roots.component, at: '-' };
  if (near.type === 'folder') return { parentId: near.id, at: '-' };
  return { parentId: near.parentId, at: project.childIds(near.parentId, 'components').indexOf(near.id) + 1 };
}
