/** The components in their folders. The arrows walk, Enter writes in one, F2 renames, Delete deletes; drags move them or hand them to elements. */
import { FolderPlus, UserPlus } from 'lucide-react';
import { useMemo } from 'react';
import { type Key, ListLayout, Tree, Virtualizer } from 'react-aria-components';
import type { Project } from '../../shared/project.ts';
import { runOnRow } from '../actions/use-shortcuts.ts';
import { wantFocus } from '../fields/focus.ts';
import { setPaneOpen } from '../state/look.ts';
import { openProject, useProject } from '../state/open-project.ts';
import { useLanguage } from '../state/use-words.ts';
import { Button } from '../ui/button.tsx';
import { componentsWords } from '../words/en/components.ts';
import { type ComponentNode, componentNodes } from './component-nodes.ts';
import { ComponentRow } from './component-row.tsx';
// What its actions do is loaded with it: a dialog is there before the next key.
import './row-doings.ts';
import { showNewComponent } from './name-component.tsx';
import { chooseComponents, closeFolders, flipFolder, useComponentPane } from './pane-state.ts';
import { useComponentDrag } from './use-component-drag.ts';
import '../board-tree/board-tree.css';
import './component-tree.css';

/** Only the rows in sight are drawn, all of one height. */
const layout = { rowSize: 30, padding: 8 };

export function ComponentTree() {
  const { iso } = useLanguage();
  const nodesIn = useMemo(() => (project: Project) => componentNodes(project, iso), [iso]);
  const nodes = useProject(nodesIn);
  const chosen = useComponentPane((state) => state.chosen);
  const closed = useComponentPane((state) => state.closed);
  const folders = useMemo(() => foldersIn(nodes), [nodes]);
  const expanded = useMemo(() => folders.filter((id) => !closed.has(id)), [folders, closed]);
  const { dragAndDropHooks } = useComponentDrag();
  return (
    <div className="board-tree" onKeyDownCapture={runOnRow}>
      <Virtualizer layout={ListLayout} layoutOptions={layout}>
        <Tree
          className="tree component-tree"
          aria-label={componentsWords.components}
          items={nodes}
          selectionMode="multiple"
          selectionBehavior="replace"
          selectedKeys={chosen}
          onSelectionChange={(keys) => chooseComponents(keys === 'all' ? nodes.map(({ id }) => id) : [...keys].map(String))}
          onAction={act}
          expandedKeys={expanded}
          onExpandedChange={(keys) => closeFolders(folders.filter((id) => !keys.has(id)))}
          dragAndDropHooks={dragAndDropHooks}
          renderEmptyState={() => <NoComponent />}
        >
          {(node) => <ComponentRow node={node} />}
        </Tree>
      </Virtualizer>
    </div>
  );
}

const foldersIn = (nodes: readonly ComponentNode[]): string[] =>
  nodes.flatMap(({ id, component, children }) => (component.type === 'folder' ? [id, ...foldersIn(children)] : []));

/** Enter on a component leads into its name in the inspector. */
function act(key: Key): void {
  const id = String(key);
  if (openProject.getState().project.find('component', id)?.type === 'folder') {
    flipFolder(id);
    return;
  }
  chooseComponents([id]);
  setPaneOpen('inspector', true);
  wantFocus(id, 'title');
}

function NoComponent() {
  return (
    <div className="no-component">
      <h3>{componentsWords.charactersPlacesThings}</h3>
      <p>{componentsWords.whatYourStoryIs}</p>
      <Button icon={UserPlus} onPress={() => showNewComponent('component')}>
        {componentsWords.newComponent}
      </Button>
      <Button icon={FolderPlus} onPress={() => showNewComponent('folder')}>
        {componentsWords.newFolder}
      </Button>
    </div>
  );
}
