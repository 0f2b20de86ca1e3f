/**
 * Handles files dropped on the window that no other drop zone has handled. In the project list they are imported as a project, and a story
 * folder is opened; in an open project they are added to its assets, except for a single project file, which is imported.
 */

import { FileDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { isProjectFileName, storyFileName } from '../../../shared/contracts/project-file-name.ts';
import { openDialog } from '../../commands/feature.ts';
import { t } from '../../messages/translate.ts';
import { filePathOf } from '../../platform/bridge.ts';
import { lazyCode } from '../../platform/lazy-code.ts';
import { type DroppedEntry, readDroppedEntries } from '../../records/uploads/dropped-files.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { showSidebarView } from '../../state/pane-layout.ts';
import { showToast } from '../../ui/toast-queue.ts';

export function WindowDropZone() {
  const isOver = useFileDrag();
  const isOpen = useStore(openProjectStore, ({ hash }) => hash !== null);
  if (!isOver) return null;
  if (isOpen) return <div className="drop-hint">{t('projects.drop.addAsset')}</div>;
  return (
    <div className="drop-sheet">
      <FileDown size={34} aria-hidden />
      {t('projects.drop.import')}
    </div>
  );
}

/** Returns whether files are being dragged over the window, and handles the drop. */
function useFileDrag(): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const handleDragOver = (event: DragEvent) => hasFiles(event) && setOver(true);
    const handleDragLeave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const handleDragEnd = () => setOver(false);
    // Nearer drop zones may stop the propagation, so the drag is detected in the capture phase.
    const capturing = { capture: true };
    window.addEventListener('dragover', handleDragOver, capturing);
    window.addEventListener('dragleave', handleDragLeave, capturing);
    window.addEventListener('drop', handleDragEnd, capturing);
    window.addEventListener('dragover', allowDrop);
    window.addEventListener('drop', handleDrop);
    return () => {
      window.removeEventListener('dragover', handleDragOver, capturing);
      window.removeEventListener('dragleave', handleDragLeave, capturing);
      window.removeEventListener('drop', handleDragEnd, capturing);
      window.removeEventListener('dragover', allowDrop);
      window.removeEventListener('drop', handleDrop);
    };
  }, []);
  return isOver;
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

const allowDrop = (event: DragEvent): void => {
  if (hasFiles(event)) event.preventDefault();
};

function handleDrop(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer || !hasFiles(event)) return;
  event.preventDefault();
  const files = [...event.dataTransfer.files];
  const [first] = files;
  if (!first) return;
  const isOpen = openProjectStore.getState().hash !== null;
  const path = filePathOf(first);
  // Must be read before the first await, because the browser clears the data of the drop.
  const entry = event.dataTransfer.items[0]?.webkitGetAsEntry() ?? null;
  if (!isOpen && isFolder(entry)) void importOrOpenFolder(entry, first, path);
  else if (!isOpen || (files.length === 1 && isProjectFileName(first.name))) void importFile(first, path);
  else {
    void addToAssets(readDroppedEntries(event.dataTransfer));
    showToast({
      tone: 'plain',
      title: t('projects.drop.toAssets'),
      action: { label: t('projects.drop.showAssets'), run: () => showSidebarView('assets') },
    });
  }
}

const isFolder = (entry: FileSystemEntry | null): entry is FileSystemDirectoryEntry => entry?.isDirectory === true;

async function importOrOpenFolder(entry: FileSystemDirectoryEntry, file: File, path: string | undefined): Promise<void> {
  const isStoryFolder = await new Promise<boolean>((resolve) =>
    entry.getFile(
      storyFileName,
      {},
      () => resolve(true),
      () => resolve(false),
    ),
  );
  if (isStoryFolder) openDialog('openStoryFolder', path);
  else await importFile(file, path);
}

const uploads = lazyCode(() => import('../../records/uploads/asset-uploads.ts'));
const importDialog = lazyCode(() => import('./import-project-dialog.tsx'));

const addToAssets = (dropped: readonly DroppedEntry[]) => uploads.run(({ addDroppedFiles }) => addDroppedFiles(dropped));
const importFile = (file: File, path: string | undefined) => importDialog.run(({ importProjectFile }) => importProjectFile(file, path));
