/** The assets in their folders. The arrows walk, Enter shows, its actions have keys of their own; drags move, files are dropped from the desktop. */
import { FolderUp, Upload } from 'lucide-react';
import { type MouseEvent, useDeferredValue, useMemo, useState } from 'react';
import { type Key, ListLayout, Tree, Virtualizer } from 'react-aria-components';
import { runOnRow } from '../actions/use-shortcuts.ts';
import { openProject, useProject } from '../state/open-project.ts';
import { Button } from '../ui/button.tsx';
import { assetsWords } from '../words/en/assets.ts';
import { addChosen } from './adding.ts';
import { AssetMenu, type MenuAt } from './asset-menu.tsx';
import { assetNodes } from './asset-nodes.ts';
import { AssetRow } from './asset-row.tsx';
// What its actions do is loaded with it: a dialog is there before the next key.
import './row-doings.ts';
import { chooseAssets, flipFolder, openFolders, useAssetPane } from './pane-state.ts';
import { showPreview } from './preview.tsx';
import { useAssetDrag } from './use-asset-drag.ts';
import '../board-tree/board-tree.css';
import './asset-tree.css';

/** Only the rows in sight are drawn, all of one height. */
const layout = { rowSize: 42, padding: 8 };

export function AssetTree() {
  const wanted = useAssetPane((state) => state.open);
  // A folder with thousands of things in it is opened in slices.
  const open = useDeferredValue(wanted);
  const chosen = useAssetPane((state) => state.chosen);
  const select = useMemo(() => (project: Parameters<typeof assetNodes>[0]) => assetNodes(project, open), [open]);
  const nodes = useProject(select);
  const [menu, setMenu] = useState<MenuAt | null>(null);
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
    <div className="board-tree" onKeyDownCapture={runOnRow} onContextMenu={openMenu}>
      <Virtualizer layout={ListLayout} layoutOptions={layout}>
        <Tree
          className="tree asset-tree"
          aria-label={assetsWords.assets}
          items={nodes}
          selectionMode="multiple"
          selectionBehavior="replace"
          selectedKeys={chosen}
          onSelectionChange={(keys) => chooseAssets(keys === 'all' ? nodes.map(({ id }) => id) : [...keys].map(String))}
          onAction={act}
          expandedKeys={open}
          onExpandedChange={(keys) => openFolders([...keys].map(String))}
          dragAndDropHooks={dragAndDropHooks}
          renderEmptyState={() => <NoAsset />}
        >
          {(node) => <AssetRow node={node} />}
        </Tree>
      </Virtualizer>
      {menu && <AssetMenu at={menu} close={() => setMenu(null)} />}
    </div>
  );
}

function act(key: Key): void {
  const id = String(key);
  if (openProject.getState().project.find('asset', id)?.type === 'folder') flipFolder(id);
  else showPreview(id);
}

function NoAsset() {
  return (
    <div className="no-asset">
      <h3>{assetsWords.picturesSoundsAndFilms}</h3>
      <p>{assetsWords.dropFilesOrWhole}</p>
      <Button icon={Upload} onPress={() => void addChosen('files')}>
        {assetsWords.addFiles}
      </Button>
      <Button icon={FolderUp} onPress={() => void addChosen('folder')}>
        {assetsWords.addAFolder}
      </Button>
    </div>
  );
}
