/** What is closed and chosen in the tree of components, and what is being dragged out of it. Gone with the window. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { showSide } from '../state/look.ts';
import { openProject } from '../state/open-project.ts';
import { selectComponent, selection } from '../state/selection.ts';
import { foldersAbove } from './component-nodes.ts';

export interface ComponentPane {
  /** Folders are open until they are closed. */
  readonly closed: ReadonlySet<string>;
  readonly chosen: ReadonlySet<string>;
  /** Ids of the components under the pointer of a drag that began in the tree. */
  readonly dragged: readonly string[];
}

const nothing: ReadonlySet<string> = new Set();
export const componentPane = createStore<ComponentPane>(() => ({ closed: nothing, chosen: nothing, dragged: [] }));
export const useComponentPane = <T>(selector: (state: ComponentPane) => T): T => useStore(componentPane, selector);

export const closeFolders = (ids: Iterable<string>): void => componentPane.setState({ closed: new Set(ids) });
export const dragComponents = (ids: readonly string[]): void => componentPane.setState({ dragged: ids });

export function flipFolder(id: string): void {
  const { closed } = componentPane.getState();
  closeFolders(closed.has(id) ? [...closed].filter((each) => each !== id) : [...closed, id]);
}

/** What shows in the inspector is what is chosen here: who goes to something else has left it. */
selection.subscribe(({ component }, before) => {
  if (component === before.component) return;
  const { chosen } = componentPane.getState();
  if (component === null ? chosen.size === 1 : !chosen.has(component))
    componentPane.setState({ chosen: component === null ? nothing : new Set([component]) });
});

/** The one that is chosen alone shows in the inspector. */
export function chooseComponents(ids: Iterable<string>): void {
  const chosen = new Set(ids);
  componentPane.setState({ chosen });
  const [only] = chosen;
  if (only !== undefined && chosen.size === 1) selectComponent(only);
}

/**
 * Shows a component in the tree and in the inspector. `folder` is where it lies when it has just been put there: the answer to a
 * command may come before the change itself.
 */
export function revealComponent(id: string, folder?: string): void {
  const { project } = openProject.getState();
  const above = folder === undefined ? foldersAbove(project, id) : [...foldersAbove(project, folder), folder];
  componentPane.setState(({ closed }) => ({ closed: new Set([...closed].filter((each) => !above.includes(each))) }));
  showSide('components');
  chooseComponents([id]);
}

/** What a menu or a key is meant for: everything chosen where the one it was opened on is among it, else that one. */
export function meantBy(id: string): string[] {
  const { chosen } = componentPane.getState();
  return chosen.has(id) ? [...chosen].filter((each) => openProject.getState().project.has(each)) : [id];
}

export interface Spot {
  readonly parentId: string;
  readonly at: number | '-';
}

/** Where something new goes: into the chosen folder, after the chosen component, else to the end of the top level. */
export function spotNear(id: string | undefined = [...componentPane.getState().chosen].at(-1)): Spot {
  const { project } = openProject.getState();
  const near = id === undefined ? undefined : project.find('component', id);
  if (!near || near.parentId === null) return { parentId: project.root.roots.component, at: '-' };
  if (near.type === 'folder') return { parentId: near.id, at: '-' };
  return { parentId: near.parentId, at: project.list(near.parentId, 'components').indexOf(near.id) + 1 };
}
