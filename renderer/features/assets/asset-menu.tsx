/** What can be done with an asset or folder: the entries of its menu, and the same menu under the right button. */

import { Eye, FolderInput, FolderPlus, FolderUp, History, ImagePlus, Lock, PenLine, Replace, Trash2, Upload } from 'lucide-react';
import { useRef } from 'react';
import { actionMenuEntry } from '../../commands/action-menu-entry.ts';
import type { TreeRow } from '../../commands/focused-row.ts';
import { t } from '../../messages/translate.ts';
import { isTemplateAsset } from '../../records/assets/asset-details.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { MenuEntries, type MenuEntry, MenuPopover } from '../../ui/menu.tsx';

type Entries = readonly (MenuEntry | null)[];

export function assetMenuEntries(id: string): Entries {
  const asset = openProjectStore.getState().project.find('asset', id);
  if (!asset) return [];
  const row: TreeRow = { kind: 'asset', id };
  if (isTemplateAsset(asset))
    return [
      ...fileEntries(row),
      null,
      { id: 'fixed', label: t('assets.templateReadOnlyHint'), icon: Lock, isDisabled: true, run: () => {} },
    ];
  return [
    ...(asset.type === 'folder' ? folderEntries(row) : [...fileEntries(row), actionMenuEntry('replaceFile', Replace, row)]),
    null,
    actionMenuEntry('renameRow', PenLine, row),
    actionMenuEntry('moveRow', FolderInput, row),
    actionMenuEntry('recordHistory', History, row),
    null,
    actionMenuEntry('removeRow', Trash2, row),
  ];
}

const folderEntries = (row: TreeRow): Entries => [
  actionMenuEntry('addFiles', Upload, row),
  actionMenuEntry('addFolder', FolderUp, row),
  actionMenuEntry('newAssetFolder', FolderPlus, row),
];

const fileEntries = (row: TreeRow): Entries => [actionMenuEntry('previewAsset', Eye, row), actionMenuEntry('useAsset', ImagePlus, row)];

const rootEntries = (): Entries => folderEntries({ kind: 'asset', id: openProjectStore.getState().project.projectRecord.roots.asset });

export interface MenuPosition {
  /** null: on the free ground. */
  readonly id: string | null;
  readonly x: number;
  readonly y: number;
}

export function AssetMenu({ at, close }: { at: MenuPosition; close: () => void }) {
  const { id } = at;
  const anchor = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span ref={anchor} className="asset-menu-anchor" style={{ left: at.x, top: at.y }} />
      <MenuPopover triggerRef={anchor} isOpen onOpenChange={(isOpen) => !isOpen && close()} placement="bottom start">
        <MenuEntries
          label={t('assets.asset')}
          entries={() => (id === null ? rootEntries() : assetMenuEntries(id))}
          onClose={close}
          autoFocus
        />
      </MenuPopover>
    </>
  );
}
