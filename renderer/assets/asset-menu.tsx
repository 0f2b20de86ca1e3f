/** What can be done with an asset or folder: the entries of its menu, and the same menu under the right button. */
import { Eye, FolderInput, FolderPlus, FolderUp, ImagePlus, Lock, PenLine, Replace, Trash2, Upload } from 'lucide-react';
import { useRef } from 'react';
import { versionsEntry } from '../history/versions-entry.ts';
import { openProject } from '../state/open-project.ts';
import { MenuEntries, type MenuEntry, MenuPopover } from '../ui/menu.tsx';
import { assetsWords } from '../words/en/assets.ts';
import { addChosen } from './adding.ts';
import { isFixed, mediaOf } from './asset-words.ts';
import { showMoveAssets } from './move-assets.tsx';
import { showNewFolder, showRenameAsset } from './name-asset.tsx';
import { meantBy, placeNear } from './pane-state.ts';
import { showPreview } from './preview.tsx';
import { showRemoveAssets } from './remove-assets.tsx';
import { replaceFile } from './replace-file.ts';
import { showUseFor } from './use-for.tsx';

type Entries = readonly (MenuEntry | null)[];

export function entriesFor(id: string): Entries {
  const asset = openProject.getState().project.find('asset', id);
  if (!asset) return [];
  if (isFixed(asset))
    return [...fileEntries(id), null, { id: 'fixed', label: assetsWords.partOfTheTemplate, icon: Lock, isDisabled: true, run: () => {} }];
  return [
    ...(asset.type === 'folder' ? folderEntries(id) : [...fileEntries(id), replaceEntry(id)]),
    null,
    { id: 'rename', label: assetsWords.rename, icon: PenLine, keys: 'F2', run: () => showRenameAsset(id) },
    { id: 'move', label: assetsWords.moveTo, icon: FolderInput, run: () => showMoveAssets(meantBy(id)) },
    versionsEntry(id),
    null,
    { id: 'remove', label: assetsWords.deleteIt, icon: Trash2, keys: 'Delete', isDanger: true, run: () => showRemoveAssets(meantBy(id)) },
  ];
}

const folderEntries = (id: string): Entries => [
  { id: 'files', label: assetsWords.addFilesToIt, icon: Upload, run: () => void addChosen('files', { place: placeNear(id) }) },
  { id: 'folder-files', label: assetsWords.addAFolderTo, icon: FolderUp, run: () => void addChosen('folder', { place: placeNear(id) }) },
  { id: 'folder', label: assetsWords.newFolderInIt, icon: FolderPlus, run: () => showNewFolder(id) },
];

function fileEntries(id: string): Entries {
  const asset = openProject.getState().project.find('asset', id);
  const media = asset ? mediaOf(asset) : null;
  return [
    { id: 'preview', label: assetsWords.preview, icon: Eye, keys: 'Enter', run: () => showPreview(id) },
    {
      id: 'use',
      label: media === 'audio' ? assetsWords.playInAnElement : assetsWords.useAsACover,
      icon: ImagePlus,
      run: () => showUseFor(id),
    },
  ];
}

const replaceEntry = (id: string): MenuEntry => ({
  id: 'replace',
  label: openProject.getState().project.find('asset', id)?.file === null ? assetsWords.chooseItsFile : assetsWords.replaceTheFile,
  icon: Replace,
  run: () => replaceFile(id),
});

const groundEntries: Entries = [
  { id: 'files', label: assetsWords.addFiles, icon: Upload, run: () => void addChosen('files', { place: placeNear('') }) },
  { id: 'folder-files', label: assetsWords.addAFolder, icon: FolderUp, run: () => void addChosen('folder', { place: placeNear('') }) },
  { id: 'folder', label: assetsWords.newFolder, icon: FolderPlus, run: () => showNewFolder('') },
];

export interface MenuAt {
  /** null: on the free ground. */
  readonly id: string | null;
  readonly x: number;
  readonly y: number;
}

export function AssetMenu({ at, close }: { at: MenuAt; close: () => void }) {
  const anchor = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span ref={anchor} className="asset-menu-anchor" style={{ left: at.x, top: at.y }} />
      <MenuPopover triggerRef={anchor} isOpen onOpenChange={(isOpen) => !isOpen && close()} placement="bottom start">
        <MenuEntries label={assetsWords.asset} entries={at.id === null ? groundEntries : entriesFor(at.id)} onClose={close} autoFocus />
      </MenuPopover>
    </>
  );
}
