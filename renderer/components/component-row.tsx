/** A component or a folder of them in the tree, with its menu. A name that another language lends is set back. */
import { ChevronRight, Folder, FolderOpen, GripVertical } from 'lucide-react';
import { Button, Collection, TreeItem, TreeItemContent } from 'react-aria-components';
import { MenuButton } from '../ui/menu.tsx';
import { commonWords } from '../words/en/common.ts';
import { componentsWords } from '../words/en/components.ts';
import { entriesFor } from './component-menu.tsx';
import type { ComponentNode } from './component-nodes.ts';
import { ComponentPicture } from './component-picture.tsx';

export function ComponentRow({ node }: { node: ComponentNode }) {
  const { id, component, children, lent } = node;
  const name = node.name || componentsWords.unnamed;
  const isFolder = component.type === 'folder';
  return (
    <TreeItem id={id} textValue={isFolder ? componentsWords.folder(name) : name} className="tree-row" data-component={id}>
      <TreeItemContent>
        {({ isExpanded, level, allowsDragging }) => (
          <div className="tree-line" style={{ paddingInlineStart: (level - 1) * 14 }}>
            {isFolder && children.length > 0 ? (
              <Button slot="chevron" className="tree-chevron">
                <ChevronRight size={14} aria-hidden />
              </Button>
            ) : (
              <span className="tree-chevron" />
            )}
            {isFolder ? (
              isExpanded ? (
                <FolderOpen size={16} aria-hidden />
              ) : (
                <Folder size={16} aria-hidden />
              )
            ) : (
              <ComponentPicture cover={component.cover} name={name} />
            )}
            <span className={`tree-name ${lent === null && node.name !== '' ? '' : 'lent'}`} title={name}>
              {name}
            </span>
            {lent !== null && (
              <small className="tree-lent" title={componentsWords.notYetTranslated}>
                {lent}
              </small>
            )}
            <span className="tree-tools">
              <MenuButton label={commonWords.more(name)} entries={() => entriesFor(id)} className="tree-more" />
              {allowsDragging && (
                <Button slot="drag" className="tree-drag" aria-label={componentsWords.move(name)}>
                  <GripVertical size={14} aria-hidden />
                </Button>
              )}
            </span>
          </div>
        )}
      </TreeItemContent>
      <Collection items={children}>{(child) => <ComponentRow node={child} />}</Collection>
    </TreeItem>
  );
}
