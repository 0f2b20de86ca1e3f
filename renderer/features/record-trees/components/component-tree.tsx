/** The components in their folders. The arrows walk, Enter writes in one, F2 renames, Delete deletes; drags move them or hand them to elements. */

import { FolderPlus, UserPlus } from 'lucide-react';
import { useMemo } from 'react';
import { type Key, ListLayout, Tree, Virtualizer } from 'react-aria-components';
import type { Project } from '../../../../shared/model/project.ts';
import { runRowShortcut } from '../../../commands/use-shortcuts.ts';
import { t } from '../../../messages/translate.ts';
import { useLanguage } from '../../../records/names/record-names.ts';
import { type ComponentTreeNode, componentTreeNodes } from '../../../records/trees/component-tree-nodes.ts';
import { requestFocus } from '../../../state/focus-request.ts';
import { openProjectStore, useProject } from '../../../state/open-project.ts';
import { setPaneOpen } from '../../../state/preferences.ts';
import { Button } from '../../../ui/button.tsx';
import { ComponentRow } from './component-row.tsx';
// What its actions do is loaded with it: a dialog is there before the next key.
import './row-actions.ts';
import {
  selectComponents,
  setCollapsedFolders,
  toggleFolder,
  useComponentTreeState,
} from '../../../navigation/components/component-tree-state.ts';
import { showNewComponentDialog } from './component-name-dialogs.tsx';
import { useComponentDrag } from './use-component-drag.ts';
import '../../../ui/board-tree.css';
import './component-tree.css';

/** Only the rows in sight are drawn, all of one height. */
const rowLayout = { rowSize: 30, padding: 8 };

export function ComponentTree() {
  const { iso } = useLanguage();
  const nodesIn = useMemo(() => (project: Project) => componentTreeNodes(project, iso), [iso]);
  const nodes = useProject(nodesIn);
  const chosen = useComponentTreeState((state) => state.selected);
  const closed = useComponentTreeState((state) => state.collapsed);
  const folders = useMemo(() => folderIds(nodes), [nodes]);
  const expanded = useMemo(() => folders.filter((id) => !closed.has(id)), [folders, closed]);
  const { dragAndDropHooks } = useComponentDrag();
  return (
    <div className="board-tree" onKeyDownCapture={runRowShortcut}>
      <Virtualizer layout={ListLayout} layoutOptions={rowLayout}>
        <Tree
          className="tree component-tree"
          aria-label={t('components.components')}
          items={nodes}
          selectionMode="multiple"
          selectionBehavior="replace"
          selectedKeys={chosen}
          onSelectionChange={(keys) => selectComponents(keys === 'all' ? nodes.map(({ id }) => id) : [...keys].map(String))}
          onAction={activateRow}
          expandedKeys={expanded}
          onExpandedChange={(keys) => setCollapsedFolders(folders.filter((id) => !keys.has(id)))}
          dragAndDropHooks={dragAndDropHooks}
          renderEmptyState={() => <EmptyComponentTree />}
        >
          {(node) => <ComponentRow node={node} />}
        </Tree>
      </Virtualizer>
    </div>
  );
}

const folderIds = (nodes: readonly ComponentTreeNode[]): string[] =>
  nodes.flatMap(({ id, component, children }) => (component.type === 'folder' ? [id, ...folderIds(children)] : []));

/** Enter on a component leads into its name in the inspector. */
function activateRow(key: Key): void {
  const id = String(key);
  if (openProjectStore.getState().project.find('component', id)?.type === 'folder') {
    toggleFolder(id);
    return;
  }
  selectComponents([id]);
  setPaneOpen('inspector', true);
  requestFocus(id, 'title');
}

function EmptyComponentTree() {
  return (
    <div className="no-component">
      <h3>{t('components.emptyTitle')}</h3>
      <p>{t('components.emptyHint')}</p>
      <Button icon={UserPlus} onPress={() => showNewComponentDialog('component')}>
        {t('components.newComponent')}
      </Button>
      <Button icon={FolderPlus} onPress={() => showNewComponentDialog('folder')}>
        {t('components.newFolder')}
      </Button>
    </div>
  );
}
