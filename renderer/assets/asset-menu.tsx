/** What can be done with an asset or folder: the entries of its menu, and the same menu under the right button. */
import { Eye, FolderInput, FolderPlus, FolderUp, History, ImagePlus, Lock, PenLine, Replace, Trash2, Upload } from 'lucide-react';
import { useRef } from 'react';
import { entryFor } from '../actions/entry.ts';
import type { Row } from '../actions/row.ts';
import { openProject } from '../state/open-project.ts';
import { MenuEntries, type MenuEntry, MenuPopover } from '../ui/menu.tsx';
import { assetsWords } from '../words/en/assets.ts';
import { isFixed } from './asset-words.ts';

type Entries = readonly (MenuEntry | null)[];

export function entriesFor(id: string): Entries {
  const asset = openProject.getState().project.find('asset', id);
  if (!asset) return [];
  const row: Row = { kind: 'asset', id };
  if (isFixed(asset))
    return [...fileEntries(row), null, { id: 'fixed', label: assetsWords.partOfTheTemplate, icon: Lock, isDisabled: true, run: () => {} }];
  return [
    ...(asset.type === 'folder' ? folderEntries(row) : [...fileEntries(row), entryFor('replaceFile', Replace, row)]),
    null,
    entryFor('renameRow', PenLine, row),
    entryFor('moveRow', FolderInput, row),
    entryFor('recordHistory', History, row),
    null,
    entryFor('removeRow', Trash2, row),
  ];
}

const folderEntries = (row: Row): Entries => [
  entryFor('addFiles', Upload, row),
  entryFor('addFolder', FolderUp, row),
  entryFor('newAssetFolder', FolderPlus, row),
];

const fileEntries = (row: Row): Entries => [entryFor('previewAsset', Eye, row), entryFor('useAsset', ImagePlus, row)];

const groundEntries = (): Entries => folderEntries({ kind: 'asset', id: openProject.getState().project.root.roots.asset });

export interface MenuAt {
  /** null: on the free ground. */
  readonly id: string | null;
  readonly x: number;
  readonly y: number;
}

export function AssetMenu({ at, close }: { at: MenuAt; close: () => void }) {
  const { id } = at;
  const anchor = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span ref={anchor} className="asset-menu-anchor" style={{ left: at.x, top: at.y }} />
      <MenuPopover triggerRef={anchor} isOpen onOpenChange={(isOpen) => !isOpen && close()} placement="bottom start">
        <MenuEntries label={assetsWords.asset} entries={() => (id === null ? groundEntries() : entriesFor(id))} onClose={close} autoFocus />
      </MenuPopover>
    </>
  );
}
