/** An asset or a folder of assets in the tree. */
import { ChevronRight, GripVertical, Lock } from 'lucide-react';
import { Button, Collection, TreeItem, TreeItemContent } from 'react-aria-components';
import { MenuButton } from '../ui/menu.tsx';
import { assetsWords } from '../words/en/assets.ts';
import { commonWords } from '../words/en/common.ts';
import { entriesFor } from './asset-menu.tsx';
import type { AssetNode } from './asset-nodes.ts';
import { inShort, isFixed, kindWord } from './asset-words.ts';
import { Thumbnail } from './thumbnail.tsx';

export function AssetRow({ node }: { node: AssetNode }) {
  const { id, asset, count, isOpen, children } = node;
  const isFolder = asset.type === 'folder';
  const says = isFolder ? (count === 0 ? assetsWords.empty : commonWords.counted.item(count)) : inShort(asset);
  return (
    <TreeItem id={id} textValue={`${asset.name}, ${kindWord(asset)}`} className="tree-row asset-row" data-asset={id}>
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
                {isFixed(asset) && <Lock size={11} aria-label={assetsWords.readOnly} />}
                {says}
              </small>
            </span>
            <span className="tree-tools">
              <MenuButton label={commonWords.more(asset.name)} entries={() => entriesFor(id)} className="tree-more" />
              {allowsDragging && (
                <Button slot="drag" className="tree-drag" aria-label={assetsWords.move(asset.name)}>
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
