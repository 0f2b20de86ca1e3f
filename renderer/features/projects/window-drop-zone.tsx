/**
 * What is dropped on the window where nothing nearer takes it: on the list of projects a project file is imported, in an open
 * project files go to its assets. A project file is imported there, too.
 */

import { FileDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { t } from '../../messages/translate.ts';
import { filePathOf } from '../../platform/bridge.ts';
import { addDroppedFiles } from '../../records/uploads/asset-uploads.ts';
import { readDroppedEntries } from '../../records/uploads/dropped-files.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { showSidebarView } from '../../state/pane-layout.ts';
import { showToast } from '../../ui/toast-queue.ts';
import { importProjectFile } from './import-project-dialog.tsx';

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

/** Whether files are being dragged over the window; takes them when they are let go. */
function useFileDrag(): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => hasFiles(event) && setOver(true);
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const away = () => setOver(false);
    // Whoever is nearer may keep the event for itself; that something is dragged is heard before.
    const early = { capture: true };
    window.addEventListener('dragover', over, early);
    window.addEventListener('dragleave', leave, early);
    window.addEventListener('drop', away, early);
    window.addEventListener('dragover', allowDrop);
    window.addEventListener('drop', handleDrop);
    return () => {
      window.removeEventListener('dragover', over, early);
      window.removeEventListener('dragleave', leave, early);
      window.removeEventListener('drop', away, early);
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
  if (!isOpen || (files.length === 1 && /\.(?:json|zip)$/i.test(first.name))) void importProjectFile(first, filePathOf(first));
  else {
    void addDroppedFiles(readDroppedEntries(event.dataTransfer));
    showToast({
      tone: 'plain',
      title: t('projects.drop.toAssets'),
      action: { label: t('projects.drop.showAssets'), run: () => showSidebarView('assets') },
    });
  }
}
