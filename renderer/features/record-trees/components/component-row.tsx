/** A component or a folder of them in the tree, with its menu. A name that another language lends is set back. */

import { ChevronRight, Folder, FolderOpen, GripVertical } from 'lucide-react';
import { Button, Collection, TreeItem, TreeItemContent } from 'react-aria-components';
import { t } from '../../../messages/translate.ts';
import { ComponentAvatar } from '../../../records/components/component-avatar.tsx';
import type { ComponentTreeNode } from '../../../records/trees/component-tree-nodes.ts';
import { MenuButton } from '../../../ui/menu.tsx';
import { componentMenuEntries } from './component-menu.tsx';

export function ComponentRow({ node }: { node: ComponentTreeNode }) {
  const { id, component, children, fallbackLanguage } = node;
  const name = node.name || t('components.unnamed');
  const isFolder = component.type === 'folder';
  return (
    <TreeItem id={id} textValue={isFolder ? t('components.folder', { name }) : name} className="tree-row" data-component={id}>
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
              <ComponentAvatar cover={component.cover} name={name} />
            )}
            <span className={`tree-name ${fallbackLanguage === null && node.name !== '' ? '' : 'lent'}`} title={name}>
              {name}
            </span>
            {fallbackLanguage !== null && (
              <small className="tree-lent" title={t('components.notYetTranslated')}>
                {fallbackLanguage}
              </small>
            )}
            <span className="tree-tools">
              <MenuButton label={t('common.more', { name })} entries={() => componentMenuEntries(id)} className="tree-more" />
              {allowsDragging && (
                <Button slot="drag" className="tree-drag" aria-label={t('components.move', { name })}>
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
