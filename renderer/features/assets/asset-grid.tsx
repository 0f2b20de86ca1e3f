/** The files as a grid of thumbnails, without their folders. The keys, the menu and what can be dropped where are those of the tree of assets. */
import { type MouseEvent, useMemo, useState } from 'react';
import { GridLayout, GridList, GridListItem, Size, useDragAndDrop, Virtualizer } from 'react-aria-components';
import { runRowShortcut } from '../../commands/use-shortcuts.ts';
import { t } from '../../messages/translate.ts';
import { useShownRows } from '../../navigation/record-trees/record-tree-view.tsx';
import { assetTreeStore } from '../../navigation/record-trees/tree-stores.ts';
import { type Asset, assetDragType, assetKindLabel, assetSummary } from '../../records/assets/asset-details.ts';
import { Thumbnail } from '../../records/assets/thumbnail.tsx';
import { ContextMenu, type RowMenuPosition, rowMenuPosition } from '../../ui/context-menu.tsx';
import type { MenuEntry } from '../../ui/menu.tsx';
import { selectedKeys } from '../../ui/selected-keys.ts';
import { showAssetPreviewDialog } from './asset-preview.tsx';

const layoutOptions = {
  minItemSize: new Size(84, 104),
  maxItemSize: new Size(160, 150),
  minSpace: new Size(6, 6),
  preserveAspectRatio: true,
};

interface AssetGridProps {
  readonly assets: readonly Asset[];
  readonly menuEntries: (id: string) => readonly (MenuEntry | null)[];
}

export function AssetGrid({ assets, menuEntries }: AssetGridProps) {
  const selected = assetTreeStore.use((state) => state.selected);
  const ids = useMemo(() => assets.map(({ id }) => id), [assets]);
  useShownRows(assetTreeStore, ids);
  const [menu, setMenu] = useState<RowMenuPosition | null>(null);
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map(String).map((id) => ({ [assetDragType]: id, 'text/plain': nameOf(assets, id) })),
    getAllowedDropOperations: () => ['move', 'copy'],
    onDragStart: ({ keys }) => assetTreeStore.setDragged([...keys].map(String)),
    onDragEnd: () => assetTreeStore.setDragged([]),
  });
  const openMenu = (event: MouseEvent) => {
    const position = rowMenuPosition(event, 'data-asset');
    if (position?.id == null || menuEntries(position.id).length === 0) return;
    event.preventDefault();
    setMenu(position);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: key presses of the interactive grid inside pass through here first
    <div className="record-tree" onKeyDownCapture={runRowShortcut} onContextMenu={openMenu}>
      <Virtualizer layout={GridLayout} layoutOptions={layoutOptions}>
        <GridList
          className="asset-grid"
          layout="grid"
          aria-label={t('assets.title')}
          items={assets}
          selectionMode="multiple"
          selectionBehavior="replace"
          selectedKeys={selected}
          onSelectionChange={(keys) => assetTreeStore.select(selectedKeys(keys, ids))}
          onAction={(key) => showAssetPreviewDialog(String(key))}
          dragAndDropHooks={dragAndDropHooks}
          renderEmptyState={() => <p className="tree-empty">{t('assets.filter.none')}</p>}
        >
          {(asset) => (
            <GridListItem id={asset.id} className="asset-tile" textValue={`${asset.name}, ${assetKindLabel(asset)}`} data-asset={asset.id}>
              <Thumbnail asset={asset} size={28} />
              <span className="asset-name user-text" title={`${asset.name}, ${assetSummary(asset)}`}>
                {asset.name}
              </span>
            </GridListItem>
          )}
        </GridList>
      </Virtualizer>
      {menu?.id != null && <ContextMenu at={menu} label={t('assets.title')} entries={menuEntries(menu.id)} close={() => setMenu(null)} />}
    </div>
  );
}

const nameOf = (assets: readonly Asset[], id: string): string => assets.find((each) => each.id === id)?.name ?? '';
