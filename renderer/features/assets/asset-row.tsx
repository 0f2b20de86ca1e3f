/** An asset or a folder of assets in the tree. */

import { ChevronRight, GripVertical, Lock } from 'lucide-react';
import { Button, Collection, TreeItem, TreeItemContent } from 'react-aria-components';
import { t } from '../../messages/translate.ts';
import { assetKindLabel, assetSummary, isTemplateAsset } from '../../records/assets/asset-details.ts';
import { Thumbnail } from '../../records/assets/thumbnail.tsx';
import type { AssetTreeNode } from '../../records/trees/asset-tree-nodes.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { assetMenuEntries } from './asset-menu.tsx';

export function AssetRow({ node }: { node: AssetTreeNode }) {
  const { id, asset, count, isOpen, children } = node;
  const isFolder = asset.type === 'folder';
  const says = isFolder ? (count === 0 ? t('assets.empty') : t('common.counted.item', { count })) : assetSummary(asset);
  return (
    <TreeItem id={id} textValue={`${asset.name}, ${assetKindLabel(asset)}`} className="tree-row asset-row" data-asset={id}>
      <TreeItemContent>
        {({ level, allowsDragging }) => (
          <div className="tree-line asset-line" style={{ paddingInlineStart: (level - 1) * 14 }}>
            {isFolder && count > 0 ? (
              <Button slot="chevron" className="tree-chevron">
                <ChevronRight size={14} aria-hidden />
              </Button>
            ) : (
              <span className="tree-chevron" />
            )}
            <Thumbnail asset={asset} isOpen={isOpen} size={isFolder ? 18 : 16} />
            <span className="asset-words">
              <span className="asset-name" title={asset.name}>
                {asset.name}
              </span>
              <small>
                {isTemplateAsset(asset) && <Lock size={11} aria-label={t('assets.readOnly')} />}
                {says}
              </small>
            </span>
            <span className="tree-tools">
              <MenuButton label={t('common.more', { name: asset.name })} entries={() => assetMenuEntries(id)} className="tree-more" />
              {allowsDragging && (
                <Button slot="drag" className="tree-drag" aria-label={t('assets.move', { name: asset.name })}>
                  <GripVertical size={14} aria-hidden />
                </Button>
              )}
            </span>
          </div>
        )}
      </TreeItemContent>
      {isFolder && <Collection items={children}>{(child) => <AssetRow node={child} />}</Collection>}
    </TreeItem>
  );
}
