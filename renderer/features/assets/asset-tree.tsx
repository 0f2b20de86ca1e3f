/** The assets in their folders. The arrows walk, Enter shows, its actions have keys of their own; drags move, files are dropped from the desktop. */

import { FolderUp, Upload } from 'lucide-react';
import { type MouseEvent, useDeferredValue, useMemo, useState } from 'react';
import { type Key, ListLayout, Tree, Virtualizer } from 'react-aria-components';
import { runRowShortcut } from '../../commands/use-shortcuts.ts';
import { t } from '../../messages/translate.ts';
import { buildAssetTree } from '../../records/trees/asset-tree-nodes.ts';
import { addPickedFiles } from '../../records/uploads/asset-uploads.ts';
import { openProjectStore, useProject } from '../../state/open-project.ts';
import { Button } from '../../ui/button.tsx';
import { AssetMenu, type MenuPosition } from './asset-menu.tsx';
import { AssetRow } from './asset-row.tsx';
// What its actions do is loaded with it: a dialog is there before the next key.
import './row-actions.ts';
import { selectAssets, setExpandedFolders, toggleFolder, useAssetTreeState } from '../../navigation/assets/asset-tree-state.ts';
import { showAssetPreview } from './asset-preview.tsx';
import { useAssetDrag } from './use-asset-drag.ts';
import '../../ui/board-tree.css';
import './asset-tree.css';

/** Only the rows in sight are drawn, all of one height. */
const listLayoutOptions = { rowSize: 42, padding: 8 };

export function AssetTree() {
  const wanted = useAssetTreeState((state) => state.expanded);
  // A folder with thousands of things in it is opened in slices.
  const open = useDeferredValue(wanted);
  const chosen = useAssetTreeState((state) => state.selected);
  const select = useMemo(() => (project: Parameters<typeof buildAssetTree>[0]) => buildAssetTree(project, open), [open]);
  const nodes = useProject(select);
  const [menu, setMenu] = useState<MenuPosition | null>(null);
  const { dragAndDropHooks } = useAssetDrag();

  const openMenu = (event: MouseEvent) => {
    if (!(event.target instanceof Element) || event.target.closest('button')) return;
    event.preventDefault();
    const row = event.target.closest<HTMLElement>('[data-asset]');
    const box = row?.getBoundingClientRect();
    // The menu key has no point of its own.
    const byKey = event.clientX === 0 && event.clientY === 0;
    setMenu({
      id: row?.dataset.asset ?? null,
      x: byKey && box ? box.left + 40 : event.clientX,
      y: byKey && box ? box.bottom : event.clientY,
    });
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the tree inside is what takes part; this hears its keys first
    <div className="board-tree" onKeyDownCapture={runRowShortcut} onContextMenu={openMenu}>
      <Virtualizer layout={ListLayout} layoutOptions={listLayoutOptions}>
        <Tree
          className="tree asset-tree"
          aria-label={t('assets.assets')}
          items={nodes}
          selectionMode="multiple"
          selectionBehavior="replace"
          selectedKeys={chosen}
          onSelectionChange={(keys) => selectAssets(keys === 'all' ? nodes.map(({ id }) => id) : [...keys].map(String))}
          onAction={openRow}
          expandedKeys={open}
          onExpandedChange={(keys) => setExpandedFolders([...keys].map(String))}
          dragAndDropHooks={dragAndDropHooks}
          renderEmptyState={() => <EmptyAssets />}
        >
          {(node) => <AssetRow node={node} />}
        </Tree>
      </Virtualizer>
      {menu && <AssetMenu at={menu} close={() => setMenu(null)} />}
    </div>
  );
}

function openRow(key: Key): void {
  const id = String(key);
  if (openProjectStore.getState().project.find('asset', id)?.type === 'folder') toggleFolder(id);
  else showAssetPreview(id);
}

function EmptyAssets() {
  return (
    <div className="no-asset">
      <h3>{t('assets.emptyTitle')}</h3>
      <p>{t('assets.emptyHint')}</p>
      <Button icon={Upload} onPress={() => void addPickedFiles('files')}>
        {t('assets.addFiles')}
      </Button>
      <Button icon={FolderUp} onPress={() => void addPickedFiles('folder')}>
        {t('assets.addAFolder')}
      </Button>
    </div>
  );
}
