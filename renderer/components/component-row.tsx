/** A component or a folder of them in the tree, with its menu. A name that another language lends is set back. */
import { ChevronRight, Folder, FolderOpen, GripVertical } from 'lucide-react';
import { Button, Collection, TreeItem, TreeItemContent } from 'react-aria-components';
import { MenuButton } from '../ui/menu.tsx';
import { entriesFor } from './component-menu.tsx';
import type { ComponentNode } from './component-nodes.ts';
import { ComponentPicture } from './component-picture.tsx';

export function ComponentRow({ node }: { node: ComponentNode }) {
  const { id, component, children, lent } = node;
  const name = node.name || 'Unnamed';
  const isFolder = component.type === 'folder';
  return (
    <TreeItem id={id} textValue={isFolder ? `${name}, folder` : name} className="tree-row" data-component={id}>
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
              <small className="tree-lent" title="Not yet translated">
                {lent}
              </small>
            )}
            <span className="tree-tools">
              <MenuButton label={`More for ${name}`} entries={entriesFor(id)} className="tree-more" />
              {allowsDragging && (
                <Button slot="drag" className="tree-drag" aria-label={`Move ${name}`}>
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
