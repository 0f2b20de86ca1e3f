/** The states of the three trees, and functions that show a record in its tree. */
import { assetTree, boardTree, componentTree } from '../../records/trees/record-tree.ts';
import { showSidebarView } from '../../state/pane-layout.ts';
import { selectComponent, selectionStore } from '../../state/selection.ts';
import { createRecordTreeStore } from './tree-state.ts';

export const boardTreeStore = createRecordTreeStore(boardTree, { foldersStartExpanded: true });
export const componentTreeStore = createRecordTreeStore(componentTree, { foldersStartExpanded: true });
export const assetTreeStore = createRecordTreeStore(assetTree, { foldersStartExpanded: false });

/** The inspector shows a component that is selected alone. When it shows another one, that one is selected here. */
selectionStore.subscribe(({ component }, before) => {
  if (component === before.component) return;
  const { selected } = componentTreeStore.getState();
  if (component === null) {
    if (selected.size === 1) componentTreeStore.select([]);
  } else if (!selected.has(component)) componentTreeStore.select([component]);
});

export function selectComponents(ids: readonly string[]): void {
  componentTreeStore.select(ids);
  const [only] = ids;
  if (only !== undefined && ids.length === 1) selectComponent(only);
}

/** Shows a component in its tree and in the inspector. `folder` is its new parent, if it was just added. */
export function revealComponent(id: string, folder?: string): void {
  componentTreeStore.expandAbove(id, folder);
  showSidebarView('components');
  selectComponents([id]);
}

/** Shows an asset in its tree. `folder` is its new parent, if it was just added. */
export function revealAsset(id: string, folder?: string): void {
  assetTreeStore.expandAbove(id, folder);
  assetTreeStore.select([id]);
  showSidebarView('assets');
}
